/**
 * Makes a board from a request, numbered after what is there: where a Manager agent is configured it makes the board, otherwise
 * Reeve writes the kanban file and a first design task. Reeve never overwrites a file.
 */
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { makeFolderSync } from "../../effects/files/make-folder.ts";
import { writeWholeSync } from "../../effects/files/write-whole.ts";
import { numberOf } from "../../systems/kanban/files/paths.ts";
import { newTaskText, slugOf } from "../../systems/kanban/manager/new-task.ts";
import { loadConfig } from "../project/load.ts";
import { type Project, shown } from "../project/project.ts";
import { granted, orJournalTrouble, type Reply, refused } from "../reply.ts";
import { listBoards } from "./boards.ts";
import { type Boards, type OpenBoard, openBoard, type WorkBoardWish } from "./work-board.ts";

export interface NewBoardWish {
  readonly cwd: string;
  readonly request: string;
  /** The folder of the board; `tasks` of the project if not given. */
  readonly dir: string | undefined;
  readonly now: number;
}

export interface NewBoard {
  readonly board: string;
  readonly task: string;
}

/** The Manager is asked as soon as `open.finish` is called. */
export interface AskedBoard {
  readonly board: string;
  readonly open: OpenBoard;
}

type Telling = Pick<WorkBoardWish, "onSentence" | "onEvents">;

/** Null: no Manager agent is configured, so `newBoard` makes the board. */
export async function askForBoard(
  world: Boards,
  project: Project,
  wish: NewBoardWish & Telling,
): Promise<Reply<AskedBoard> | null> {
  const config = loadConfig(project);
  if (!config.ok || config.value.kanban.manager === undefined) return null;
  return orJournalTrouble(() => ask(world, project, wish));
}

async function ask(world: Boards, project: Project, wish: NewBoardWish & Telling): Promise<Reply<AskedBoard>> {
  const named = nameBoard(project, wish);
  if (!named.ok) return named;
  const { text } = named.value;
  const board = (await unfinished(project, text)) ?? named.value.board;
  const { onSentence, onEvents } = wish;
  const file = shown(board, project.root);
  const common = { cwd: project.root, file, doneAgain: false, onSentence, onEvents };
  const opened = await openBoard(world, project, { ...common, instruction: instructionOf(text, file) });
  return opened.ok ? granted({ board: shown(board, wish.cwd), open: opened.value }) : opened;
}

const TITLE_MAX = 80;

export function newBoard(project: Project, wish: NewBoardWish): Reply<NewBoard> {
  const { cwd, now } = wish;
  const named = nameBoard(project, wish);
  if (!named.ok) return named;
  const { text, title, board, task } = named.value;
  const time = new Date(now).toISOString();
  const [boardShown, taskShown] = [shown(board, project.root), shown(task, project.root)];
  writeWholeSync(task, firstTask(text, title, boardShown, time));
  writeWholeSync(board, boardText(text, title, taskShown, time));
  return granted({ board: shown(board, cwd), task: shown(task, cwd) });
}

/** The board that a Manager was asked for with the same request and has not answered; it may have written files already. */
async function unfinished(project: Project, text: string): Promise<string | null> {
  const found = (await listBoards(project)).find(({ loop: { step, interrupted, board } }) => {
    const call = "call" in step ? step.call : interrupted;
    return call?.instruction !== undefined && call.instruction === instructionOf(text, board);
  });
  return found ? join(project.root, found.loop.board) : null;
}

interface Named {
  readonly text: string;
  readonly title: string;
  readonly board: string;
  readonly task: string;
}

function nameBoard(project: Project, { cwd, request, dir }: NewBoardWish): Reply<Named> {
  const text = request.trim();
  if (text === "") return refused({ what: "spec_empty", file: "the request" });
  const folder = dir === undefined ? join(project.root, "tasks") : resolve(cwd, dir);
  makeFolderSync(folder);
  const number = Math.max(-1, ...readdirSync(folder).map((name) => numberOf(name) ?? -1)) + 1;
  const title = (text.split("\n")[0] ?? "").slice(0, TITLE_MAX);
  const boardName = `${number}-kanban-${slugOf(title)}.md`;
  const taskName = `${number + 1}-design-${slugOf(title)}.md`;
  const [board, task] = [join(folder, boardName), join(folder, taskName)];
  const taken = [board, task].filter((path) => existsSync(path));
  if (taken.length > 0) return refused({ what: "files_exist", files: taken.map((path) => shown(path, cwd)) });
  return granted({ text, title, board, task });
}

function instructionOf(request: string, board: string): string {
  return `Make a board from this request: write the kanban file ${board} and its first task files beside it, with numbers after its own. Its front matter has type: kanban, title, phase, current (the first task's path) and tasks (all paths); below it stand the sections "## Request" and "## Plan Adjustment Log". Work none of the tasks.\n\nThe request:\n${request}`;
}

function firstTask(request: string, title: string, board: string, time: string): string {
  return newTaskText(
    {
      title: `Design: ${title}`,
      role: "Architect",
      type: "design",
      priority: "high",
      dependencies: [],
      context: `${request}\n\nDesign it, and list what is to be done under "## Work Items".`,
      files: [],
      origin: "request",
    },
    board,
    time,
  );
}

function boardText(request: string, title: string, task: string, time: string): string {
  return [
    "---",
    "type: kanban",
    `title: ${JSON.stringify(title)}`,
    `created: '${time}'`,
    "phase: design",
    `current: ${JSON.stringify(task)}`,
    `tasks: [${JSON.stringify(task)}]`,
    "---",
    "",
    `# Kanban: ${title}`,
    "",
    "## Request",
    "",
    request,
    "",
    "## Plan Adjustment Log",
    "",
    `### [${time}] Board made`,
    "",
    `- First comes ${task}.`,
    "",
  ].join("\n");
}
