/** Commands of a package of JavaScript: its own scripts, run by its own package manager. */
import { asMapping, asText } from "../../../basics/loose.ts";
import { type Around, type CommandKind, type FoundCommand, type Look, manifestOf } from "./around.ts";

export const javascript: Look = (here) => {
  const scripts = scriptsOf(here.text("package.json"));
  if (scripts === null) return [];
  const from = "package.json";
  const manager = managerOf(here);
  const named = (kind: CommandKind, names: readonly string[]): FoundCommand[] => {
    const name = names.find((each) => isUsable(scripts[each]));
    return name === undefined ? [] : [{ kind, run: runScript(manager, name), from }];
  };
  const types = named("types", ["typecheck", "type-check", "types", "check:types", "check-types", "tsc"]);
  const tests = named("test", ["test:ci", "test", "test:unit"]);
  const lints = named("lint", ["lint"]);
  const compiles =
    types.length === 0 && here.has("tsconfig.json") && !/\btsc\b/.test(Object.values(scripts).join("\n"));
  return [
    ...types,
    ...(compiles ? [{ kind: "types", run: "npx tsc --noEmit", from: "tsconfig.json" } as const] : []),
    ...(lints.length > 0 ? lints : ofMembers(here, manager, "lint")),
    ...(tests.length > 0 ? tests : ofMembers(here, manager, "test")),
  ];
};

/** Where only the packages of a monorepo have the script: all that have it, one after the other. */
function ofMembers(here: Around, manager: Manager, name: "lint" | "test"): FoundCommand[] {
  const listed = manifestOf(here.text("package.json")).workspaces;
  const globs = Array.isArray(listed) ? listed.join("\n") : here.text("pnpm-workspace.yaml");
  const folders = [...globs.matchAll(/([\w.-]+)\/\*/g)].map(([, folder = ""]) => folder);
  const isThere = folders.some((folder) =>
    here.manifestsBelow(folder).some((text) => isUsable(scriptsOf(text)?.[name])),
  );
  return isThere ? [{ kind: name, run: IN_ALL[manager](name), from: "package.json" }] : [];
}

const IN_ALL: Readonly<Record<Manager, (name: string) => string>> = {
  npm: (name) => `npm run ${name} --workspaces --if-present`,
  pnpm: (name) => `pnpm -r --if-present run ${name}`,
  yarn: (name) => `yarn workspaces foreach -A run ${name}`,
  bun: (name) => `bun run --filter '*' ${name}`,
};

/** What npm writes into a new package, and what never ends by itself. */
function isUsable(script: string | undefined): boolean {
  return script !== undefined && !/no test specified/.test(script) && !/--watch\b|--watchAll\b/.test(script);
}

type Manager = "npm" | "pnpm" | "yarn" | "bun";

function managerOf(here: Around): Manager {
  const said = /^(npm|pnpm|yarn|bun)@/.exec(asText(manifestOf(here.text("package.json")).packageManager) ?? "")?.[1];
  if (said !== undefined) return said as Manager;
  if (here.has("pnpm-lock.yaml", "pnpm-workspace.yaml")) return "pnpm";
  if (here.has("yarn.lock")) return "yarn";
  return here.has("bun.lock", "bun.lockb") ? "bun" : "npm";
}

function runScript(manager: Manager, name: string): string {
  if (name === "test" && manager !== "bun") return `${manager} test`;
  return manager === "yarn" ? `yarn ${name}` : `${manager} run ${name}`;
}

function scriptsOf(text: string): Readonly<Record<string, string>> | null {
  if (text === "") return null;
  const scripts = Object.entries(asMapping(manifestOf(text).scripts));
  return Object.fromEntries(scripts.flatMap(([name, run]) => (typeof run === "string" ? [[name, run]] : [])));
}

/** What a fresh worktree needs first. */
export function nodeSetup(here: Around): readonly string[] {
  const { dependencies, devDependencies, workspaces } = manifestOf(here.text("package.json"));
  const needs = [dependencies, devDependencies, workspaces].some((each) => Object.keys(asMapping(each)).length > 0);
  if (!needs && !Array.isArray(workspaces)) return [];
  switch (managerOf(here)) {
    case "pnpm":
      return ["pnpm install --frozen-lockfile"];
    case "yarn":
      return [here.has(".yarnrc.yml") ? "yarn install --immutable" : "yarn install --frozen-lockfile"];
    case "bun":
      return ["bun install --frozen-lockfile"];
    case "npm":
      return [here.has("package-lock.json", "npm-shrinkwrap.json") ? "npm ci" : "npm install"];
  }
}
