/**
 * Where editors find the schemas of reeve.yaml and plan.yaml: in the installed package where the project has Reeve among its own,
 * else as copies in the state folder, which git ignores. A path of this machine never gets into a file that is shared.
 */
import { copyFileSync, existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { makeFolderSync } from "../../effects/files/make-folder.ts";
import { ignoreByGit, STATE_DIR } from "../project/project.ts";

const SCHEMAS = ["reeve", "plan"] as const;
export type SchemaName = (typeof SCHEMAS)[number];

/** By name, as a file in this folder refers to it. */
export function referToSchemas(folder: string): Readonly<Record<SchemaName, string>> {
  const dir = installedFor(folder) ?? copiedFor(folder);
  const refer = (name: SchemaName) => `./${relative(folder, join(dir, fileOf(name)))}`.replace("./../", "../");
  return { reeve: refer("reeve"), plan: refer("plan") };
}

function fileOf(name: SchemaName): string {
  return `${name}.schema.json`;
}

function installedFor(folder: string): string | null {
  for (let dir = folder; ; dir = dirname(dir)) {
    const schemas = join(dir, "node_modules", "reeve", "schemas");
    if (SCHEMAS.every((name) => existsSync(join(schemas, fileOf(name))))) return schemas;
    // A project ends where its repository does.
    if (existsSync(join(dir, ".git")) || dirname(dir) === dir) return null;
  }
}

function copiedFor(folder: string): string {
  const stateDir = join(folder, STATE_DIR);
  const schemas = join(stateDir, "schemas");
  ignoreByGit(stateDir);
  makeFolderSync(schemas, 0o700);
  const own = fileURLToPath(new URL("../../../schemas/", import.meta.url));
  for (const name of SCHEMAS) copyFileSync(join(own, fileOf(name)), join(schemas, fileOf(name)));
  return schemas;
}
