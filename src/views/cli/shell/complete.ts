/**
 * What could come next on a command line, from the table of commands itself, so that no list is kept twice: commands, options,
 * the values they take, and the names in this project (tasks, open questions, runs). It only looks.
 */
import type { CommandSpec, OptionSpec } from "../command.ts";

/** Names that only the project knows. */
export interface Names {
  readonly tasks: () => Promise<readonly string[]>;
  readonly questions: () => Promise<readonly string[]>;
  readonly runs: () => Promise<readonly string[]>;
}

export interface Completed {
  /** With what it means. */
  readonly words: readonly (readonly [word: string, about: string])[];
  /** Names of files fit as well. */
  readonly files: boolean;
}

/** `words`: all after `reeve`, the last one being typed. */
export async function complete(
  table: readonly CommandSpec[],
  words: readonly string[],
  names: Names,
): Promise<Completed> {
  const typed = words.at(-1) ?? "";
  const { spec, given } = specOf(table, withoutFolder(words.slice(0, -1)));
  const known = spec === null ? [] : (spec.options ?? []);
  const before = given.at(-1);
  const takes = before === undefined ? undefined : known.find((option) => takesValue(option, before));
  const found = takes ? await valuesOf(takes, names) : await nextWords(table, spec, given, typed, names);
  return { ...found, words: found.words.filter(([word]) => word.startsWith(typed)) };
}

/** `-C folder` comes first, if at all. */
function withoutFolder(words: readonly string[]): readonly string[] {
  return words[0] === "-C" ? words.slice(2) : words;
}

interface Found {
  /** Null: no command is named yet. */
  readonly spec: CommandSpec | null;
  /** Words after its name. */
  readonly given: readonly string[];
}

function specOf(table: readonly CommandSpec[], words: readonly string[]): Found {
  let [spec, given]: [CommandSpec | null, readonly string[]] = [null, words];
  for (let below: readonly CommandSpec[] = table; given.length > 0; below = spec.commands ?? []) {
    const next = below.find((each) => nameOf(each) === given[0]);
    if (next === undefined) break;
    [spec, given] = [next, given.slice(1)];
  }
  return { spec, given };
}

async function nextWords(
  table: readonly CommandSpec[],
  spec: CommandSpec | null,
  given: readonly string[],
  typed: string,
  names: Names,
): Promise<Completed> {
  const below = spec === null ? table : (spec.commands ?? []);
  const commands = given.length > 0 ? [] : below.map((each) => [nameOf(each), each.about] as const);
  const options = typed.startsWith("-") ? optionsOf(spec) : [];
  const argument = spec === null ? undefined : argumentAt(spec, given);
  const values = argument === undefined || typed.startsWith("-") ? [] : await namesFor(argument, names);
  const files = argument !== undefined && FILES.test(argument);
  return { words: [...commands, ...options, ...values.map((name) => [name, ""] as const)], files };
}

const FILES = /^(?:plan|file|folder|dir|files|path)\b/;

function optionsOf(spec: CommandSpec | null): readonly (readonly [string, string])[] {
  const own = (spec?.options ?? []).map(({ flags, about }) => [longOf(flags), about] as const);
  const all = [["--help", "how it is used"] as const];
  return spec === null
    ? [...all, ["--version", "which Reeve this is"], ["-C", "as if started in that folder"]]
    : [...own, ["--json", "JSON instead of sentences"], ...all];
}

/** The argument that the word stands for, by its name in the usage. */
function argumentAt({ usage, options = [] }: CommandSpec, given: readonly string[]): string | undefined {
  const args = [...usage.matchAll(/[<[]([\w-]+)(\.\.\.)?[>\]]/g)];
  let count = 0;
  for (const [n, word] of given.entries()) {
    const before = given[n - 1];
    const isValue = before !== undefined && options.some((option) => takesValue(option, before));
    if (!word.startsWith("-") && !isValue) count += 1;
  }
  const last = args.at(-1);
  return args[count]?.[1] ?? (last?.[2] === "..." ? last[1] : undefined);
}

async function namesFor(argument: string, names: Names): Promise<readonly string[]> {
  if (/^(?:task|target|tasks)$/.test(argument)) return names.tasks();
  if (/^questions?$/.test(argument)) return names.questions();
  return argument === "run" ? names.runs() : [];
}

async function valuesOf({ flags, choices }: OptionSpec, names: Names): Promise<Completed> {
  const name = longOf(flags);
  const words = choices ?? (name === "--run" ? await names.runs() : name === "--like" ? await names.questions() : []);
  return { words: words.map((word) => [word, ""] as const), files: words.length === 0 };
}

function takesValue({ flags }: OptionSpec, word: string): boolean {
  return flags.includes("<") && flags.split(/[ ,]+/).includes(word);
}

function longOf(flags: string): string {
  return flags.split(/[ ,]+/).find((part) => part.startsWith("--")) ?? flags.split(" ")[0] ?? flags;
}

function nameOf({ usage }: CommandSpec): string {
  return usage.split(" ")[0] ?? usage;
}
