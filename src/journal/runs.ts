/**
 * The store port: all runs of one place, whoever keeps them. This file holds types and the contract adapters are written
 * from; it never stores anything, and nobody who uses it learns whether there are files, a database or memory behind it.
 *
 * Contract of `Runs`
 * - Everything is asynchronous. A failure of the store is a `JournalError`; only bugs are anything else.
 * - One owner per run: whoever wants to write takes its `lease` first. A lease can be lost without its owner noticing (a
 *   machine that slept, a network that was cut), so it is not what protects the records. The epoch is: each `open` takes
 *   the next one, every append is compared with the newest, and an owner of an older one is refused (`superseded`).
 * - `open` takes the epoch and learns the state as one step: nothing can be appended between the two.
 * - `state`, `read`, `tail`, `waiting`, `holder` only look: they change nothing, wait for no writer and hold none up. They
 *   work in any process, whether somebody owns the run or nobody does.
 * - `read` yields records from `from` on (the first is 1), oldest first, then ends. Damage is never skipped: what is
 *   readable comes first, then `JournalError` of kind `corrupt`. `tail` is `read` that waits for more; it ends without an
 *   error when `signal` aborts.
 * - Mail is how other processes hand inputs to the owner. A mail is named by its sender and the sender's own number for it,
 *   and counts once: whoever does not know whether it was taken posts it again under the same name. It is durable when
 *   `post` resolves, waits while nobody owns the run, and is taken in the order in which it came.
 * - Whoever may write into the store may write mail. Who opens a run may ask somebody to vouch for each, before it is taken;
 *   what is not vouched for is refused in writing.
 * - A run that was never written is `missing`.
 */
import type { JournalReport } from "./journal-report.ts";
import type { Fold, Head, JournalRecord, KeyedEffect, Receipt, Rules, StoredRecord } from "./rules.ts";

export interface Runs {
  /** Oldest first; includes runs whose records are gone, so that an older run is not taken for the newest. */
  list(): Promise<readonly string[]>;
  /** Takes the next free name, above those in use elsewhere; two callers at once get two different names. */
  create(elsewhere?: readonly string[]): Promise<string>;
  /** Runs one at a time in this place, because two must not choose and create a run at once. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  lease(run: string): Promise<Lease | { readonly heldBy: Holder }>;
  /** Who has its lease; null if nobody does. */
  holder(run: string): Promise<Holder | null>;
  /** For writing. A run that has no records yet is begun. */
  open<S, I, E, F, A>(lease: Lease, options: OpenOptions<S, I, E, F, A>): Promise<OpenRun<S, I, A>>;
  /** As of the newest record. */
  state<S, E>(run: string, fold: Fold<S, E>): Promise<StateView<S>>;
  read<I, E>(run: string, from: number): AsyncIterable<JournalRecord<I, E>>;
  /** `read`, with what lies in the store. */
  readStored<I, E>(run: string, from: number): AsyncIterable<StoredRecord<I, E>>;
  tail<I, E>(run: string, from: number, signal: AbortSignal): AsyncIterable<JournalRecord<I, E>>;
  post(run: string, mail: Mail): Promise<void>;
  /** What became of a mail. Null if nobody took it in time; it stays and will be taken. */
  answer<A>(run: string, name: MailName, timeoutMs: number, signal?: AbortSignal): Promise<MailOutcome<A> | null>;
  /** Mail that has not been taken yet, oldest first. */
  waiting(run: string): Promise<readonly WaitingMail[]>;
  /** The full check, for `reeve doctor`; opening checks only what it uses. Never rejects for damage. */
  verify(run: string): Promise<JournalReport>;
}

/**
 * A run that is open for writing.
 *
 * - `submit` is one atomic step: stamp time and dice, decide, append one record, evolve. Its receipt comes only after the
 *   record is durable; effects are handed out after that too, in the order of the records. So: append before act.
 * - Steps happen one after the other, in the order of the calls.
 * - Idempotent by key: the second input under a known key is not decided and not appended. Its receipt names the first
 *   one's record and its answer is computed from the state of now, never a cached reply.
 * - An input that decides nothing and has no key leaves no trace; its receipt names the newest record.
 * - `at` never falls from one record to the next, whatever the clock does.
 * - `submit` rejects with `JournalError` when the store cannot take the record: then the state is as before and no effect
 *   was handed out. After kind `io` or `away` the record may still turn up when the run is opened again, so whoever
 *   submits again does it under the same key. It rejects with what the rules threw if they have a bug; other submits are
 *   not touched by that.
 * - A store that is away for a while (`away`, `busy`) is waited for, as long as `patience` says; meanwhile submits pend.
 * - `state` is the live state, never ahead of the store; whoever asks only looks, before it awaits anything else.
 */
export interface OpenRun<S, I, A> {
  readonly run: string;
  /** Of this opening: one more than that of the one before. */
  readonly epoch: number;
  submit(input: I, key?: string): Promise<Receipt<A>>;
  state(): Promise<S>;
  /** The newest record's number and time; `{ seq: 0, at: 0 }` before the first. A clock is never set before this `at`. */
  head(): Promise<Head>;
  /** What waits now and may be taken, oldest first; what may not is refused in writing. Nothing is taken yet. */
  siftMail(): Promise<readonly WaitingMail[]>;
  /** From now on, takes mail from other processes. Resolves when the mail that already waited has been taken. */
  serveMail(): Promise<void>;
  /** What waits to be submitted is rejected as `closed`; what is being written ends first, but hands out no effects. */
  close(): Promise<void>;
}

/** What a run is opened with. Inputs, events and frozen states are plain JSON values. */
export interface OpenOptions<S, I, E, F, A> {
  readonly rules: Rules<S, I, E, F, A>;
  readonly now: () => number;
  readonly dice: () => number;
  /** Called for every new record once it is durable, in order. Must not throw: that would be a bug. */
  readonly onCommitted?: (record: JournalRecord<I, E>, effects: readonly KeyedEffect<F>[]) => void;
  /** Absent: mail is whose it says. */
  readonly vouch?: Vouch;
  /** Absent: what is asked of a store that cannot be reached fails at once. */
  readonly patience?: Patience;
  /** No snapshot before so many bytes of records; 256 kB unless a test wants less. */
  readonly snapshotFloorBytes?: number;
}

/** How a store that is away is waited for. */
export interface Patience {
  /** How long to wait at most. */
  readonly boundMs: number;
  /** A sentence for people: once when the store cannot be reached, once when it can again. */
  readonly onNotice?: (sentence: string) => void;
  /** For tests; the machine's otherwise. */
  readonly clock?: PatienceClock;
}

export interface PatienceClock {
  readonly now: () => number;
  /** Resolves early, and without an error, when `signal` aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface Lease {
  readonly run: string;
  /** Gives up the lease; a second call does nothing. */
  readonly release: () => Promise<void>;
}

/** Who owns a run, for messages. */
export interface Holder {
  /** 0 when the holder could not leave word who it is. */
  readonly pid: number;
  readonly host: string;
  /** When it took the lease, ISO 8601. */
  readonly since: string;
  readonly command: string;
}

export interface StateView<S> {
  readonly state: S;
  readonly head: Head;
}

export interface MailName {
  /** One sending process, by a name that no other has. */
  readonly sender: string;
  /** The sender's own, from 1. */
  readonly number: number;
}

export interface Mail extends MailName {
  readonly at: number;
  /** Who sent it, for people: `reeve pause (pid 4711)`. */
  readonly from: string;
  readonly input: unknown;
}

/** The name is null where an older Reeve posted it, or a person by hand. */
export interface WaitingMail extends Pick<Mail, "at" | "from" | "input"> {
  readonly name: MailName | null;
}

/** A mail as it lies in the store. */
export interface PostedMail extends Pick<Mail, "at" | "from"> {
  readonly name: MailName | null;
  /** The input, as JSON. */
  readonly input: string;
}

/** For each mail why it may not be taken, for its sender; null: it may. `waited`: it lay there before this Reeve looked. */
export type Vouch = (mail: readonly PostedMail[], waited: boolean) => Promise<readonly (string | null)[]>;

/** What became of a mail: recorded and answered, or refused because the rules could not take it. */
export type MailOutcome<A> =
  | { readonly type: "answered"; readonly seq: number; readonly answer: A }
  | { readonly type: "refused"; readonly because: string };
