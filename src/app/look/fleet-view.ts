/**
 * State → view: what a person wants to know of a run, as plain JSON. The same view feeds `status`, `--json`, the live
 * screen and later the web. It looks; it never decides and never words a sentence.
 */

import type { Because } from "../../domain/because.ts";
import { hasQualityGate } from "../../domain/proof/gate.ts";
import { CHECKPOINT_AGENT } from "../../domain/spec/checkpoint-order.ts";
import type { Budget } from "../../domain/spec/plan.ts";
import type { Replan } from "../../domain/spec/replan.ts";
import type { HostRoom } from "../../domain/tree/host-room.ts";
import { type Spent, spentOf } from "../../domain/words/spent.ts";
import type { Question } from "../../domain/work/question.ts";
import { isFinal, type Task, type TaskStatus } from "../../domain/work/task.ts";
import { WORK_STATUSES } from "../../domain/work/work.ts";
import type { Analysis, Recommendation } from "../../engine/advisor/state.ts";
import { runBudget } from "../../engine/budget/budget-of.ts";
import { type Move, nextMove } from "../../engine/next-move.ts";
import { urgentFirst } from "../../engine/question/urgent-first.ts";
import type { RunPhase } from "../../engine/run/state.ts";
import type { State } from "../../engine/state.ts";
import type { Violation } from "../../engine/violation/violation.ts";
import { type AccountView, accountsView } from "./parts/account-view.ts";
import { type CapView, capsView } from "./parts/cap-view.ts";
import { type IntegrationView, integrationView } from "./parts/integration-view.ts";
import { type MonitorView, monitorsView } from "./parts/monitors-view.ts";
import { type NetworkView, networkView } from "./parts/network-view.ts";
import { type PatternView, patternView } from "./parts/pattern-view.ts";
import { type RunningView, runningOf } from "./parts/running-view.ts";
import { type TaskView, tasksView } from "./parts/task-view.ts";
import { type TreeView, treeView } from "./parts/tree-view.ts";
import { type WaitingView, waitingView } from "./parts/waiting-view.ts";
import { type WarnedView, warnedView } from "./parts/warned-view.ts";

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
  /** The time of this view: the newest that is known of the run. */
  readonly heardAt: number;
  readonly total: number;
  readonly counts: Readonly<Record<TaskStatus, number>>;
  readonly slots: { readonly used: number; readonly of: number };
  /** How many agents of this run the machine has room for; null: as many as the settings allow. */
  readonly room: HostRoom | null;
  /** All of them, in the order of the plan. */
  readonly tasks: readonly TaskView[];
  /** Null: no tree is planted. */
  readonly tree: TreeView | null;
  readonly running: readonly RunningView[];
  /** Restarts that people see: a drone's are silent. */
  readonly backoff: readonly {
    readonly task: string;
    readonly at: number;
    readonly restarts: number;
    readonly because: Because | null;
  }[];
  /** Done by their agents; Reeve verifies or merges them. */
  readonly proving: readonly { readonly task: string; readonly move: Move }[];
  readonly waiting: readonly WaitingView[];
  /** How many more wait than are listed. */
  readonly waitingMore: number;
  readonly ended: readonly { readonly task: string; readonly status: TaskStatus; readonly because: Because | null }[];
  /** The most urgent first. */
  readonly questions: readonly Question[];
  /** All that were ever asked in it. */
  readonly asked: number;
  /** Null where all work in one folder. */
  readonly integration: IntegrationView | null;
  readonly violations: readonly Violation[];
  readonly patterns: readonly PatternView[];
  /** Changes of the plan that wait for a person. */
  readonly replans: readonly Pick<Replan, "id" | "about" | "summary" | "question">[];
  /** Accounts whose usage limit has to reset first. */
  readonly accounts: readonly AccountView[];
  /** What cannot be reached for now. */
  readonly network: readonly NetworkView[];
  /** Reeve's own; empty while the run has no tree. */
  readonly monitors: readonly MonitorView[];
  /** Tasks whose work no command proves; Reeve's built-in checks are all that looks at it. */
  readonly unproved: readonly string[];
  /** What an advisor found out last. */
  readonly analysis: Analysis | null;
  /** What advisors would have people change, the latest last. */
  readonly recommendations: readonly Recommendation[];
  /** What the run may use. */
  readonly budgets: Budget;
  readonly usage: Spent & { readonly usdUnknown: boolean };
  /** Limits that it shares with other runs, and what all of them have used. */
  readonly caps: readonly CapView[];
  /** Of which budgets four fifths are used. */
  readonly warned: readonly WarnedView[];
  readonly attempts: number;
  readonly restarts: number;
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
    heardAt: run.heardAt,
    total: tasks.length,
    counts: { ...derived.counts },
    slots: { used: derived.inTree, of: state.settings.maxParallel },
    room: run.room ?? null,
    tasks: tasksView(state),
    tree: treeView(state, run.heardAt),
    running: runningOf(state),
    backoff: tasks
      .filter(({ status, wakeAt, spec }) => status === "waiting_for_wakeup" && wakeAt !== null && spec.role !== "drone")
      .map((task) => ({ task: task.id, at: task.wakeAt ?? 0, restarts: task.restarts, because: task.because })),
    proving: tasks
      .filter((task) => task.status === "verifying" || task.status === "integrating")
      .map((task) => ({ task: task.id, move: nextMove(state, task) })),
    waiting: waiting.slice(0, waitingMax).map((task) => waitingView(state, task)),
    waitingMore: waiting.length - Math.min(waiting.length, waitingMax),
    ended: tasks
      .filter((task) => isFinal(task.status) && task.status !== "done")
      .map(({ id, status, because }) => ({ task: id, status, because })),
    questions: urgentFirst(state.questions.open.values()),
    asked: state.questions.asked,
    integration: integrationView(state),
    violations: state.violations,
    patterns: [...state.patterns.found.values()].map((pattern) => patternView(state, pattern)),
    replans: [...state.replans.open.values()].map(({ id, about, summary, question }) => ({
      id,
      about,
      summary,
      question,
    })),
    accounts: accountsView(state),
    network: networkView(state),
    monitors: monitorsView(state),
    unproved: tasks.filter(isUnproved).map(({ id }) => id),
    analysis: state.advisors.latest,
    recommendations: state.advisors.recommendations ?? [],
    budgets: runBudget(state),
    usage: { ...spentOf(state.spending.usage, state.spending.usdUnknown), usdUnknown: state.spending.usdUnknown },
    caps: capsView(state),
    warned: warnedView(state),
    attempts: state.attempts.started,
    restarts: state.tree.restarts,
  };
}

/** A checkpoint proves the work of others. */
function isUnproved({ spec, status }: Task): boolean {
  if (spec.agent === CHECKPOINT_AGENT) return false;
  return status !== "skipped" && status !== "given_up" && !hasQualityGate(spec);
}

/** How many tasks are done, of how many. */
export function progressOf(state: State): { readonly done: number; readonly total: number } {
  const tasks = [...state.tasks.values()];
  return { done: tasks.filter(({ status }) => status === "done").length, total: tasks.length };
}

/** In the tree, without an agent and without a date: it waits for its gang. */
function waitsForGang(task: Task): boolean {
  return task.status === "waiting_for_wakeup" && task.attempt === null && task.wakeAt === null;
}

/** By status, of these tasks alone. */
export function countsOf(tasks: readonly Task[]): Record<TaskStatus, number> {
  const counts = Object.fromEntries(WORK_STATUSES.map((status) => [status, 0])) as Record<TaskStatus, number>;
  for (const { status } of tasks) counts[status] += 1;
  return counts;
}
