/**
 * Every task of a run as one row: in which family of states it is, since when, by whom, what moves it next and whom it
 * waits for. Part of `projectFleet`; it looks and words nothing.
 */
import type { Because } from "../../../domain/because.ts";
import type { TaskId } from "../../../domain/spec/plan.ts";
import type { AgentLife } from "../../../domain/tree/agent-life.ts";
import { type Spent, spentOf } from "../../../domain/words/spent.ts";
import type { Grade } from "../../../domain/work/health.ts";
import { dependenciesOf, isFinal, type Task, type TaskStatus } from "../../../domain/work/task.ts";
import { type Move, nextMove } from "../../../engine/next-move.ts";
import { haltQuestion } from "../../../engine/run/evolve.ts";
import type { State } from "../../../engine/state.ts";

/** What people tell apart at a glance, in the order of attention: the order of the tally. */
export const TASK_STATES = [
  "failed", // gave up, or the moment before it is decided
  "question", // waits for a person
  "working",
  "proving", // Reeve looks at its work
  "merging",
  "backoff", // restarts by itself
  "limit", // its account's usage limit, or what cannot be reached
  "waiting",
  "skipped",
  "done",
] as const;
export type TaskState = (typeof TASK_STATES)[number];

export interface TaskView {
  readonly id: TaskId;
  readonly title: string;
  readonly state: TaskState;
  readonly status: TaskStatus;
  /** Since when it has this status. */
  readonly since: number;
  readonly agent: string;
  /** The state of its latest agent, until it is reaped; null: none has begun. */
  readonly agentLife: AgentLife | null;
  readonly gang: string | null;
  /** As the plan says and as it turned out; without those it proceeds without. */
  readonly dependsOn: readonly TaskId[];
  /** The name of the cause it was made to fix; null for a task of the plan. */
  readonly fixes: string | null;
  readonly attempts: number;
  readonly restarts: number;
  readonly usage: Spent;
  /** Of the attempt at work: its name, what it does, since when it is quiet, how it is doing. */
  readonly at: LiveView | null;
  /** When it moves by itself, where a clock decides. */
  readonly until: number | null;
  /** What moves it next. */
  readonly move: Move;
  readonly because: Because | null;
  /** Files its work had changed when it was last looked at. */
  readonly changedFiles: number;
}

export interface LiveView {
  readonly attempt: string;
  readonly model: string | null;
  readonly startedAt: number;
  readonly activity: string | null;
  readonly activityAt: number;
  readonly grade: Grade;
  readonly gradeSince: number;
}

export function tasksView(state: State): TaskView[] {
  return [...state.tasks.values()].map((task) => taskView(state, task));
}

function taskView(state: State, task: Task): TaskView {
  const move = moveOf(state, task);
  return {
    id: task.id,
    title: task.spec.title,
    state: stateOf(state, task, move),
    status: task.status,
    since: task.changedAt,
    agent: task.spec.agent,
    agentLife: task.agent ?? null,
    gang: task.spec.gang ?? null,
    dependsOn: dependenciesOf(task),
    fixes: task.fixes,
    attempts: task.attempts,
    restarts: task.restarts,
    usage: spentOf(task.usage, task.usage.usd === undefined && task.usage.tokens > 0),
    at: liveOf(state, task),
    until: untilOf(task, move),
    move,
    because: task.because,
    changedFiles: task.changedFiles,
  };
}

/** A failed task is one for the moment in which it is decided about; nothing moves it but that. */
function moveOf(state: State, task: Task): Move {
  return isFinal(task.status) || task.status === "failed" ? { by: "nobody" } : nextMove(state, task);
}

const BY_STATUS: Readonly<Partial<Record<TaskStatus, TaskState>>> = {
  working: "working",
  verifying: "proving",
  integrating: "merging",
  waiting_for_input: "question",
  failed: "failed",
  given_up: "failed",
  skipped: "skipped",
  done: "done",
};

/** What waits because the whole run is halted asks nothing itself: that is one cause, and its question is the run's. */
function stateOf(state: State, { status }: Task, move: Move): TaskState {
  const plain = BY_STATUS[status];
  if (plain !== undefined) return plain;
  if (move.by === "person") return haltQuestion(state)?.id === move.question ? "waiting" : "question";
  if (move.by === "account" || move.by === "network") return "limit";
  return status === "waiting_for_wakeup" ? "backoff" : "waiting";
}

function liveOf({ attempts }: State, task: Task): LiveView | null {
  const attempt = task.attempt === null ? undefined : attempts.live.get(task.attempt);
  if (attempt === undefined || attempt.phase === "deferred") return null;
  const { id, model, startedAt, activity, activityAt, health } = attempt;
  return {
    attempt: id,
    model,
    startedAt,
    activity,
    activityAt,
    grade: health?.grade ?? "healthy",
    gradeSince: health?.since ?? startedAt,
  };
}

function untilOf({ wakeAt }: Task, move: Move): number | null {
  if (move.by === "account") return move.until;
  if (move.by === "network") return move.probeAt;
  return move.by === "timer" ? move.at : wakeAt;
}
