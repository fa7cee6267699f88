/**
 * What a call of the library can fail with, as one closed list: a code to branch on, a sentence for people that is the same as
 * on every screen, and what to do about it. Anything else that is thrown is a bug of Reeve's.
 */
import type { Refusal } from "../app/refusal.ts";
import type { Reply } from "../app/reply.ts";
import { formatMistake } from "../config/mistakes/mistake.ts";
import type { Refusal as OrderRefusal } from "../engine/input.ts";
import type { JournalError } from "../journal/journal-error.ts";
import { refusalText } from "../views/refusals/refusal-words.ts";

/** What the call itself can be refused for, beside what an order can. */
type CallCode =
  | "no_folder"
  | "no_run"
  | "mistakes"
  | "held"
  | "machine_braked"
  | "plan_changed"
  | "journal"
  | "unusable"
  | "not_a_person"
  | "order_not_taken"
  | "empty_answer"
  | "no_such_option"
  | "nothing_to_tell"
  | "invalid_order"
  | "aborted";

export type ReeveErrorCode = CallCode | OrderRefusal["what"];

/** What a call of the library fails with: a code to branch on, a sentence for people, and what to do next. */
export class ReeveError extends Error {
  readonly code: ReeveErrorCode;
  /** What to do about it. */
  readonly next: string;
  /** The facts, as data; null if the code says everything. */
  readonly refusal: Refusal | null;

  constructor(code: ReeveErrorCode, message: string, refusal: Refusal | null = null, options?: ErrorOptions) {
    super(message, options);
    this.name = code === "aborted" ? "AbortError" : "ReeveError";
    this.code = code;
    this.next = NEXT[code];
    this.refusal = refusal;
  }
}

/** The value, or the reason thrown. */
export function orThrow<T>(reply: Reply<T>): T {
  if (reply.ok) return reply.value;
  throw asError(reply.refusal);
}

export function asError(refusal: Refusal): ReeveError {
  const options = refusal.what === "journal" ? { cause: refusal.error } : undefined;
  return new ReeveError(codeOf(refusal), sentenceOf(refusal), refusal, options);
}

export function journalTrouble(error: JournalError): ReeveError {
  return asError({ what: "journal", error });
}

/** Throws where the caller wants no more of it. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw aborted(signal);
}

export function aborted(signal: AbortSignal): ReeveError {
  return new ReeveError("aborted", "The call was aborted by its signal.", null, { cause: signal.reason });
}

function codeOf(refusal: Refusal): ReeveErrorCode {
  if (refusal.what === "order_refused") return refusal.refusal.what;
  return refusal.what in NEXT ? (refusal.what as ReeveErrorCode) : "unusable";
}

function sentenceOf(refusal: Refusal): string {
  const sentence = refusalText(refusal);
  return refusal.what === "mistakes" ? [sentence, ...refusal.mistakes.map(formatMistake)].join("\n") : sentence;
}

const NEXT: Readonly<Record<ReeveErrorCode, string>> = {
  no_folder: "Name a folder that exists.",
  no_run: "Ask runs() for the runs there are, or start one.",
  mistakes: "Correct what the message lists; each line names its place.",
  held: "Another process works on this run: follow it with run() and events(), or stop it with an order.",
  machine_braked: "Release the brake of this machine with `reeve release --all`.",
  plan_changed: "Resume without a fleet to work the run with the plan it has, or start a new run.",
  journal: "Look at `cause`: its kind tells a full disk from damage. `reeve doctor` checks every journal.",
  unusable: "Do what the message says.",
  not_a_person: "Call this from outside an attempt: an agent gives no orders.",
  order_not_taken: "Look at the run with view() and give the order again if it still makes sense.",
  empty_answer: "Give an answer that says something.",
  no_such_option: "Give the number or the text of one of the question's options.",
  nothing_to_tell: "Give a text that says something.",
  invalid_order: "Give the order in the form the message names.",
  aborted: "Nothing: this is what the signal asked for. The run can be resumed.",
  run_over: "The run has ended: add a task to it, or start a new run.",
  run_exists: "Use another run.",
  unknown_task: "Ask view() for the tasks there are.",
  task_done: "Nothing: the task is done.",
  task_merging: "Wait until the task is merged or sent back, then order again.",
  task_busy: "Wait until its attempt ends, or cut it first.",
  no_reason: "Say why, in `because`.",
  upstream_ended: "Retry the tasks it depends on first.",
  unknown_question: "Ask questions() for those that are open.",
  no_change: "Say what has changed since the run was halted.",
  unknown_replan: "Ask view() for the changes that wait.",
  attempt_over: "Nothing: the attempt has ended.",
  nobody_to_ask: "Decide without a person; this run asks nobody.",
  not_for_a_person: "Wait for the advisor that is asked.",
  said_enough: "Say less often.",
  unknown_target: "Name a task, a gang, or `run`.",
  no_amount: "Grant more than nothing.",
  no_budget: "Grant to something that has a limit of this kind.",
  task_ended: "Retry the task if it is to be worked on again.",
  unfit_task: "Correct what the message names.",
  no_cut_reason: "Name one of the four reasons.",
  no_feedback: "Say what was wrong; the next attempt reads it.",
  not_running: "Nothing: no Reeve is running it.",
  not_braked: "Nothing: the brake is not pulled.",
  halted_for_budget: "Grant more first, then release.",
};
