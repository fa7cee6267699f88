/** The boards of a project: where their runs are kept, and how each stands. Looks only. */
import { join, resolve } from "node:path";
import { openRuns } from "../../journal/open-runs.ts";
import type { Holder, Runs } from "../../journal/runs.ts";
import { loopRules } from "../../systems/kanban/loop/loop-rules.ts";
import type { Loop, LoopEnd } from "../../systems/kanban/loop/loop-types.ts";
import { endSentence } from "../../systems/kanban/loop/loop-words.ts";
import type { Project } from "../project/project.ts";
import { granted, orJournalTrouble, type Reply } from "../reply.ts";

export interface BoardRun {
  readonly run: string;
  readonly dir: string;
  readonly loop: Loop;
  /** Of the newest record. */
  readonly at: number;
  readonly holder: Holder | null;
}

/** A store of its own: its runs are not those of plans. */
export function boardRuns({ stateDir }: Project): Runs {
  return openRuns({ stateDir: boardsDir(stateDir) });
}

export function boardsDir(stateDir: string): string {
  return join(stateDir, "kanban");
}

/** Newest first; the newest of each board only. */
export async function listBoards(project: Project): Promise<readonly BoardRun[]> {
  const runs = boardRuns(project);
  const found = new Map<string, BoardRun>();
  for (const run of (await runs.list()).toReversed()) {
    const { state: loop, head } = await runs.state(run, loopRules);
    if (loop.board === "" || found.has(loop.board)) continue;
    const dir = join(boardsDir(project.stateDir), "runs", run);
    found.set(loop.board, { run, dir, loop, at: head.at, holder: await runs.holder(run) });
  }
  return [...found.values()];
}

/** As it is named in sentences and journals: seen from the project. */
export function boardPath({ root }: Project, cwd: string, file: string): string {
  return resolve(cwd, file).startsWith(root) ? resolve(cwd, file) : resolve(root, file);
}

/** How a board stands, for any screen. */
export interface BoardView {
  readonly board: string;
  readonly run: string;
  readonly state: "working" | "interrupted" | LoopEnd["type"];
  readonly at: number;
  /** What happened, and what to do next. */
  readonly sentence: string;
  readonly needsPerson: boolean;
}

export type BoardEnd = LoopEnd;

export function viewBoards(project: Project): Promise<Reply<readonly BoardView[]>> {
  return orJournalTrouble(async () => granted((await listBoards(project)).map(viewOf)));
}

export function viewOf({ loop, run, at, holder }: BoardRun): BoardView {
  const { board, step } = loop;
  const common = { board, run, at };
  if (step.type === "ended") {
    const needsPerson = step.end.type === "failed" || step.end.type === "halted" || step.end.type === "overrun";
    if (step.end.type === "made")
      return {
        ...common,
        state: "made",
        sentence: `${endSentence(step.end)} \`reeve kanban run ${board}\` works it.`,
        needsPerson,
      };
    const next = needsPerson ? ` \`reeve kanban run ${board}\` continues once it is mended.` : "";
    return { ...common, state: step.end.type, sentence: `${endSentence(step.end)}${next}`, needsPerson };
  }
  if ("call" in step && step.call.instruction !== undefined)
    return { ...common, ...making(holder !== null), needsPerson: false };
  const on = "call" in step ? `${step.call.task}, the ${step.call.role}` : "the board";
  if (holder !== null) return { ...common, state: "working", sentence: `Working on ${on}.`, needsPerson: false };
  const sentence = `No Reeve is running; it was at ${on}. \`reeve kanban run ${board}\` resumes it.`;
  return { ...common, state: "interrupted", sentence, needsPerson: false };
}

function making(isHeld: boolean): Pick<BoardView, "state" | "sentence"> {
  if (isHeld) return { state: "working", sentence: "The Manager makes it." };
  const sentence =
    "No Reeve is running; the Manager was making it. `reeve kanban new` with the same request resumes that.";
  return { state: "interrupted", sentence };
}
