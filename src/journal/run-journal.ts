/**
 * The journal of one run over any store: submits wait in a queue, and one flush per turn of the event loop takes all of
 * them through one transaction (group commit). It decides the order of things and nothing else.
 *
 * States: live (memory equals store) → flushing (synchronous, nobody can look) → live, or → lost (a flush failed; memory
 * is thrown away and rebuilt from the store before the next step) → live. Closed is final.
 */
import { BugError } from "../domain/bug.ts";
import type { Head, JournalOptions, JournalRecord, Receipt } from "./journal.ts";
import { closedError, JournalError } from "./journal-error.ts";
import type { RecordStore } from "./record-store.ts";
import { type Restored, readRecords, restore } from "./replay.ts";
import { dueSnapshot, nothingNew, type Step, takeStep } from "./step.ts";
import type { Format } from "./upgrade.ts";

const BATCH_MAX = 1_000;
const RECENT_KEYS_MAX = 10_000;

/** Something that must become durable together with the record, such as the answer to a mail. */
export type Alongside<A> = (receipt: Receipt<A>) => void;

export class RunJournal<S, I, E, F, A> {
  readonly #run: string;
  readonly #store: RecordStore;
  readonly #format: Format;
  readonly #options: JournalOptions<S, I, E, F, A>;
  readonly #waiting = new Set<() => void>();
  #live: Restored<S> | null;
  #queue: Pending<I, A>[] = [];
  #flushing: NodeJS.Immediate | null = null;
  #inTransaction: boolean = false;
  #closed: boolean = false;

  constructor(
    run: string,
    store: RecordStore,
    format: Format,
    options: JournalOptions<S, I, E, F, A>,
    restored: Restored<S>,
  ) {
    this.#run = run;
    this.#store = store;
    this.#format = format;
    this.#options = options;
    this.#live = restored;
  }

  submit(input: I, key?: string, alongside?: Alongside<A>): Promise<Receipt<A>> {
    if (key === "") return Promise.reject(new BugError("an input's key is empty"));
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(closedError(this.#store.path));
      this.#queue.push({ input, key: key?.toWellFormed() ?? null, alongside, resolve, reject });
      this.#flushing ??= setImmediate(this.#flush);
    });
  }

  /** The live state; never half-way through a step, because a flush is synchronous. */
  state(): S {
    return this.#restored().state;
  }

  head(): Head {
    const { seq, at } = this.#restored().end;
    return { seq, at };
  }

  async *read(from: number): AsyncGenerator<JournalRecord<I, E>, void> {
    if (this.#closed) throw closedError(this.#store.path);
    yield* readRecords<I, E>(this.#store, from, this.#format);
  }

  async *tail(from: number, signal: AbortSignal): AsyncGenerator<JournalRecord<I, E>, void> {
    let next = Math.max(1, from);
    try {
      while (!(signal.aborted || this.#closed)) {
        for await (const record of this.read(next)) {
          if (signal.aborted) return;
          yield record;
          next = record.seq + 1;
        }
        await this.#more(next, signal);
      }
    } catch (error) {
      if (!this.#closed) throw error;
    }
  }

  /** What waits in the queue is rejected as `closed`; tails end. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#flushing !== null) clearImmediate(this.#flushing);
    for (const pending of this.#queue.splice(0)) pending.reject(closedError(this.#store.path));
    this.#wake();
    this.#store.close();
  }

  readonly #flush = (): void => {
    const batch = this.#queue.splice(0, BATCH_MAX);
    this.#flushing = this.#queue.length > 0 ? setImmediate(this.#flush) : null;
    const steps: Step<I, E, F, A>[] = [];
    try {
      const live = this.#restored();
      for (const pending of batch) steps.push(this.#take(live, pending));
      if (this.#inTransaction) this.#commit(live);
    } catch (error) {
      this.#undo(batch, steps.length, error);
      return;
    }
    this.#hand(batch, steps);
  };

  #take(live: Restored<S>, { input, key, alongside }: Pending<I, A>): Step<I, E, F, A> {
    const known = key === null ? null : (live.recentKeys.get(key) ?? this.#store.seqOf(key));
    const step: Step<I, E, F, A> =
      known === null
        ? takeStep(this.#run, this.#options, live, input, key)
        : nothingNew({ seq: known, answer: this.#options.engine.answer(live.state, input) });
    if (step.row === null && alongside === undefined) return step;
    if (!this.#inTransaction) this.#store.begin();
    this.#inTransaction = true;
    if (step.row !== null) this.#store.append(step.row);
    alongside?.(step.receipt);
    return step;
  }

  #commit(live: Restored<S>): void {
    const snapshot = dueSnapshot(this.#options, live);
    if (snapshot !== null) this.#store.saveSnapshot(snapshot);
    // A snapshot hides the keys before it from the next opening, so they are saved no later than it.
    if (snapshot !== null || live.recentKeys.size > RECENT_KEYS_MAX) {
      this.#store.saveKeys(live.recentKeys);
      live.recentKeys.clear();
    }
    this.#store.commit(live.end);
    this.#inTransaction = false;
  }

  /** The store's failure fails the whole batch. A bug in one step fails that one; the others are decided again. */
  #undo(batch: readonly Pending<I, A>[], done: number, error: unknown): void {
    if (this.#inTransaction) this.#store.rollback();
    this.#inTransaction = false;
    this.#live = null;
    const culprit = error instanceof JournalError ? undefined : batch[done];
    for (const pending of culprit === undefined ? batch : [culprit]) pending.reject(error);
    if (culprit === undefined) return;
    this.#queue.unshift(...batch.filter((pending) => pending !== culprit));
    if (this.#queue.length > 0) this.#flushing ??= setImmediate(this.#flush);
  }

  #hand(batch: readonly Pending<I, A>[], steps: readonly Step<I, E, F, A>[]): void {
    for (const [place, { receipt }] of steps.entries()) batch[place]?.resolve(receipt);
    this.#wake();
    const { onCommitted } = this.#options;
    if (onCommitted === undefined) return;
    for (const { record, effects } of steps) if (record !== null) onCommitted(this.#run, record, effects);
  }

  #restored(): Restored<S> {
    if (this.#closed) throw closedError(this.#store.path);
    this.#live ??= restore(this.#options.engine, this.#store, this.#format);
    return this.#live;
  }

  #wake(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  #more(next: number, signal: AbortSignal): Promise<void> {
    if (this.#closed || signal.aborted || this.#restored().end.seq >= next) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake);
        signal.removeEventListener("abort", wake);
        resolve();
      };
      this.#waiting.add(wake);
      signal.addEventListener("abort", wake);
    });
  }
}

interface Pending<I, A> {
  readonly input: I;
  readonly key: string | null;
  readonly alongside: Alongside<A> | undefined;
  readonly resolve: (receipt: Receipt<A>) => void;
  readonly reject: (error: unknown) => void;
}
