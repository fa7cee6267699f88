/**
 * A task while it is being worked, and the only moves its status may make. An illegal move is a bug and is refused
 * where it is tried, so that a wrong journal is caught where it enters.
 */
import type { AttemptId, Briefing } from "./attempt.ts";
import type { Because } from "./because.ts";
import { BugError } from "./bug.ts";
import type { Handover } from "./cost.ts";
import type { BlockedResult, DoneResult, Usage } from "./outcome.ts";
import type { PatternId } from "./pattern.ts";
import type { TaskId, TaskSpec } from "./plan.ts";
import type { QuestionId } from "./question.ts";
import type { AdvisorRole } from "./role-answers.ts";
import type { AgentSession, WaitingMessage } from "./session.ts";
import type { TreePath } from "./tree.ts";
import type { Changeset, Workspace } from "./workspace.ts";

export type TaskStatus =
  | "waiting" // for tasks it depends on
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

const MOVES: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
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

export const TASK_STATUSES = Object.keys(MOVES) as readonly TaskStatus[];

export function mayMove(from: TaskStatus, to: TaskStatus): boolean {
  return MOVES[from].includes(to);
}

export function isFinal(status: TaskStatus): boolean {
  return status === "done" || status === "skipped" || status === "given_up";
}

export interface Advises {
  readonly role: AdvisorRole;
  /** An advisor about itself looks at the integrated whole. */
  readonly about: TaskId;
  /** Why advice is asked; what happens if none comes. */
  readonly because: Because;
  /** Of a reviewer that judges an agent's word: what the agent says. */
  readonly claim?: BlockedResult;
  /** Of a planner: which try of one replan it is, and what trying the task again will count. */
  readonly replan?: { readonly tries: number; readonly retries: 0 | 1 };
}

export interface Task {
  readonly id: TaskId;
  /** As the plan says; another only when the plan is changed. */
  spec: TaskSpec;
  /** Place in the plan; breaks ties of priority. */
  readonly index: number;
  status: TaskStatus;
  /** It gives advice about another task; null: it is work. */
  advises: Advises | null;
  /** How often a supervisor was asked about it; a person's word sets it back. */
  advised: number;
  /** How often a reviewer judged its agent's claim that it cannot be done; a person's word sets it back. */
  claimsJudged: number;
  /** The advisor that judges its work before it is merged; null: nobody does. */
  reviewer: TaskId | null;
  /** The commit that was laid beside the others and may be merged. */
  compared: string | null;
  /** Its merge waits until the open fix of what does not go together has ended. */
  putOff: boolean;
  /** What advisors said about it, for its next attempt. */
  advice: string | null;
  /** The pattern it was made to fix; null for a task of the plan. */
  fixes: PatternId | null;
  /** What it turned out to need beside what the plan says. */
  addedDependsOn: TaskId[];
  /** Dependencies that are not met yet. */
  unmet: number;
  attempts: number;
  /** The live attempt, if any; may outlive the status (a skipped task's agent takes a moment to end). */
  attempt: AttemptId | null;
  /** Where the tree holds it; null while the tree has nothing to do with it. A task in the tree uses a slot. */
  path: TreePath | null;
  /** Those who depend on it need not wait for it any more. */
  released: boolean;
  /** Counted by lineage; a person's word sets them back, nothing else does. */
  malformed: number;
  retries: number;
  attemptsBefore: number;
  evictions: number;
  raised: number;
  lost: number;
  restarts: number;
  /** Why the next attempt starts, told to the agent. */
  restart: Briefing["restart"];
  /** Set when the next attempt must get the same input again. */
  sameInput: Briefing | null;
  /** What the next attempt finds of the work so far. */
  changeset: Changeset;
  workspace: Workspace | null;
  /** How its latest attempt went beside its outcome; null: nothing is known. */
  handover: Handover | null;
  /** What the agent handed back, while it is verified and merged. */
  result: DoneResult | null;
  /** The verified tip of its branch. */
  commit: string | null;
  /** How often Reeve could not do its own part in a row. */
  postponed: number;
  notes: string[];
  /** What people told it, by name, and what of that its live attempt has to be told yet. */
  told: string[];
  untold: WaitingMessage[];
  question: QuestionId | null;
  session: AgentSession | null;
  wakeAt: number | null;
  usage: Usage;
  /** What it left for those who depend on it. */
  decisions: readonly string[];
  concerns: readonly string[];
  /** Why it is where it is; the last decision. */
  because: Because | null;
  changedAt: number;
}

export function dependenciesOf(task: Task): readonly TaskId[] {
  return task.addedDependsOn.length === 0 ? task.spec.dependsOn : [...task.spec.dependsOn, ...task.addedDependsOn];
}

export function moveTask(task: Task, to: TaskStatus, at: number): void {
  if (task.status === to) return;
  if (!mayMove(task.status, to)) throw new BugError(`task ${task.id} cannot go from ${task.status} to ${to}`);
  task.status = to;
  task.changedAt = at;
}
