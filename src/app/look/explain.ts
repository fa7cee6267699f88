/**
 * Why a run or a task stands as it does: for every task that is not done what it waits for, and of one task every
 * decision about it, oldest first, with what earlier runs knew of its failures and what moves it next.
 */
import type { Because } from "../../domain/because.ts";
import type { Failure } from "../../domain/proof/failure.ts";
import type { Giver } from "../../domain/work/giver.ts";
import { isFinal, type Task, type TaskStatus } from "../../domain/work/task.ts";
import { seenBefore } from "../../engine/causes/history/known-causes.ts";
import type { Event } from "../../engine/event.ts";
import { type Move, nextMove } from "../../engine/next-move.ts";
import { unknownTask } from "../orders/order-refused.ts";
import { type OpenedRun, withRun } from "../project/open-run.ts";
import type { Project } from "../project/project.ts";
import { recordsOf } from "../project/records.ts";
import { granted, type Reply } from "../reply.ts";
import { aboutTask } from "./about-task.ts";
import { giverOf } from "./giver-of.ts";
import { type MonitorView, monitorsView } from "./parts/monitors-view.ts";

export interface RunExplained {
  /** What the last look at the integrated whole found, where it is red; the state knows only that it is. */
  readonly red: Happened | null;
  /** What people last did with the run as a whole, oldest first. */
  readonly ordered: readonly Happened[];
  readonly open: readonly OpenTask[];
  readonly monitors: readonly MonitorView[];
}

export interface OpenTask {
  readonly task: string;
  readonly status: TaskStatus;
  readonly move: Move;
  readonly because: Because | null;
}

export interface TaskExplained {
  readonly task: Task;
  readonly decisions: readonly Happened[];
  /** What earlier runs met that is like its failures, one sentence each. */
  readonly known: readonly string[];
  /** Null: it has ended. */
  readonly move: Move | null;
}

export interface Happened {
  readonly at: number;
  readonly seq: number;
  readonly event: Event;
  /** Of an order: who gave it. */
  readonly by?: Giver;
}

export function explainRun(project: Project, run?: string): Promise<Reply<RunExplained>> {
  return withRun(project, run, async (opened) => {
    const { state } = opened;
    const open = [...state.tasks.values()].filter((task) => !isFinal(task.status));
    return granted({
      ...(await lastOf(opened)),
      open: open.map((task) => ({
        task: task.id,
        status: task.status,
        move: nextMove(state, task),
        because: task.because,
      })),
      monitors: monitorsView(state),
    });
  });
}

export function explainTask(project: Project, id: string, run?: string): Promise<Reply<TaskExplained>> {
  return withRun(project, run, async (opened) => {
    const { state } = opened;
    const task = state.tasks.get(id);
    if (!task) return unknownTask(state, id);
    const decisions = await decisionsAbout(opened, id);
    const failures = decisions.flatMap(({ event }) => failureIn(event));
    return granted({
      task,
      decisions,
      known: seenBefore(state.run.history, failures.map(asMet)),
      move: isFinal(task.status) ? null : nextMove(state, task),
    });
  });
}

const ORDERED_MAX = 3;

async function lastOf({ project, place, state }: OpenedRun): Promise<Pick<RunExplained, "red" | "ordered">> {
  let red: Happened | null = null;
  const ordered: Happened[] = [];
  for await (const { at, seq, input, events } of recordsOf(project, place.id)) {
    const by = giverOf(input);
    for (const event of events) {
      if (event.type === "run_checked") red = { at, seq, event };
      if (by && OF_THE_RUN.has(event.type)) ordered.push({ at, seq, event, by });
    }
  }
  return { red: state.run.check === "red" ? red : null, ordered: ordered.slice(-ORDERED_MAX) };
}

/** What a person does with the run as a whole, once it is there; that somebody has it worked is no answer to why. */
const OF_THE_RUN: ReadonlySet<Event["type"]> = new Set([
  ...(["run_paused", "run_resumed", "run_stopping", "run_cleaned"] as const),
  ...(["landing_begun", "landing_done", "publishing_begun"] as const),
]);

async function decisionsAbout({ project, place }: OpenedRun, task: string): Promise<readonly Happened[]> {
  const concerns = aboutTask(task);
  const decisions: Happened[] = [];
  for await (const { at, seq, input, events } of recordsOf(project, place.id)) {
    const by = input.type === "run_opened" ? undefined : giverOf(input);
    // What follows from an order in the same step is not said to be ordered again.
    const about = events.filter((event) => !QUIET.has(event.type) && concerns(event));
    decisions.push(...about.map((event, n) => ({ at, seq, event, ...(by && n === 0 && { by }) })));
  }
  return decisions;
}

/** What tells nothing about a decision. */
const QUIET: ReadonlySet<Event["type"]> = new Set(["attempt_claimed", "attempt_up", "attempt_progressed", "left_tree"]);

function failureIn(event: Event): readonly Failure[] {
  if (event.type === "attempt_ended") return event.outcome.type === "failed" ? [event.outcome.failure] : [];
  return event.type === "task_verified" && event.failure ? [event.failure] : [];
}

function asMet({ class: kind, subject, message, evidence }: Failure, index: number) {
  return { id: `${index}`, class: kind, ...(subject && { subject }), text: [message, ...evidence].join("\n") };
}
