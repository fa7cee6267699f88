/**
 * A run that is open for writing, over any store: submits wait in a queue, and one flush per turn of the event loop takes
 * all of them through one write (group commit). It decides the order of things and nothing else.
 *
 * States: live (memory equals store) → flushing (memory is ahead; whoever wants to look waits) → live, or → lost (the
 * write failed; memory is thrown away and rebuilt from the store before the next step) → live. Closed is final. With a
 * store that writes at once, flushing is over before anybody could look.
 */
import { BugError } from "../../domain/bug.ts";
import { closedError } from "../journal-error.ts";
import type { Head, Receipt } from "../rules.ts";
import type { MailOutcome, OpenOptions, OpenRun } from "../runs.ts";
import type { Format } from "../upgrade/upgrade.ts";
import { MailPump } from "./mail-pump.ts";
import { waitOut } from "./patience.ts";
import { type Restored, restore } from "./replay.ts";
import type { Awaitable, Batch, RecordWriter } from "./run-store.ts";
import { dueSnapshot, nothingNew, type Step, takeStep } from "./step.ts";

const BATCH_MAX = 1_000;
const RECENT_KEYS_MAX = 10_000;

export class RunJournal<S, I, E, F, A> implements OpenRun<S, I, A> {
  readonly run: string;
  readonly epoch: number;
  readonly #writer: RecordWriter;
  readonly #format: Format;
  readonly #options: OpenOptions<S, I, E, F, A>;
  readonly #closing = new AbortController();
  #live: Restored<S> | null;
  #rebuilding: Promise<Restored<S>> | null = null;
  #queue: Pending<I, A>[] = [];
  #flushDue: NodeJS.Immediate | null = null;
  #flushing: Promise<void> | null = null;
  #pump: MailPump<I> | null = null;

  constructor(
    run: string,
    writer: RecordWriter,
    format: Format,
    options: OpenOptions<S, I, E, F, A>,
    restored: Restored<S>,
  ) {
    this.run = run;
    this.epoch = writer.epoch;
    this.#writer = writer;
    this.#format = format;
    this.#options = options;
    this.#live = restored;
  }

  submit(input: I, key?: string): Promise<Receipt<A>> {
    if (key === "") return Promise.reject(new BugError("an input's key is empty"));
    return this.#enqueue(input, key?.toWellFormed() ?? null, null);
  }

  async state(): Promise<S> {
    return (await this.#settled()).state;
  }

  async head(): Promise<Head> {
    const { seq, at } = (await this.#settled()).end;
    return { seq, at };
  }

  async serveMail(): Promise<void> {
    if (this.#isClosed) throw closedError(this.#writer.path);
    if (this.#pump !== null) return;
    this.#pump = new MailPump<I>(this.#writer, {
      take: async (input, key, mail) => void (await this.#enqueue(input, key, mail)),
      refuse: (mail, because) => this.#refuse(mail, because),
    });
    await this.#pump.start();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#closing.abort();
    this.#pump?.stop();
    if (this.#flushDue !== null) clearImmediate(this.#flushDue);
    for (const pending of this.#queue.splice(0)) pending.reject(closedError(this.#writer.path));
    await this.#flushing;
    for (const pending of this.#queue.splice(0)) pending.reject(closedError(this.#writer.path));
    await this.#rebuilding?.catch(() => {});
    await this.#writer.close();
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  #enqueue(input: I, key: string | null, mail: number | null): Promise<Receipt<A>> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(closedError(this.#writer.path));
      this.#queue.push({ input, key, mail, resolve, reject });
      this.#flushSoon();
    });
  }

  #flushSoon(): void {
    if (this.#queue.length === 0 || this.#flushing !== null || this.#isClosed) return;
    this.#flushDue ??= setImmediate(this.#flush);
  }

  readonly #flush = (): void => {
    this.#flushDue = null;
    const flushed = this.#take(this.#queue.splice(0, BATCH_MAX));
    if (!(flushed instanceof Promise)) return this.#flushSoon();
    this.#flushing = flushed.finally(() => {
      this.#flushing = null;
      this.#flushSoon();
    });
  };

  /** Never throws and never rejects: each pending one is told. At once where the store answers at once. */
  #take(batch: readonly Pending<I, A>[]): Awaitable<void> {
    const live = this.#live;
    if (live === null)
      return this.#rebuilt().then(
        () => this.#take(batch),
        (error) => this.#fail(batch, error),
      );
    const keys = batch.flatMap(({ key }) => (key === null || live.recentKeys.has(key) ? [] : [key]));
    if (keys.length === 0) return this.#decide(live, batch, live.recentKeys);
    try {
      const saved = this.#writer.seqsOf(keys);
      if (!(saved instanceof Promise)) return this.#decide(live, batch, saved);
      return saved.then(
        (seqs) => this.#decide(live, batch, seqs),
        (error) => this.#fail(batch, error),
      );
    } catch (error) {
      return this.#fail(batch, error);
    }
  }

  #decide(live: Restored<S>, batch: readonly Pending<I, A>[], savedKeys: ReadonlyMap<string, number>): Awaitable<void> {
    const after = live.end;
    const steps: Step<I, E, F, A>[] = [];
    try {
      for (const { input, key } of batch) {
        const known = key === null ? undefined : (live.recentKeys.get(key) ?? savedKeys.get(key));
        steps.push(
          known === undefined
            ? takeStep(this.run, this.#options, live, input, key)
            : nothingNew({ seq: known, answer: this.#options.rules.answer(live.state, input) }),
        );
      }
    } catch (error) {
      return this.#fail(batch, error, batch[steps.length]);
    }
    const rows = steps.flatMap(({ row }) => row ?? []);
    const outcomes = batch.flatMap(({ mail }, place) => {
      const receipt = steps[place]?.receipt;
      return mail === null || receipt === undefined ? [] : [{ mail, outcome: outcomeOf(receipt) }];
    });
    if (rows.length === 0 && outcomes.length === 0) return this.#hand(batch, steps);
    const write = { after, rows, end: live.end, outcomes, ...this.#saved(live) };
    return this.#write(write, batch, steps);
  }

  /** A snapshot hides the keys before it from the next opening, so they are saved no later than it. */
  #saved(live: Restored<S>): Pick<Batch, "snapshot" | "keys"> {
    const snapshot = dueSnapshot(this.#options, live);
    if (snapshot === null && live.recentKeys.size <= RECENT_KEYS_MAX) return { snapshot, keys: null };
    const keys = new Map(live.recentKeys);
    live.recentKeys.clear();
    return { snapshot, keys };
  }

  #write(write: Batch, batch: readonly Pending<I, A>[], steps: readonly Step<I, E, F, A>[]): Awaitable<void> {
    try {
      const written = this.#writer.write(write);
      if (!(written instanceof Promise)) return this.#hand(batch, steps);
      return written.then(
        () => this.#hand(batch, steps),
        (error) => this.#writeAgain(error, write, batch, steps),
      );
    } catch (error) {
      return this.#writeAgain(error, write, batch, steps);
    }
  }

  /** The store may have taken it although it could not say so any more. */
  async #writeAgain(
    failure: unknown,
    write: Batch,
    batch: readonly Pending<I, A>[],
    steps: readonly Step<I, E, F, A>[],
  ): Promise<void> {
    const again = async (): Promise<void> => {
      const newest = write.rows.length === 0 ? null : await this.#writer.newest();
      if (newest?.seq !== write.end.seq || newest.crc !== write.end.crc) await this.#writer.write(write);
    };
    try {
      await waitOut(failure, again, this.#options.patience, this.#closing.signal);
    } catch (error) {
      return this.#fail(batch, error);
    }
    this.#hand(batch, steps);
  }

  /** In writing, as the next flush would be. */
  async #refuse(mail: number, because: string): Promise<void> {
    const { end } = await this.#settled();
    const outcome = JSON.stringify({ type: "refused", because } satisfies MailOutcome<A>);
    const written = this.#writer.write({
      ...{ after: end, rows: [], end, snapshot: null, keys: null },
      outcomes: [{ mail, outcome }],
    });
    if (!(written instanceof Promise)) return;
    this.#flushing = written
      .catch(() => {})
      .finally(() => {
        this.#flushing = null;
        this.#flushSoon();
      });
    await written;
  }

  /** The store's failure fails the whole batch. A bug in one step fails that one; the others are decided again. */
  #fail(batch: readonly Pending<I, A>[], error: unknown, culprit?: Pending<I, A>): void {
    this.#live = null;
    if (culprit === undefined) for (const pending of batch) pending.reject(error);
    else {
      culprit.reject(error);
      this.#queue.unshift(...batch.filter((pending) => pending !== culprit));
      this.#flushSoon();
    }
  }

  #hand(batch: readonly Pending<I, A>[], steps: readonly Step<I, E, F, A>[]): void {
    for (const [place, { receipt }] of steps.entries()) batch[place]?.resolve(receipt);
    const { onCommitted } = this.#options;
    if (onCommitted === undefined || this.#isClosed) return;
    for (const { record, effects } of steps) if (record !== null) onCommitted(record, effects);
  }

  async #settled(): Promise<Restored<S>> {
    while (this.#flushing !== null) await this.#flushing;
    if (this.#isClosed) throw closedError(this.#writer.path);
    return this.#live ?? this.#rebuilt();
  }

  #rebuilt(): Promise<Restored<S>> {
    this.#rebuilding ??= restore(this.#options.rules, this.#writer, this.#format)
      .then((live) => {
        this.#live = live;
        return live;
      })
      .finally(() => {
        this.#rebuilding = null;
      });
    return this.#rebuilding;
  }
}

function outcomeOf<A>({ seq, answer }: Receipt<A>): string {
  return JSON.stringify({ type: "answered", seq, answer } satisfies MailOutcome<A>);
}

interface Pending<I, A> {
  readonly input: I;
  readonly key: string | null;
  /** The mail it came by. */
  readonly mail: number | null;
  readonly resolve: (receipt: Receipt<A>) => void;
  readonly reject: (error: unknown) => void;
}
