/**
 * What a journal needs to know of the work it carries: how events fold into a state, and how inputs are decided. Types
 * only; the journal is built with such a value and never knows whose it is.
 */

/** What reading a journal needs: how events fold into a state. */
export interface Fold<S, E> {
  /** Snapshots of another version are ignored and the history is replayed instead. */
  readonly stateVersion: number;
  initial(): S;
  /** Applies a journaled event; together with `initial` it yields what `step` left behind. */
  evolve(state: S, event: E, meta: EventMeta): void;
  thaw(json: unknown): S;
}

/** What writing a journal needs. Pure: time and dice come in with the input. */
export interface Rules<S, I, E, F, A> extends Fold<S, E> {
  /** Decides, and applies each event to `state` as it decides it. No event: `state` is untouched. */
  step(state: S, input: Stamped<I>): { readonly events: readonly E[]; readonly answer: A };
  /** The answer to an input that is already in the journal; changes nothing. */
  answer(state: S, input: I): A;
  /** What is to be done because of the event; `state` is the one after the whole record. */
  react(event: E, state: S): readonly F[];
  freeze(state: S): unknown;
  /** Whether another process may send it by mail; absent: all may be sent. */
  mayBeMailed?(input: I): boolean;
  /** An input as it is journaled, without secrets. Absent: every text in it is masked. */
  readonly clean?: (input: I) => I;
}

export interface Stamped<I> {
  readonly input: I;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** From 0 (included) to 1 (excluded); the seed of all chance in this step. */
  readonly dice: number;
  /** The number the record gets if the input decides anything. */
  readonly seq: number;
}

export interface EventMeta {
  readonly seq: number;
  /** The event's place in its record, from 0. */
  readonly n: number;
  readonly at: number;
}

export interface JournalRecord<I, E> {
  readonly seq: number;
  readonly at: number;
  readonly dice: number;
  readonly key: string | null;
  readonly input: I;
  readonly events: readonly E[];
}

/** A record, and the line it is digested by: what lies in the store, before anything is upgraded. */
export interface StoredRecord<I, E> {
  readonly record: () => JournalRecord<I, E>;
  /** `[seq, at, dice, key, input, events]` as JSON; input and events are the stored texts. */
  readonly text: () => string;
}

export interface Receipt<A> {
  readonly seq: number;
  readonly answer: A;
}

export interface Head {
  readonly seq: number;
  readonly at: number;
}

/** An effect and its name, `run:seq:n`; delivered at least once, so the name is what makes doing it twice harmless. */
export interface KeyedEffect<F> {
  readonly key: string;
  readonly effect: F;
}
