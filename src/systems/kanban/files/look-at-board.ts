/**
 * What the files say at the beginning of a round: which task is current, who works it, or why nothing can be done. What
 * does not agree is named; nothing is guessed and nothing is written.
 */
import { formatMistake } from "../../../config/mistakes/mistake.ts";
import { digest } from "../loop/loop-rules.ts";
import type { BoardRead } from "../loop/loop-types.ts";
import type { BoardFiles } from "./board-files.ts";
import { roleOf } from "./role-of.ts";
import { retriesIn } from "./supervisor-log.ts";
import { type BoardRole, workLogOf } from "./task-file.ts";

export interface Looking {
  /** The person said that a task which is done may be worked again. */
  readonly doneAgain: boolean;
  /** A task without one would be called, and called again, for nothing. Left out: nobody is going to be called. */
  readonly agents?: Readonly<Record<BoardRole, object | null>>;
}

export function lookAtBoard(files: BoardFiles, { doneAgain, agents }: Looking): BoardRead {
  const read = files.readBoard();
  if (!read.ok) return refused(read.mistakes.map(formatMistake));
  const { board } = read;
  if (board.current === null || board.phase === "complete")
    return { type: "board_read", isOver: true, tasks: board.tasks };
  const name = files.find(board.current);
  if (name === null)
    return refused([
      `${files.boardFile} names ${board.current} as current, which does not exist. Set current to one of its tasks, or to null.`,
    ]);
  const task = files.read(name);
  if (!task.ok) return refused(task.mistakes.map(formatMistake));
  if (task.value.task.isDone && !doneAgain)
    return refused([alreadyDone(files, board.current, board.phaseWritten, allDone(files, board.tasks))]);
  const role = roleOf(board, task.value.task);
  // There is always a built-in Manager.
  if (role !== "Manager" && agents?.[role] === null)
    return refused([
      `No agent is configured for the ${role}, who works ${files.pathOf(name)}. Name one under \`agents\` in reeve.yaml; where there are several, say which under \`kanban\`.`,
    ]);
  const round = digest(workLogOf(task.value.text));
  const retries = retriesIn(task.value.text, role, round);
  return { type: "board_read", isOver: false, tasks: board.tasks, task: files.pathOf(name), role, round, retries };
}

function alreadyDone(files: BoardFiles, current: string, phase: string, all: boolean): string {
  const what = all
    ? `Every task of ${files.boardFile} is done, but its phase is ${phase} and its current task is ${current}.`
    : `${current} is the current task of ${files.boardFile}, but its own file says that it is done.`;
  const mend = all ? "set phase: complete and current: null" : "set current to another task";
  return `${what} If that is right, ${mend}; \`reeve kanban run ${files.boardFile} --anyway\` works it again.`;
}

function allDone(files: BoardFiles, tasks: readonly string[]): boolean {
  return tasks.every((path) => {
    const name = files.find(path);
    const read = name === null ? null : files.read(name);
    return read?.ok === true && read.value.task.isDone;
  });
}

function refused(sentences: readonly string[]): BoardRead {
  return { type: "board_read", refused: sentences };
}
