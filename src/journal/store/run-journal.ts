/**
 * A run that is open for writing, over any store: submits wait in a queue, and one flush per turn of the event loop takes
 * all of them through one write (group commit). It decides the order of things and nothing else.
 *
 * States: live (memory equals store) → flushing (memory is ahead; whoever wants to look waits) → live, or → lost (the
 * write failed; memory is rebuilt from the store before the next step) → live. Closed is final. With a store that writes at
 * once, flushing is over before anybody could look.
 */
import { BugError } from "../../domain/bug.ts";
import { maskSecrets } from "../../domain/secrets/mask-secrets.ts";
import { closedError } from "../journal-error.ts";
import type { Head, Receipt } from "../rules.ts";
import type { OpenOptions, OpenRun, WaitingMail } from "../runs.ts";
import type { Format } from "../upgrade/upgrade.ts";
import { judgeMail, refusalOf } from "./judge-mail.ts";
import { type Asked, LiveRun } from "./live-run.ts";
import { MailPump, type RefusedMail } from "./mail-pump.ts";
import { waitOut } from "./patience.ts";
import type { Restored } from "./replay.ts";
import type { Awaitable, Batch, RecordWriter } from "./run-store.ts";
import type { Step } from "./step.ts";

const BATCH_MAX = 1_000;

export class RunJournal<S, I, E, F, A> implements OpenRun<S, I, A> {
  readonly run: string;
  readonly epoch: number;
  readonly #writer: RecordWriter;
  readonly #options: OpenOptions<S, I, E, F, A>;
  readonly #closing = new AbortController();
  readonly #live: LiveRun<S, I, E, F, A>;
  #queue: Pending<I, A>[] = [];
  #flushDue: NodeJS.Immediate | null = null;
  #flushing: Promise<void> | null = null;
  readonly #pump: MailPump<I>;

  constructor(
    opened: { readonly run: string; readonly writer: RecordWriter; readonly format: Format },
    options: OpenOptions<S, I, E, F, A>,
    restored: Restored<S>,
  ) {
    this.run = opened.run;
    this.epoch = opened.writer.epoch;
    this.#writer = opened.writer;
    this.#options = options;
    this.#live = new LiveRun(opened, options, restored, this.#closing.signal);
    this.#pump = new MailPump<I>(opened.writer, {
      judge: (mail, waited) => judgeMail(mail, waited, options),
      take: (input, key, mail) => this.#enqueue(input, key, mail),
      refuse: (refused) => this.#refuse(refused),
    });
  }

  submit(input: I, key?: string): Promise<Receipt<A>> {
    if (key === "") return Promise.reject(new BugError("an input's key is empty"));
    return this.#enqueue(input, key?.toWellFormed() ?? null, null);
  }

  async state(): Promise<S> {
    return (await this.#restored()).state;
  }

  async head(): Promise<Head> {
    const { seq, at } = (await this.#restored()).end;
    return { seq, at };
  }

  async serveMail(): Promise<void> {
    if (this.#isClosed) throw this.#closed();
    await this.#pump.start();
  }

  siftMail(): Promise<readonly WaitingMail[]> {
    return this.#pump.sift();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#closing.abort();
    this.#pump.stop();
    if (this.#flushDue !== null) clearImmediate(this.#flushDue);
    await this.#flushing;
    for (const pending of this.#queue.splice(0)) pending.reject(this.#closed());
    await this.#live.idle();
    await this.#writer.close();
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  #closed(): Error {
    return closedError(this.#writer.path);
  }

  #enqueue(input: I, key: string | null, mail: number | null): Promise<Receipt<A>> {
    const { clean = maskSecrets } = this.#options.rules;
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(this.#closed());
      // Whoever says it: nothing is decided about a secret, so that none is kept.
      this.#queue.push({ input: clean(input), key, mail, resolve, reject });
      this.#flushSoon();
    });
  }

  #flushSoon(): void {
    if (this.#queue.length === 0 || this.#flushing !== null || this.#isClosed) return;
    this.#flushDue ??= setImmediate(() => {
      this.#flushDue = null;
      this.#during(this.#take(this.#queue.splice(0, BATCH_MAX)));
      this.#flushSoon();
    });
  }

  /** Until this is over nobody looks and nobody else writes. */
  #during(work: Awaitable<void>): void {
    if (!(work instanceof Promise)) return;
    this.#flushing = work.finally(() => {
      this.#flushing = null;
      this.#flushSoon();
    });
  }

  /** Never throws and never rejects: each pending one is told. At once where the store answers at once. */
  #take(pending: readonly Pending<I, A>[]): Awaitable<void> {
    const fail = (error: unknown): void => this.#fail(pending, error);
    try {
      const live = this.#live.restored();
      if (live instanceof Promise) return live.then(() => this.#take(pending), fail);
      const saved = this.#live.savedKeys(live, pending);
      if (!(saved instanceof Promise)) return this.#decide(live, pending, saved);
      return saved.then((keys) => this.#decide(live, pending, keys), fail);
    } catch (error) {
      return fail(error);
    }
  }

  #decide(live: Restored<S>, pending: readonly Pending<I, A>[], saved: ReadonlyMap<string, number>): Awaitable<void> {
    const decided = this.#live.decide(live, pending, saved);
    if ("bug" in decided) return this.#stumble(pending, decided.at, decided.bug);
    const { steps, batch } = decided;
    const hand = (): void => this.#hand(pending, steps);
    if (batch === null) return hand();
    const again = (error: unknown) => this.#writeAgain(error, batch).then(hand, (late) => this.#fail(pending, late));
    try {
      const written = this.#writer.write(batch);
      return written instanceof Promise ? written.then(hand, again) : hand();
    } catch (error) {
      return again(error);
    }
  }

  /** The store may have taken it although it could not say so any more. */
  async #writeAgain(failure: unknown, batch: Batch): Promise<void> {
    const again = async (): Promise<void> => {
      const newest = batch.rows.length === 0 ? null : await this.#writer.newest();
      if (newest?.seq !== batch.end.seq || newest.crc !== batch.end.crc) await this.#writer.write(batch);
    };
    await waitOut(failure, again, this.#options.patience, this.#closing.signal);
  }

  #hand(pending: readonly Pending<I, A>[], steps: readonly Step<I, E, F, A>[]): void {
    for (const [place, { receipt }] of steps.entries()) pending[place]?.resolve(receipt);
    const { onCommitted } = this.#options;
    if (onCommitted === undefined || this.#isClosed) return;
    for (const { record, effects } of steps) if (record !== null) onCommitted(record, effects);
  }

  /** The store's failure fails all that were to be written together. */
  #fail(pending: readonly Pending<I, A>[], error: unknown): void {
    this.#live.lose();
    for (const each of pending) each.reject(error);
  }

  /** A bug in one step fails that one; the others are decided again. */
  #stumble(pending: readonly Pending<I, A>[], at: number, bug: unknown): void {
    this.#live.lose();
    pending[at]?.reject(bug);
    this.#queue.unshift(...pending.toSpliced(at, 1));
  }

  async #refuse(refused: readonly RefusedMail[]): Promise<void> {
    const { end } = await this.#restored();
    const nothing = { after: end, rows: [], end, snapshot: null, keys: null };
    const written = Promise.resolve(this.#writer.write({ ...nothing, outcomes: refused.map(refusalOf) }));
    this.#during(written.catch(() => {}));
    await written;
  }

  async #restored(): Promise<Restored<S>> {
    while (this.#flushing !== null) await this.#flushing;
    if (this.#isClosed) throw this.#closed();
    return this.#live.restored();
  }
}

interface Pending<I, A> extends Asked<I> {
  readonly resolve: (receipt: Receipt<A>) => void;
  readonly reject: (error: unknown) => void;
}
