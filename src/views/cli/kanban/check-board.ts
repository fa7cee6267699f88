/** `reeve kanban check BOARD`: what is understood of a board, and what is wrong with it. */
import { type CheckedBoard, type CheckedTask, checkBoard } from "../../../app/kanban/check-board.ts";
import { findProject } from "../../../app/project/project.ts";
import { countOf, plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printErr, printJson } from "../io.ts";
import { refuse, reportMistakes } from "../refuse.ts";

export async function checkBoardCommand(io: Io, file: string, { json }: CommonOptions): Promise<ExitCode> {
  const checked = checkBoard(findProject(io.cwd), io.cwd, file);
  if (!checked.ok) return refuse(io, json, checked.refusal);
  const { mistakes, notes } = checked.value;
  const code = mistakes.length > 0 || notes.length > 0 ? EXIT.badInput : EXIT.ok;
  if (json) printJson(io, { ...checked.value, exit: code });
  else {
    print(io, boardLines(checked.value));
    reportMistakes(io, mistakes, []);
    for (const note of notes) printErr(io, `reeve: ${plainText(note)}`);
  }
  return code;
}

export function boardLines({ board, tasks, strays }: CheckedBoard): readonly string[] {
  const done = tasks.filter(({ isDone }) => isDone).length;
  const phase = board.subPhase === null ? board.phaseWritten : `${board.phaseWritten}/${board.subPhase}`;
  const aside = strays.length === 0 ? [] : [`Not on the board: ${plainText(strays.join(", "))}.`];
  return [
    `${plainText(board.title)} (${board.file}): phase ${plainText(phase)}, ${done} of ${countOf(board.tasks.length, "task")} done.`,
    ...tasks.map(taskLine),
    ...aside,
  ];
}

function taskLine({ path, role, priority, isDone, state, waitsFor, isCurrent }: CheckedTask): string {
  const mark = isCurrent ? ">" : isDone ? "✓" : " ";
  const how = isDone
    ? state
    : waitsFor.length > 0
      ? `waits for ${waitsFor.join(", ")}`
      : isCurrent
        ? "current"
        : "ready";
  return `${mark} ${plainText(path)}  ${role}, ${priority}, ${plainText(how)}`;
}
