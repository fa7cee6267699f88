/** What the program exits with for the end of a board. */
import type { BoardEnd } from "../../../app/kanban/boards.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";

export function boardExit({ type }: BoardEnd): ExitCode {
  return EXITS[type];
}

const EXITS: Readonly<Record<BoardEnd["type"], ExitCode>> = {
  complete: EXIT.ok,
  made: EXIT.ok,
  failed: EXIT.failed,
  refused: EXIT.badInput,
  halted: EXIT.needsPerson,
  overrun: EXIT.needsPerson,
  stopped: EXIT.stopped,
};
