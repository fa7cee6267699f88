/**
 * A command as data: its name, what it is for, an example, its options, and the way to what it does, which is loaded only
 * when it is used, because `status` must be quick. Every command gets `--json` and a help that ends with its example.
 */
import { type Command, InvalidArgumentError, Option } from "commander";
import { findProject } from "../../app/project/project.ts";
import type { Refusal } from "../../app/refusal.ts";
import type { World } from "../../app/world.ts";
import type { ExitCode } from "./exit-codes.ts";
import type { CommonOptions, Io } from "./io.ts";
import { refuse } from "./refuse.ts";

/** What a command works with. */
export interface Desk {
  readonly io: Io;
  readonly world: World;
  /** Aborted when the person presses Ctrl-C in a command that only watches. */
  readonly signal: AbortSignal;
  readonly others: OtherCommands;
}

/** For a command that offers the others in another way. */
export interface OtherCommands {
  readonly all: readonly CommandSpec[];
  /** Works a command line as if it had been typed, with the streams that are given. */
  readonly work: (argv: readonly string[], io: Io) => Promise<ExitCode>;
}

export interface CommandSpec {
  /** Name and arguments, as commander writes them. */
  readonly usage: string;
  readonly about: string;
  readonly example: string;
  readonly options?: readonly OptionSpec[];
  /** More help, after the example. */
  readonly more?: string;
  /** Commands below this one. */
  readonly commands?: readonly CommandSpec[];
  /** Stands for the command above it where none is named. */
  readonly isDefault?: boolean;
  /** It changes nothing, with these options: agents may use it too. Whatever does not say so is for people alone. */
  readonly looks?: true | Looks;
  /** Absent where only the commands below do something. */
  readonly act?: Act;
}

export interface OptionSpec {
  readonly flags: string;
  readonly about: string;
  readonly parse?: (text: string, before: never) => unknown;
  readonly choices?: readonly string[];
  readonly byDefault?: unknown;
}

type Looks = (options: Readonly<Record<string, unknown>>, ...args: readonly unknown[]) => boolean;
type Act = (desk: Desk, options: unknown, ...args: unknown[]) => Promise<ExitCode> | ExitCode;

/** Whoever declares a command knows what its usage and its options make of what is typed. */
export function command<O extends CommonOptions, A extends readonly unknown[] = []>({
  act,
  ...spec
}: Omit<CommandSpec, "act"> & {
  readonly act?: (desk: Desk, options: O, ...args: A) => Promise<ExitCode> | ExitCode;
}): CommandSpec {
  if (act === undefined) return spec;
  return { ...spec, act: (desk, options, ...args) => act(desk, options as O, ...(args as unknown as A)) };
}

export function addCommand(
  parent: Command,
  spec: CommandSpec,
  desk: Desk,
  done: (code: ExitCode) => void,
  above = "reeve",
): Command {
  const { usage, about, example, options = [], more = "", commands = [], act, isDefault = false } = spec;
  const added = parent
    .command(usage, { isDefault })
    .copyInheritedSettings(parent)
    .description(about)
    .option("--json", "print JSON instead of sentences")
    .addHelpText("after", `\nExample:\n  ${example}${more === "" ? "" : `\n\n${more}`}`);
  const name = `${above} ${added.name()}`;
  added.showHelpAfterError(`\`${name} --help\` shows how to use it.`);
  for (const option of options) added.addOption(optionOf(option));
  for (const each of commands) addCommand(added, each, desk, done, name);
  if (act === undefined) return added;
  return added.action(async (...given: unknown[]) => {
    const args = given.slice(0, -2);
    // Commander hands an option that both know to the command above.
    const options = added.optsWithGlobals();
    const refusal = isLook(spec, options, args) ? null : await refusalOfAgents(desk, [name, ...args]);
    done(refusal === null ? await act(desk, options, ...args) : await refuse(desk.io, options["json"], refusal));
  });
}

function isLook({ looks }: CommandSpec, options: Record<string, unknown>, args: readonly unknown[]): boolean {
  return typeof looks === "function" ? looks(options, ...args) : looks === true;
}

/** Orders are a person's: before anything else is done for one, who gives it is looked at. */
async function refusalOfAgents({ io }: Desk, said: readonly unknown[]): Promise<Refusal | null> {
  const { refuseAgents } = await import("../../app/person/refuse-agents.ts");
  const command = said.filter((part) => typeof part === "string").join(" ");
  return (await refuseAgents(findProject(io.cwd), { command, now: io.now() }))?.refusal ?? null;
}

function optionOf({ flags, about, parse, choices, byDefault }: OptionSpec): Option {
  const option = new Option(flags, about);
  if (choices !== undefined) option.choices(choices);
  if (parse !== undefined) option.argParser(parse as (text: string, before: unknown) => unknown);
  return byDefault === undefined ? option : option.default(byDefault);
}

export const OF_RUN: OptionSpec = { flags: "--run <id>", about: "which run; the newest if not given" };

export function integer(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !Number.isInteger(number)) throw new InvalidArgumentError("It must be a whole number.");
  return number;
}

/** More than 0. */
function amount(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number) || number <= 0)
    throw new InvalidArgumentError("It must be a number above 0.");
  return number;
}

/** Repeated, or with commas. */
export function listed(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...text.split(",").flatMap((each) => (each.trim() === "" ? [] : [each.trim()]))];
}

/** Repeated; each is one as it stands. */
export function repeated(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

export const BUDGET_OPTIONS: readonly OptionSpec[] = [
  { flags: "--usd <n>", about: "US dollars", parse: amount },
  { flags: "--tokens <n>", about: "tokens", parse: wholeNumber },
  { flags: "--minutes <n>", about: "minutes", parse: amount },
];

export interface BudgetOptions {
  readonly usd?: number;
  readonly tokens?: number;
  readonly minutes?: number;
}

export function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError("It must be a whole number from 1 on.");
  return number;
}
