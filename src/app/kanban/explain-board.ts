/** Why a board, or one task of it, stands as it does: what happened in its newest run, oldest first, and what is next. Reads only. */

import { nameOf } from "../../systems/kanban/files/paths.ts";
import type { LoopEvent, LoopInput } from "../../systems/kanban/loop/loop-types.ts";
import { loopSentence } from "../../systems/kanban/loop/loop-words.ts";
import { type Project, shown } from "../project/project.ts";
import { granted, orJournalTrouble, type Reply, refused } from "../reply.ts";
import { type BoardView, boardPath, boardRuns, listBoards, viewOf } from "./boards.ts";

export interface BoardExplained {
  readonly view: BoardView;
  readonly happened: readonly Told[];
}

export interface Told {
  readonly at: number;
  readonly type: LoopEvent["type"];
  readonly text: string;
  readonly evidence: readonly string[];
}

/** `file`: a kanban file, or a task's. */
export function explainBoard(project: Project, cwd: string, file: string): Promise<Reply<BoardExplained>> {
  return orJournalTrouble(async () => {
    const path = shown(boardPath(project, cwd, file), project.root);
    const boards = await listBoards(project);
    const isTaskOf = (tasks: readonly string[]) => tasks.some((task) => nameOf(task) === nameOf(path));
    const found =
      boards.find(({ loop }) => loop.board === path) ??
      boards.find(({ loop }) => isTaskOf([...loop.tasks, ...loop.begun.keys()]));
    if (!found) return refused({ what: "no_board", file, known: boards.map(({ loop }) => loop.board) });
    const only = found.loop.board === path ? null : nameOf(path);
    const happened: Told[] = [];
    for await (const { at, events } of boardRuns(project).read<LoopInput, LoopEvent>(found.run, 1))
      for (const event of events) {
        const text = only === null || isAbout(event, only) ? loopSentence(event) : null;
        if (text !== null) happened.push({ at, type: event.type, text, evidence: evidenceOf(event) });
      }
    return granted({ view: viewOf(found), happened });
  });
}

function isAbout(event: LoopEvent, task: string): boolean {
  if ("call" in event) return nameOf(event.call.task) === task;
  return event.type === "loop_ended";
}

function evidenceOf(event: LoopEvent): readonly string[] {
  if (event.type === "agent_called" && event.call.retries > 0) return [`input SHA-256 ${event.call.hash}`];
  return event.type === "call_retried" ? [`received: ${event.retry.received.replace(/\s+/g, " ").slice(0, 300)}`] : [];
}
