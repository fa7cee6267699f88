/**
 * An account: what a usage limit is about. Several agents may share one login or key; then they share its limits. An
 * account has the name a person gave it, or that of the first agent that uses it.
 */
import type { Because } from "../../domain/because.ts";
import type { QuestionId } from "../../domain/work/question.ts";

/** stated: until the time that was said. guessed: none was said. pace: its limit has reset, and tasks start one by one. */
export type HoldKind = "stated" | "guessed" | "pace";

export interface AccountHold {
  readonly until: number;
  readonly because: Because;
  /** Absent: stated. */
  readonly kind?: HoldKind;
  /** The limit has reset, and this asks whether its tasks start. */
  readonly question?: QuestionId;
}

export interface LimitNote {
  /** Limits in a row that did not say when they reset; anything else that an attempt comes to ends the row. */
  readonly tries: number;
  readonly pace: Pace | null;
}

/** For a while after a reset, one start in so many milliseconds. */
export interface Pace {
  readonly everyMs: number;
  readonly until: number;
}
