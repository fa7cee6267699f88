/** How a command is declared: description, --json, an example in its help; which run it is about. */
import { type Command, InvalidArgumentError } from "commander";
import type { World } from "../../app/world.ts";
import type { ExitCode } from "./exit-codes.ts";
import type { Io } from "./io.ts";

export interface ProgramOptions {
  readonly io: Io;
  readonly version: string;
  /** Built only for commands that need it. */
  readonly world: () => Promise<World>;
  /** Aborted when the person presses Ctrl-C in a command that only watches. */
  readonly signal: AbortSignal;
  readonly done: (code: ExitCode) => void;
}

export function command(program: Command, usage: string, description: string, example: string): Command {
  return program
    .command(usage)
    .description(description)
    .option("--json", "print JSON instead of sentences")
    .addHelpText("after", `\nExample:\n  ${example}`);
}

export function ofRun(command: Command): Command {
  return command.option("--run <id>", "which run; the newest if not given");
}

export function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError("It must be a whole number from 1 on.");
  return number;
}
