/**
 * Node 22, the oldest line the package promises to run on: installed beside the repository's own Node at an exact version, once. It has a
 * folder of its own because both packages bring a program called `node`.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const VERSION = "22.23.3";

/** The path of the program. */
export function node22(): string {
  const dir = fileURLToPath(new URL(`../node_modules/.cache/node-${VERSION}`, import.meta.url));
  const program = join(dir, "node_modules", "node", "bin", "node");
  if (existsSync(program)) return program;
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "package.json"), JSON.stringify({ private: true, allowScripts: { node: true } }));
  const args = ["install", `node@${VERSION}`, "--no-audit", "--no-fund", "--no-save"];
  const { status, stderr } = spawnSync("npm", args, { cwd: dir, encoding: "utf8" });
  if (status !== 0 || !existsSync(program)) throw new Error(`Node ${VERSION} could not be installed:\n${stderr}`);
  return program;
}
