/**
 * A kind of work, as a value: how its events fold and its inputs are decided, what its effects do, and how it is told to
 * people. Whoever has such a value can hand it to the runner, and gets the journal, the mailbox, crashes that lose nothing
 * and effects that are never forgotten. Types only; `reeve run` is one of them (`run/run-system.ts`).
 */
import type { Rules } from "../../journal/rules.ts";
import type { PostedMail } from "../../journal/runs.ts";

/** `R`: the ways in which it can come to rest. */
export interface System<S, I, E, F, A, R extends string> {
  /** Fold, decide, react. */
  readonly rules: Rules<S, I, E, F, A>;
  /** What the state still owes the world: effects of earlier records of which nobody knows whether they were done. */
  readonly owed: (state: S) => readonly F[];
  /** Whether it moves by itself, and if not, why not. */
  readonly rest: (state: S) => R | "moving";
  readonly perform: (desk: Desk<S, I, A>) => Performer<S, I, E, F>;
  /** Absent: mail that nobody vouches for is refused, and no more is said of it. */
  readonly mail?: MailRules<S, I>;
  /** One for each reader of a journal, from its beginning: it may remember what it has told. */
  readonly teller: () => Teller<E>;
}

export interface MailRules<S, I> {
  /** Whether the last one was killed while others were at work, who may have written mail until now. */
  readonly wasLeftAtWork: (state: S) => boolean;
  /** What is written down of mail that came while it works and that nobody vouches for: it is not taken. */
  readonly refused: (mail: PostedMail) => I;
  /** The same of mail that lay there after the last one was killed so: whoever sent it may have gone since, so it is taken. */
  readonly unproven: (mail: PostedMail) => I;
}

/** A sentence for a person; null: nothing that a person needs to hear. */
export type Teller<E> = (event: E) => string | null;

/** What a performer is given to hand its reports in. */
export interface Desk<S, I, A> {
  /** Rejects when the journal cannot be written. */
  readonly submit: (input: I) => Promise<A>;
  /** For what is reported from outside, where nobody waits for an answer. Null: it could not be recorded. Never rejects. */
  readonly report: (input: I) => Promise<A | null>;
  readonly state: () => Promise<S>;
}

/**
 * The side of a system that acts. It does what effects say and hands in what comes of it as inputs; it decides nothing.
 *
 * Called in this order: `open`, `reconcile`, `begin`; `perform` and `heard` from `reconcile` on, any number of times; `end` when
 * the work is over; `close` last, also when something failed before.
 */
export interface Performer<S, I, E, F> {
  /** Why Reeve cannot work here, in one sentence, or null. */
  open(state: S): Promise<string | null>;
  /** The inputs, in order, that bring the state in line with what is really there. `waiting`: mail nobody has taken yet. */
  reconcile(state: S, waiting: readonly I[]): Promise<readonly I[]>;
  /** All that lived before is known, and mail is being taken. */
  begin(): void;
  /** Called at least once for each effect; rejects only when the journal cannot be written, never for what happens outside. */
  perform(effect: F): Promise<void>;
  /** What was recorded just now. */
  heard(events: readonly E[]): void;
  /** A person does not want to wait any longer for what is being stopped. */
  hurry(state: S): Promise<void>;
  /** The last look: what is reported now is still recorded. */
  end(): Promise<void>;
  close(): Promise<void>;
}
