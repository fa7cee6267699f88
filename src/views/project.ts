/**
 * State → view: what a person wants to know of a run, as plain JSON. The same view feeds `status`, `--json`, the live
 * screen and later the web. It looks; it never decides and never words a sentence.
 */

import type { Because } from "../domain/because.ts";
import type { Usage } from "../domain/outcome.ts";
import type { Question } from "../domain/question.ts";
import type { RunCheck, RunPhase, State } from "../domain/state.ts";
import { isFinal, type Task, type TaskStatus } from "../domain/task.ts";
import type { Violation } from "../domain/violation.ts";
import { integrationBranch, type RunBase } from "../domain/workspace.ts";
import { type Move, nextMove } from "../engine/moves.ts";

export interface FleetView {
  readonly run: {
    readonly id: string;
    readonly title: string;
    readonly phase: RunPhase;
    readonly verdict: string | null;
    readonly because: Because | null;
    readonly plan: string;
    readonly createdAt: number;
    readonly openedAt: number;
    readonly endedAt: number | null;
  };
  readonly total: number;
  readonly counts: Readonly<Record<TaskStatus, number>>;
  readonly slots: { readonly used: number; readonly of: number };
  readonly running: readonly RunningView[];
  readonly backoff: readonly {
    readonly task: string;
    readonly at: number;
    readonly restarts: number;
    readonly because: Because | null;
  }[];
  /** Done by their agents; Reeve verifies or merges them. */
  readonly proving: readonly { readonly task: string; readonly move: Move }[];
  readonly waiting: readonly { readonly task: string; readonly move: Move }[];
  /** How many more wait than are listed. */
  readonly waitingMore: number;
  readonly ended: readonly { readonly task: string; readonly status: TaskStatus; readonly because: Because | null }[];
  readonly questions: readonly Question[];
  /** Null where all work in one folder. */
  readonly integration: IntegrationView | null;
  readonly violations: readonly Violation[];
  readonly usage: Usage & { readonly usdUnknown: boolean };
  readonly attempts: number;
  readonly restarts: number;
}

export interface IntegrationView {
  readonly base: RunBase;
  readonly branch: string;
  readonly mergeQueue: readonly string[];
  readonly check: RunCheck;
}

export interface RunningView {
  readonly task: string;
  readonly title: string;
  readonly attempt: string;
  readonly agent: string;
  readonly phase: string;
  readonly startedAt: number;
  readonly activity: string | null;
  readonly activityAt: number;
  /** Shown as a badge. */
  readonly restarts: number;
  readonly usage: Usage;
}

const WAITING_MAX = 20;

export function projectFleet(state: State, waitingMax: number = WAITING_MAX): FleetView {
  const { run, derived } = state;
  const tasks = [...state.tasks.values()];
  const waiting = tasks.filter((task) => task.status === "ready" || task.status === "waiting" || waitsForGang(task));
  return {
    run: {
      id: run.id,
      title: run.title,
      phase: run.phase,
      verdict: run.verdict,
      because: run.because,
      plan: run.planFile,
      createdAt: run.createdAt,
      openedAt: run.openedAt,
      endedAt: run.endedAt,
    },
    total: tasks.length,
    counts: { ...derived.counts },
    slots: { used: derived.inTree, of: state.settings.maxParallel },
    running: runningOf(state),
    backoff: tasks
      .filter((task) => task.status === "waiting_for_wakeup" && task.wakeAt !== null)
      .map((task) => ({ task: task.id, at: task.wakeAt ?? 0, restarts: task.restarts, because: task.because })),
    proving: tasks
      .filter((task) => task.status === "verifying" || task.status === "integrating")
      .map((task) => ({ task: task.id, move: nextMove(state, task) })),
    waiting: waiting.slice(0, waitingMax).map((task) => ({ task: task.id, move: nextMove(state, task) })),
    waitingMore: waiting.length - Math.min(waiting.length, waitingMax),
    ended: tasks
      .filter((task) => isFinal(task.status) && task.status !== "done")
      .map(({ id, status, because }) => ({ task: id, status, because })),
    questions: [...state.questions.values()],
    integration: integrationOf(state),
    violations: state.violations,
    usage: { ...state.usage, usdUnknown: state.usdUnknown },
    attempts: state.attemptsStarted,
    restarts: state.restarts,
  };
}

/** In the tree, without an agent and without a date: it waits for its gang. */
function waitsForGang(task: Task): boolean {
  return task.status === "waiting_for_wakeup" && task.attempt === null && task.wakeAt === null;
}

function integrationOf({ run, mergeQueue }: State): IntegrationView | null {
  if (run.base === null) return null;
  return { base: run.base, branch: integrationBranch(run.id), mergeQueue, check: run.check };
}

function runningOf(state: State): RunningView[] {
  return [...state.attempts.values()].map((attempt) => {
    const task = state.tasks.get(attempt.task);
    return {
      task: attempt.task,
      title: task?.spec.title ?? attempt.task,
      attempt: attempt.id,
      agent: attempt.agent,
      phase: attempt.phase,
      startedAt: attempt.startedAt,
      activity: attempt.activity,
      activityAt: attempt.activityAt,
      restarts: task?.restarts ?? 0,
      usage: attempt.usage,
    };
  });
}
