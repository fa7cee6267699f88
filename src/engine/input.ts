/**
 * All that the outside does, as one closed type: the inputs of all subjects. Reports are past tense, a person's orders
 * imperative. Time and dice are stamped on by the journal, so an input carries neither.
 */
import type { AttemptId } from "../domain/work/attempt.ts";
import type { QuestionId } from "../domain/work/question.ts";
import type { AccountInput } from "./account/inputs.ts";
import type { AttemptInput } from "./attempt/inputs.ts";
import type { HostInput } from "./host/inputs.ts";
import type { MergeInput } from "./merge/inputs.ts";
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
  | ProofInput
  | MergeInput
  | AccountInput
  | TalkInput
  | ViolationInput
  | PersonInput;

export type InputOf<T extends Input["type"]> = Extract<Input, { type: T }>;

/** What a person may say; these also arrive through the mailbox from other processes. */
export type PersonInput = RunOrder | TaskOrder | QuestionOrder | TalkOrder | ReplanOrder;

/** Computed from the state after the input was taken; never a cached reply. */
export type Answer =
  | { readonly type: "taken" }
  /** To a claim: whether the effect may be performed. */
  | { readonly type: "go" }
  | { readonly type: "no" }
  /** To a person who told a task something. `to`: who is told while it works; null: nobody works on it now. */
  | { readonly type: "told"; readonly message: string; readonly to: AttemptId | null }
  /** To an agent at work: the question under which the person is asked, or was. */
  | { readonly type: "asked"; readonly question: QuestionId }
  | { readonly type: "refused"; readonly refusal: Refusal };

export type Refusal = RunRefusal | TaskRefusal | QuestionRefusal | ReplanRefusal | TalkRefusal;

export const TAKEN: Answer = { type: "taken" };
export const NO: Answer = { type: "no" };

export function refused(refusal: Refusal): Answer {
  return { type: "refused", refusal };
}
