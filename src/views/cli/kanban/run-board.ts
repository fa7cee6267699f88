/** `reeve kanban run BOARD`: works a board and tells what happens, a line each; JSON Lines with --json. */
import { type OpenBoard, openBoard, type WorkBoardWish } from "../../../app/kanban/work-board.ts";
import { noteProject } from "../../../app/machine/registry.ts";
import { findProject } from "../../../app/project/project.ts";
import type { World } from "../../../app/world.ts";
import { plainText } from "../../words.ts";
import type { ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printErr, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";
import { stopOnSignals } from "../run/stop-signals.ts";
import { boardExit } from "./board-exit.ts";

export interface RunBoardOptions extends CommonOptions {
  readonly anyway?: boolean;
}

export async function runBoardCommand(io: Io, world: World, file: string, options: RunBoardOptions): Promise<ExitCode> {
  const { json = false, anyway = false } = options;
  const project = findProject(io.cwd);
  const opened = await openBoard(world, project, {
    cwd: io.cwd,
    file,
    doneAgain: anyway,
    ...boardTelling(io, json),
  });
  if (!opened.ok) return refuse(io, json, opened.refusal);
  noteProject(project, world.env);
  return finishBoard(io, json, opened.value);
}

/** To its end, or until a signal stops it. */
export async function finishBoard(io: Io, json: boolean, { finish, stop, force }: OpenBoard): Promise<ExitCode> {
  const release = stopOnSignals({ order: stop, force }, (line) => printErr(io, line));
  try {
    const ended = await finish();
    if (!ended.ok) return refuse(io, json, ended.refusal);
    if (json) printJson(io, { end: ended.value, exit: boardExit(ended.value) });
    return boardExit(ended.value);
  } finally {
    release();
  }
}

/** What happens, as it does. */
export function boardTelling(io: Io, json: boolean): Pick<WorkBoardWish, "onSentence" | "onEvents"> {
  return {
    onSentence: (sentence) => {
      if (!json) print(io, [plainText(sentence)]);
    },
    onEvents: (events, at) => {
      if (json) for (const event of events) printJson(io, { at: new Date(at).toISOString(), ...event });
    },
  };
}
