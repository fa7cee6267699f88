/** A board and its tasks as Reeve understands them, with every mistake of every file. Reads only. */
import type { Mistake } from "../../config/mistakes/mistake.ts";
import type { Board } from "../../systems/kanban/files/board.ts";
import { BoardFiles } from "../../systems/kanban/files/board-files.ts";
import { lookAtBoard } from "../../systems/kanban/files/look-at-board.ts";
import { nameOf } from "../../systems/kanban/files/paths.ts";
import { roleOf } from "../../systems/kanban/files/role-of.ts";
import type { BoardRole, TaskFile } from "../../systems/kanban/files/task-file.ts";
import type { Project } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";
import { boardPath } from "./boards.ts";

export interface CheckedBoard {
  readonly board: Board;
  readonly tasks: readonly CheckedTask[];
  /** What costs a file, and what the board says that is not so. */
  readonly mistakes: readonly Mistake[];
  /** What else is worth knowing before it is worked. */
  readonly notes: readonly string[];
  /** Markdown files beside the board that are not on it. */
  readonly strays: readonly string[];
}

export interface CheckedTask extends Pick<TaskFile, "title" | "type" | "priority" | "state" | "isDone"> {
  /** As the board names it. */
  readonly path: string;
  /** Where it was found, if under another name. */
  readonly foundAs: string | null;
  readonly role: BoardRole;
  readonly waitsFor: readonly string[];
  readonly isCurrent: boolean;
}

export function checkBoard(project: Project, cwd: string, file: string): Reply<CheckedBoard> {
  const files = new BoardFiles(project.root, boardPath(project, cwd, file));
  const read = files.readBoard();
  if (!read.ok) return refused({ what: "mistakes", mistakes: read.mistakes, warnings: [], kept: "kanban" });
  const { board } = read;
  const mistakes: Mistake[] = [];
  const notes: string[] = [];
  const currentName = board.current === null ? null : files.find(board.current);
  const tasks = board.tasks.flatMap((path): CheckedTask[] => {
    const name = files.find(path);
    if (name === null) {
      notes.push(`${path} is on the board, but does not exist.`);
      return [];
    }
    if (name !== nameOf(path)) notes.push(`${path} is now ${files.pathOf(name)}.`);
    const task = files.read(name);
    if (!task.ok) {
      mistakes.push(...task.mistakes);
      return [];
    }
    const { title, type, priority, state, isDone, dependencies } = task.value.task;
    const waitsFor = dependencies.filter((each) => !isFinished(files, each));
    for (const each of waitsFor)
      if (files.find(each) === null) notes.push(`${path} depends on ${each}, which does not exist.`);
    const foundAs = name === nameOf(path) ? null : files.pathOf(name);
    const role = roleOf(board, task.value.task);
    return [{ path, foundAs, title, type, priority, state, isDone, role, waitsFor, isCurrent: name === currentName }];
  });
  const look = lookAtBoard(files, { doneAgain: false });
  if (look.refused && mistakes.length === 0) notes.push(...look.refused);
  return granted({ board, tasks, mistakes, notes: [...new Set(notes)], strays: straysOf(files, board) });
}

function isFinished(files: BoardFiles, path: string): boolean {
  const name = files.find(path);
  const read = name === null ? null : files.read(name);
  return read?.ok === true && read.value.task.isDone;
}

function straysOf(files: BoardFiles, board: Board): readonly string[] {
  const onBoard = new Set(board.tasks.map((path) => files.find(path) ?? nameOf(path)));
  return files.names().filter((name) => !onBoard.has(name) && files.pathOf(name) !== files.boardFile);
}
