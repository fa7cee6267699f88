/**
 * All that the outside does, as one closed type: the inputs of all subjects. Reports are past tense, a person's orders
 * imperative. Time and dice are stamped on by the journal, so an input carries neither.
 */
import type { ProjectCap } from "../domain/spec/caps.ts";
import type { Budget, TaskId } from "../domain/spec/plan.ts";
import type { AttemptId } from "../domain/work/attempt.ts";
import type { Giver } from "../domain/work/giver.ts";
import type { Usage } from "../domain/work/outcome.ts";
import type { QuestionId } from "../domain/work/question.ts";
import type { AccountInput } from "./account/inputs.ts";
import type { AttemptInput } from "./attempt/inputs.ts";
import type { BrakeOrder, BrakeRefusal } from "./brake/inputs.ts";
import type { BudgetInput } from "./budget/inputs.ts";
import type { HealthInput } from "./health/inputs.ts";
import type { HostInput } from "./host/inputs.ts";
import type { HygieneInput } from "./hygiene/inputs.ts";
import type { MergeInput } from "./merge/inputs.ts";
import type { NetworkInput } from "./network/inputs.ts";
import type { NoticeInput } from "./notice/inputs.ts";
import type { PersonOrder, PersonRefusal } from "./order/inputs.ts";
import type { ProofInput } from "./proof/inputs.ts";
import type { QuestionOrder, QuestionRefusal } from "./question/inputs.ts";
import type { ReplanOrder, ReplanRefusal } from "./replan/inputs.ts";
import type { RunInput, RunOrder, RunRefusal } from "./run/inputs.ts";
import type { TalkInput, TalkOrder, TalkRefusal } from "./talk/inputs.ts";
import type { TaskOrder, TaskRefusal } from "./task/inputs.ts";
import type { TreeInput } from "./tree/inputs.ts";
import type { ViolationInput } from "./violation/inputs.ts";

export type Input =
  | RunInput
  | HostInput
  | TreeInput
  | AttemptInput
  | HealthInput
  | ProofInput
  | MergeInput
  | AccountInput
  | NetworkInput
  | TalkInput
  | NoticeInput
  | BudgetInput
  | ViolationInput
  | HygieneInput
  | PersonInput;

export type InputOf<T extends Input["type"]> = Extract<Input, { type: T }>;

/** What a person may say; these also arrive through the mailbox from other processes. */
export type PersonInput = (
  | RunOrder
  | TaskOrder
  | QuestionOrder
  | TalkOrder
  | ReplanOrder
  | PersonOrder
  | BrakeOrder
) & {
  /** Absent: an earlier Reeve took it, or it was laid into the mailbox by hand. */
  readonly by?: Giver;
};

/** Computed from the state after the input was taken; never a cached reply. */
export type Answer =
  | { readonly type: "taken" }
  /** To a claim: whether the effect may be performed. */
  | { readonly type: "go" }
  | { readonly type: "no" }
  /** To a person who told a task something. `to`: the attempt that gets it while it works; null: none is running. */
  | { readonly type: "told"; readonly message: string; readonly to: AttemptId | null }
  /** To an agent at work: the question under which the person is asked, or was. */
  | { readonly type: "asked"; readonly question: QuestionId }
  /** To a grant: what may be used now, and which tasks continue. */
  | { readonly type: "granted"; readonly limits: readonly GrantedLimit[]; readonly settled: readonly TaskId[] }
  | { readonly type: "added"; readonly task: TaskId }
  /** To an edited plan file: what is taken, what is not and why, and which tasks continue. */
  | {
      readonly type: "edited";
      readonly taken: readonly string[];
      readonly left: readonly string[];
      readonly settled: readonly TaskId[];
    }
  /** To a cut: the attempts that it ends. */
  | { readonly type: "cut"; readonly attempts: readonly AttemptId[] }
  | { readonly type: "refused"; readonly refusal: Refusal };

export interface GrantedLimit {
  /** Null: the run. */
  readonly task: TaskId | null;
  /** Of all runs of the project, for today or for good; absent: not. */
  readonly cap?: ProjectCap;
  /** Of all tasks of this gang together; absent: not. */
  readonly gang?: string;
  readonly budget: Budget;
  readonly used: Usage;
  /** Of a task: so many are added to each attempt's time limit. */
  readonly moreMinutes?: number;
}

export type Refusal =
  | RunRefusal
  | TaskRefusal
  | QuestionRefusal
  | ReplanRefusal
  | TalkRefusal
  | PersonRefusal
  | BrakeRefusal;

export const TAKEN: Answer = { type: "taken" };
export const NO: Answer = { type: "no" };

export function refused(refusal: Refusal): Answer {
  return { type: "refused", refusal };
}
