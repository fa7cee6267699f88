/** A task of the plan while it is being worked. */

import type { PatternId } from "../proof/pattern.ts";
import type { ProvedWork } from "../proof/receipt.ts";
import type { Round } from "../proof/round.ts";
import type { Budget, TaskId, TaskSpec } from "../spec/plan.ts";
import type { Changeset, Workspace } from "../spec/workspace.ts";
import type { Handover } from "./cost.ts";
import type { DoneResult } from "./outcome.ts";
import type { QuestionId } from "./question.ts";
import type { AgentSession, WaitingMessage } from "./session.ts";
import type { AdvisorId, Work, WorkStatus } from "./work.ts";

export { isFinal } from "./work.ts";
export type TaskStatus = WorkStatus;

export interface Task extends Work {
  readonly id: TaskId;
  readonly kind: "task";
  /** As the plan says; another only when the plan is changed. */
  spec: TaskSpec;
  /** What the plan file says of it, where that is something else; null: just this. */
  written: TaskSpec | "not" | null;
  granted: Budget;
  /** Advisors whose word it waits for before it is worked again. */
  awaits: AdvisorId[];
  /** How often a supervisor was asked about it; a person's word sets it back. */
  advised: number;
  /** How often any advisor was asked about it or about whom it stands for; a person's word sets it back. */
  consulted: number;
  /** The task it replaced when the plan was changed; null: none. */
  origin: TaskId | null;
  /** The task whose work a debugger found wrong or missing; null: none. */
  suspect: TaskId | null;
  /** How often a reviewer judged its agent's claim that it cannot be done; a person's word sets it back. */
  claimsJudged: number;
  /** The advisor that judges its work before it is merged; null: nobody does. */
  reviewer: AdvisorId | null;
  /** What its work was judged by, look after look, since a person last spoke. */
  rounds: readonly Round[];
  /** Files that its work had changed when it was last looked at. */
  changedFiles: number;
  /** What was integrated when its work, or that of whom it stands for, first began; null: none of it was looked at yet. */
  began: string | null;
  /** The commit that was compared with the others and may be merged. */
  compared: string | null;
  /** Its merge waits until the open fix of what does not fit together has ended. */
  putOff: boolean;
  /** What advisors said about it, for its next attempt. */
  advice: string | null;
  /** The model an advisor chose, where it is none of its agent's tiers; null: by tier. */
  model: string | null;
  /** The pattern it was made to fix; null for a task of the plan. */
  fixes: PatternId | null;
  /** What it turned out to need beside what the plan says. */
  addedDependsOn: TaskId[];
  /** Tasks of the plan that it proceeds without: they were skipped, and it needs nothing of them. */
  without: TaskId[];
  /** Dependencies and advisors that it still waits for. */
  unmet: number;
  /** Tasks that depend on it need not wait for it any longer. */
  met: boolean;
  /** What the next attempt finds of the work so far. */
  changeset: Changeset;
  workspace: Workspace | null;
  /** How its latest attempt went beside its outcome; null: nothing is known. */
  handover: Handover | null;
  /** What the agent handed back, while it is verified and merged. */
  result: DoneResult | null;
  /** The verified tip of its branch. */
  commit: string | null;
  /** What proves that commit, while it waits to be merged. */
  proved: ProvedWork | null;
  /** How often Reeve could not do its own part in a row. */
  postponed: number;
  notes: string[];
  /** What people told it, by name, and what of that its live attempt has to be told yet. */
  told: string[];
  untold: WaitingMessage[];
  question: QuestionId | null;
  session: AgentSession | null;
  /** What it left for those who depend on it. */
  decisions: readonly string[];
  concerns: readonly string[];
}

export function dependenciesOf(task: Task): readonly TaskId[] {
  const { spec, addedDependsOn, without } = task;
  const all = addedDependsOn.length === 0 ? spec.dependsOn : [...spec.dependsOn, ...addedDependsOn];
  return without.length === 0 ? all : all.filter((id) => !without.includes(id));
}
