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
import type { Input } from "../../engine/input.ts";
import { type Move, nextMove } from "../../engine/next-move.ts";
import { unknownTask } from "../orders/order-refused.ts";
import { type OpenedRun, withRun } from "../project/open-run.ts";
import type { Project } from "../project/project.ts";
import { recordsOf } from "../project/records.ts";
import { granted, type Reply } from "../reply.ts";
import { aboutTask } from "./about-task.ts";
import { type MonitorView, monitorsView } from "./parts/monitors-view.ts";

export interface RunExplained {
  /** What the last look at the integrated whole found, where it is red; the state knows only that it is. */
  readonly red: Happened | null;
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
      red: state.run.check === "red" ? await lastCheck(opened) : null,
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

async function lastCheck({ project, place }: OpenedRun): Promise<Happened | null> {
  let last: Happened | null = null;
  for await (const { at, seq, events } of recordsOf(project, place.id))
    for (const event of events) if (event.type === "run_checked") last = { at, seq, event };
  return last;
}

async function decisionsAbout({ project, place }: OpenedRun, task: string): Promise<readonly Happened[]> {
  const concerns = aboutTask(task);
  const decisions: Happened[] = [];
  for await (const { at, seq, input, events } of recordsOf(project, place.id)) {
    const by = giverOf(input);
    // What follows from an order in the same step is not said to be ordered again.
    const about = events.filter((event) => !QUIET.has(event.type) && concerns(event));
    decisions.push(...about.map((event, n) => ({ at, seq, event, ...(by && n === 0 && { by }) })));
  }
  return decisions;
}

function giverOf(input: Input): Giver | undefined {
  return "by" in input && input.type !== "agent_ordered" ? input.by : undefined;
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
