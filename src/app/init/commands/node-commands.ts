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
  const compiles =
    types.length === 0 && here.has("tsconfig.json") && !/\btsc\b/.test(Object.values(scripts).join("\n"));
  return [
    ...types,
    ...(compiles ? [{ kind: "types", run: "npx tsc --noEmit", from: "tsconfig.json" } as const] : []),
    ...named("lint", ["lint"]),
    ...named("test", ["test:ci", "test", "test:unit"]),
  ];
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
