/**
 * The live state of an open run, and decisions made on it, in memory alone: it writes nothing. When a write failed it is
 * lost, thrown away and rebuilt from the store before the next decision.
 */
import type { Receipt } from "../rules.ts";
import type { MailOutcome, OpenOptions } from "../runs.ts";
import type { Format } from "../upgrade/upgrade.ts";
import { patiently, waitOut } from "./patience.ts";
import { type Restored, restore } from "./replay.ts";
import type { Awaitable, Batch, RecordWriter } from "./run-store.ts";
import { dueSnapshot, nothingNew, type Step, takeStep } from "./step.ts";

const RECENT_KEYS_MAX = 10_000;

export interface Asked<I> {
  readonly input: I;
  readonly key: string | null;
  /** The mail it came by. */
  readonly mail: number | null;
}

export type Decided<I, E, F, A> =
  | { readonly steps: readonly Step<I, E, F, A>[]; readonly batch: Batch | null }
  /** The rules threw at the n-th; the state is half-way and must be thrown away. */
  | { readonly bug: unknown; readonly at: number };

export class LiveRun<S, I, E, F, A> {
  readonly #run: string;
  readonly #writer: RecordWriter;
  readonly #format: Format;
  readonly #options: OpenOptions<S, I, E, F, A>;
  readonly #closing: AbortSignal;
  #live: Restored<S> | null;
  #rebuilding: Promise<Restored<S>> | null = null;

  constructor(
    opened: { readonly run: string; readonly writer: RecordWriter; readonly format: Format },
    options: OpenOptions<S, I, E, F, A>,
    restored: Restored<S>,
    closing: AbortSignal,
  ) {
    this.#run = opened.run;
    this.#writer = opened.writer;
    this.#format = opened.format;
    this.#options = options;
    this.#live = restored;
    this.#closing = closing;
  }

  /** At once unless it was lost. */
  restored(): Awaitable<Restored<S>> {
    return this.#live ?? this.#rebuilt();
  }

  lose(): void {
    this.#live = null;
  }

  /** Nobody rebuilds it any more when this resolves. */
  async idle(): Promise<void> {
    await this.#rebuilding?.catch(() => {});
  }

  /** Which of the keys are in the journal, beyond those the live state remembers. At once where the store answers so. */
  savedKeys({ recentKeys }: Restored<S>, asked: readonly Asked<I>[]): Awaitable<ReadonlyMap<string, number>> {
    const keys = asked.flatMap(({ key }) => (key === null || recentKeys.has(key) ? [] : [key]));
    if (keys.length === 0) return recentKeys;
    const look = (): Awaitable<ReadonlyMap<string, number>> => this.#writer.seqsOf(keys);
    const again = (error: unknown) => waitOut(error, look, this.#options.patience, this.#closing);
    try {
      const saved = look();
      return saved instanceof Promise ? saved.catch(again) : saved;
    } catch (error) {
      return again(error);
    }
  }

  decide(live: Restored<S>, asked: readonly Asked<I>[], saved: ReadonlyMap<string, number>): Decided<I, E, F, A> {
    const after = live.end;
    const steps: Step<I, E, F, A>[] = [];
    try {
      for (const { input, key } of asked) {
        const known = key === null ? undefined : (live.recentKeys.get(key) ?? saved.get(key));
        steps.push(
          known === undefined
            ? takeStep(this.#run, this.#options, live, input, key)
            : nothingNew({ seq: known, answer: this.#options.rules.answer(live.state, input) }),
        );
      }
    } catch (bug) {
      return { bug, at: steps.length };
    }
    const rows = steps.flatMap(({ row }) => row ?? []);
    const outcomes = asked.flatMap(({ mail }, place) => {
      const receipt = steps[place]?.receipt;
      return mail === null || receipt === undefined ? [] : [{ mail, outcome: outcomeOf(receipt) }];
    });
    if (rows.length === 0 && outcomes.length === 0) return { steps, batch: null };
    return { steps, batch: { after, rows, end: live.end, outcomes, ...this.#toSave(live) } };
  }

  /** A snapshot hides the keys before it from the next opening, so they are saved no later than it. */
  #toSave(live: Restored<S>): Pick<Batch, "snapshot" | "keys"> {
    const snapshot = dueSnapshot(this.#options, live);
    if (snapshot === null && live.recentKeys.size <= RECENT_KEYS_MAX) return { snapshot, keys: null };
    const keys = new Map(live.recentKeys);
    live.recentKeys.clear();
    return { snapshot, keys };
  }

  #rebuilt(): Promise<Restored<S>> {
    const { rules, patience } = this.#options;
    this.#rebuilding ??= patiently(() => restore(rules, this.#writer, this.#format), patience, this.#closing)
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
