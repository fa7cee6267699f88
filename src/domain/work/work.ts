/**
 * What attempts work on: a task of the plan, or advice that was asked about one. Both wait for a slot, live in the tree and
 * are restarted by it; this is what they have in common. And the only moves a status may make: an illegal one is a bug and
 * is refused where it is tried, so that a wrong journal is caught where it enters.
 */

import type { Because } from "../because.ts";
import { BugError } from "../bug.ts";
import type { Budget, TaskId, TaskSpec } from "../spec/plan.ts";
import type { AgentLife } from "../tree/agent-life.ts";
import type { TreePath } from "../tree/tree.ts";
import type { AttemptId, Briefing } from "./attempt.ts";
import type { Usage } from "./outcome.ts";
import type { RetryCounts } from "./retry-counts.ts";

export type AdvisorId = `@${string}`;

/** By name: exactly one of the two. */
export type WorkRef =
  | { readonly task: TaskId; readonly advisor?: never }
  | { readonly advisor: AdvisorId; readonly task?: never };

export type WorkStatus =
  | "waiting" // for tasks it depends on, or for advice
  | "ready" // for a slot
  | "working" // an attempt lives
  | "verifying" // the agent says done; Reeve looks
  | "integrating" // verified; in the merge queue
  | "waiting_for_wakeup" // the tree starts it again, at once or after a backoff
  | "waiting_for_input" // a person was asked
  | "failed" // for the moment between a failure and what is decided about it
  | "done"
  | "skipped"
  | "given_up";

export type WorkSpec = Pick<
  TaskSpec,
  "title" | "prompt" | "role" | "agent" | "tier" | "files" | "gang" | "budget" | "priority"
>;

export interface Work {
  readonly id: string;
  readonly kind: "task" | "advisor";
  spec: WorkSpec;
  /** Breaks ties of priority. */
  readonly index: number;
  status: WorkStatus;
  attempts: number;
  /** The live attempt, if any; may outlive the status (a skipped task's agent takes a moment to end). */
  attempt: AttemptId | null;
  /** How its latest agent is doing; absent: none has begun. */
  agent?: AgentLife;
  /** Where the tree holds it; null while the tree has nothing to do with it. Work in the tree uses a slot. */
  path: TreePath | null;
  /** Counted by lineage; a person's word sets them back, nothing else does. */
  counts: RetryCounts;
  restarts: number;
  /** When the tree restarted it, as far as it may still count, the latest last; whoever supervises it next knows them too. Absent: never. */
  restartedAt?: readonly number[];
  /** Why the next attempt starts, told to the agent. */
  restart: Briefing["restart"];
  /** Set when the next attempt must get the same input again. */
  sameInput: Briefing | null;
  wakeAt: number | null;
  usage: Usage;
  /** What people granted to it beside its budget; absent: nothing. */
  granted?: Budget;
  /** Why it is where it is; the last decision. */
  because: Because | null;
  changedAt: number;
}

const MOVES: Readonly<Record<WorkStatus, readonly WorkStatus[]>> = {
  waiting: ["ready", "waiting_for_input", "skipped", "given_up"],
  ready: ["waiting", "waiting_for_input", "working", "waiting_for_wakeup", "skipped", "given_up"],
  working: [
    "waiting",
    "done",
    "verifying",
    "failed",
    "waiting_for_wakeup",
    "waiting_for_input",
    "ready",
    "skipped",
    "given_up",
  ],
  verifying: ["done", "integrating", "failed", "waiting_for_input", "skipped", "given_up"],
  integrating: ["done", "failed", "waiting_for_input", "skipped", "given_up"],
  waiting_for_wakeup: ["waiting", "working", "failed", "waiting_for_input", "ready", "skipped", "given_up"],
  waiting_for_input: ["waiting", "ready", "skipped", "given_up"],
  failed: ["waiting", "working", "waiting_for_wakeup", "waiting_for_input", "ready", "skipped", "given_up"],
  done: ["waiting", "ready"], // only where it is worked again because others found it wrong
  skipped: ["waiting", "ready", "waiting_for_wakeup"],
  given_up: ["waiting", "ready", "waiting_for_wakeup"],
};

export const WORK_STATUSES = Object.keys(MOVES) as readonly WorkStatus[];

export function mayMove(from: WorkStatus, to: WorkStatus): boolean {
  return MOVES[from].includes(to);
}

export function isFinal(status: WorkStatus): boolean {
  return status === "done" || status === "skipped" || status === "given_up";
}

export function moveWork(work: Work, to: WorkStatus, at: number): void {
  if (work.status === to) return;
  if (!mayMove(work.status, to)) throw new BugError(`${work.kind} ${work.id} cannot go from ${work.status} to ${to}`);
  work.status = to;
  work.changedAt = at;
}

/** Of a task or an advisor. */
export function refOf(
  work: { readonly kind: "task"; readonly id: TaskId } | { readonly kind: "advisor"; readonly id: AdvisorId },
): WorkRef {
  return work.kind === "task" ? { task: work.id } : { advisor: work.id };
}
