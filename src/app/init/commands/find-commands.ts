/**
 * The commands by which a project proves itself, read off its own files: scripts of its package manager, the test runner
 * and linters it is set up for, targets of its makefile. Also what a fresh worktree needs before they can run. It runs
 * none of them and guesses none: what nothing in the project speaks of is not proposed.
 */
import { join } from "node:path";
import { type Around, type CommandKind, type FoundCommand, type Look, lookAround } from "./around.ts";
import { javascript, nodeSetup } from "./node-commands.ts";
import { otherLanguages } from "./other-commands.ts";
import { python } from "./python-commands.ts";

export interface FoundCommands {
  readonly gates: readonly FoundCommand[];
  /** For `workspace.setup`. */
  readonly setup: readonly string[];
}

/** Where the folder itself names none, those of the folders in it: a back end and a front end side by side. */
export function findCommands(folder: string): FoundCommands {
  const here = lookAround(folder);
  const own = commandsOf(here);
  if (own.gates.length > 0) return own;
  const parts = [...here.names]
    .filter((name) => PART.test(name) && !NO_PARTS.has(name))
    .sort()
    .slice(0, PARTS_MAX)
    .map((name) => within(name, commandsOf(lookAround(join(folder, name)))))
    .filter(({ gates }) => gates.length > 0);
  return {
    gates: ORDER.flatMap((kind) => parts.flatMap(({ gates }) => gates.filter((each) => each.kind === kind))),
    setup: [...own.setup, ...parts.flatMap(({ setup }) => setup)],
  };
}

/** Names that a shell takes as they are. */
const PART = /^\w[\w.-]*$/;
/** What holds other people's code, or no project. */
const NO_PARTS: ReadonlySet<string> = new Set(["node_modules", "vendor", "third_party", "examples", "dist", "build"]);
const PARTS_MAX = 40;

function within(part: string, { gates, setup }: FoundCommands): FoundCommands {
  return {
    gates: gates.map(({ kind, run, from }) => ({ kind, run: `cd ${part} && ${run}`, from: `${part}/${from}` })),
    setup: setup.map((run) => `cd ${part} && ${run}`),
  };
}

function commandsOf(here: Around): FoundCommands {
  const found = LANGUAGES.flatMap((look) => look(here));
  // A target of a makefile, or of its like, mostly calls what was found already.
  const kinds = new Set(found.map(({ kind }) => kind));
  const wrapped = RUNNERS.flatMap((look) => look(here)).filter(({ kind }) => !kinds.has(kind));
  const gates = [...new Map([...found, ...firstOfKind(wrapped)].map((each) => [each.run, each])).values()];
  return { gates: ORDER.flatMap((kind) => gates.filter((each) => each.kind === kind)), setup: setupOf(here) };
}

/** What is quick to fail comes first. */
const ORDER: readonly CommandKind[] = ["types", "lint", "test"];

const LANGUAGES: readonly Look[] = [javascript, python, otherLanguages];

/** Programs that run targets of a file, and how a target is written there. */
const RUNNERS: readonly Look[] = [
  targets("make", ["GNUmakefile", "Makefile", "makefile"], (name) => new RegExp(`^${name}\\s*:(?!=)`, "m")),
  targets("just", ["justfile", "Justfile", ".justfile"], (name) => new RegExp(`^@?${name}\\b[^\\n:=]*:(?!=)`, "m")),
  targets("task", ["Taskfile.yml", "Taskfile.yaml"], (name) => new RegExp(`^  ${name}:`, "m")),
];

const TARGETS: Readonly<Record<CommandKind, readonly string[]>> = {
  types: ["typecheck", "types"],
  lint: ["lint"],
  test: ["test", "check"],
};

function targets(program: string, files: readonly string[], written: (name: string) => RegExp): Look {
  return (here) => {
    const from = files.find((name) => here.has(name));
    if (from === undefined) return [];
    const text = here.text(from);
    return ORDER.flatMap((kind) => {
      const name = TARGETS[kind].find((each) => written(each).test(text));
      return name === undefined ? [] : [{ kind, run: `${program} ${name}`, from }];
    });
  };
}

function firstOfKind(found: readonly FoundCommand[]): readonly FoundCommand[] {
  return ORDER.flatMap((kind) => found.find((each) => each.kind === kind) ?? []);
}

function setupOf(here: Around): readonly string[] {
  return [...nodeSetup(here), ...SETUPS.flatMap(([file, run]) => (here.has(file) ? [run] : []))];
}

const SETUPS = [
  ["uv.lock", "uv sync"],
  ["poetry.lock", "poetry install"],
  ["Pipfile.lock", "pipenv sync --dev"],
  ["composer.json", "composer install"],
  ["Gemfile", "bundle install"],
  ["mix.exs", "mix deps.get"],
] as const;
