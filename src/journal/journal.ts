/**
 * The seam between the pure engine and the world, as a port. This file holds types and the contract adapters are
 * written from; it never stores anything and never knows which engine it carries.
 *
 * Contract of `Journal`
 * - `submit` is one atomic step: stamp time and dice, decide, append one record, evolve. Its receipt comes only after
 *   the record is durable; effects are handed out after that too, in the order of the records. So: append before act.
 * - Steps of one run happen one after the other, in the order of the calls to `submit`.
 * - Idempotent by key: the second input under a known key is not decided and not appended. Its receipt names the first
 *   one's record and its answer is computed from the state of now, never a cached reply.
 * - An input that decides nothing and has no key leaves no trace; its receipt names the newest record.
 * - `at` never falls from one record to the next, whatever the clock does.
 * - `submit` rejects with `JournalError` when the store cannot take the record: then the state is as before and no
 *   effect was handed out. After kind `io` the record may still turn up when the run is opened again, so whoever
 *   submits again does it under the same key. It rejects with what the engine threw if the engine has a bug; other
 *   submits are not touched by that.
 * - `read` yields records from `from` on (the first is 1), oldest first, then ends. Damage is never skipped: what is
 *   readable comes first, then `JournalError` of kind `corrupt`.
 * - `tail` is `read` that waits for more; it ends without an error when `signal` aborts.
 * - `state` is the live state; whoever asks only looks. Inputs, events and frozen states are plain JSON values.
 */
export interface Journal<S, I, E, A> {
  submit(run: string, input: I, key?: string): Promise<Receipt<A>>;
  read(run: string, from: number): AsyncIterable<JournalRecord<I, E>>;
  tail(run: string, from: number, signal: AbortSignal): AsyncIterable<JournalRecord<I, E>>;
  state(run: string): Promise<S>;
  /** The newest record's number and time; `{ seq: 0, at: 0 }` before the first. A clock is never set before this `at`. */
  head(run: string): Promise<Head>;
}

/** What reading a journal needs from an engine: how events fold into a state. */
export interface FoldPort<S, E> {
  /** Snapshots of another version are ignored and the history is replayed instead. */
  readonly stateVersion: number;
  initial(): S;
  /** Applies a journaled event; together with `initial` it yields what `step` left behind. */
  evolve(state: S, event: E, meta: EventMeta): void;
  thaw(json: unknown): S;
}

/** What writing a journal needs from an engine. Pure: time and dice come in with the input. */
export interface EnginePort<S, I, E, F, A> extends FoldPort<S, E> {
  /** Decides, and applies each event to `state` as it decides it. No event: `state` is untouched. */
  step(state: S, input: Stamped<I>): { readonly events: readonly E[]; readonly answer: A };
  /** The answer to an input that is already in the journal; changes nothing. */
  answer(state: S, input: I): A;
  /** What is to be done because of the event; `state` is the one after the whole record. */
  react(event: E, state: S): readonly F[];
  freeze(state: S): unknown;
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

/** What every adapter is built with. */
export interface JournalOptions<S, I, E, F, A> {
  readonly engine: EnginePort<S, I, E, F, A>;
  readonly now: () => number;
  readonly dice: () => number;
  /** Called for every new record once it is durable, in order. Must not throw: that would be a bug. */
  readonly onCommitted?: (run: string, record: JournalRecord<I, E>, effects: readonly KeyedEffect<F>[]) => void;
  /** No snapshot before so many bytes of records; 256 kB unless a test wants less. */
  readonly snapshotFloorBytes?: number;
}
