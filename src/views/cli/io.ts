/** What a command may do to the terminal. Given by the composition root, so that tests read what a person would see. */
import { EXIT, type ExitCode } from "./exit-codes.ts";
import { rowsOf } from "./rows.ts";

export interface Io {
  readonly cwd: string;
  /** What `out` takes is shown on a terminal. */
  readonly isTty: boolean;
  /** The same of `err`. */
  readonly isErrTty: boolean;
  readonly size: () => { readonly columns: number; readonly rows: number };
  readonly now: () => number;
  /** As it is; sentences for people go through `print` and `printErr`. */
  out(text: string): void;
  err(text: string): void;
}

export interface CommonOptions {
  readonly json?: boolean;
  readonly run?: string;
}

/** No lines are nothing, not an empty one. A terminal gets rows that break between words; a pipe gets the lines as they are. */
export function print(io: Io, lines: readonly string[]): void {
  if (lines.length === 0) return;
  const text = lines.join("\n");
  io.out(`${io.isTty ? rowsOf(text, io.size().columns) : text}\n`);
}

/** The same beside what a program reads: what goes wrong, and what is said meanwhile. */
export function printErr(io: Io, text: string): void {
  io.err(`${io.isErrTty ? rowsOf(text, io.size().columns) : text}\n`);
}

/** The same value to a program, and harmless on a terminal: what could steer one is written as an escape. */
export function printJson(io: Io, value: unknown): void {
  io.out(`${JSON.stringify(value).replace(/[\p{Cc}\p{Cf}]/gu, escaped)}\n`);
}

function escaped(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}

/** What went wrong, in one sentence, on the stream where it is looked for. */
function fail(io: Io, json: boolean | undefined, code: ExitCode, sentence: string): ExitCode {
  if (json) printJson(io, { error: sentence, exit: code });
  else printErr(io, `reeve: ${sentence}`);
  return code;
}

export function badInput(io: Io, json: boolean | undefined, sentence: string): ExitCode {
  return fail(io, json, EXIT.badInput, sentence);
}
