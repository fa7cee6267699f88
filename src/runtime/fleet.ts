/**
 * One Reeve at work on one run: opens its journal, settles what an earlier Reeve left behind, performs effects, and hands
 * every report back as an input, until the run moves no more by itself. All deciding is done in the engine behind
 * `submit`, all doing in `effects/`. Whoever builds a fleet has the run's lease.
 *
 * States: opening → settling (what was claimed is observed) → working → over. Over is final and closes everything;
 * agents that still live then are left to their keepers.
 */
import type { Effect } from "../engine/effect.ts";
import type { Answer, Input } from "../engine/input.ts";
import { outstanding } from "../engine/react.ts";
import type { State } from "../engine/state.ts";
import { closedError, JournalError } from "../journal/journal-error.ts";
import type { OpenRun } from "../journal/runs.ts";
import type { Clock } from "./clock.ts";
import type { FleetEnd, FleetOptions } from "./fleet-options.ts";
import { Hands } from "./hands.ts";
import { quiescence } from "./quiescence.ts";
import { type RunRecord, runRules } from "./run-rules.ts";
import { pauseWaits, tellsWaiting, waitingOrders } from "./waiting-orders.ts";

export class Fleet {
  readonly #options: FleetOptions;
  readonly #clock: Clock;
  readonly #hands: Hands;
  readonly #over = Promise.withResolvers<FleetEnd>();
  readonly #ready = Promise.withResolvers<void>();
  #run: OpenRun<State, Input, Answer> | null = null;
  #settled = false;
  #looking = false;
  #closed = false;

  constructor(options: FleetOptions) {
    this.#options = options;
    this.#clock = options.clock;
    this.#ready.promise.catch(() => {}); // whoever orders hears of it
    this.#hands = new Hands({
      fleet: options,
      submit: (input) => this.#submit(input),
      report: (input) => this.#report(input),
      due: (timer) => void this.#due(timer),
      state: () => this.state(),
    });
  }

  /** Works until nothing moves by itself; then everything of this Reeve is closed. Rejects only for bugs. */
  async work(): Promise<FleetEnd> {
    // The clock and the watches let a process end; this one may not before the run is over.
    const alive = setInterval(() => {}, 2 ** 30);
    try {
      const unusable = await this.#open();
      if (unusable) return unusable;
      const end = await this.#over.promise;
      await this.#hands.lookLast();
      return end;
    } catch (error) {
      this.#ready.reject(error);
      if (error instanceof JournalError) return { type: "journal", error };
      throw error;
    } finally {
      clearInterval(alive);
      await this.#close();
    }
  }

  /** A person's order from this very process. It waits until all that lived before is known: a stop must reach it. */
  async order(input: Input): Promise<Answer> {
    await this.#ready.promise;
    return this.#submit(input);
  }

  /** The live state; whoever asks only looks. */
  async state(): Promise<State> {
    return this.#opened().state();
  }

  /** The person does not want to wait for the grace of agents that are being stopped. */
  async force(): Promise<void> {
    await this.#hands.stopAtOnce((await this.state()).attempts.live.keys());
  }

  /** An end, where the work cannot even be opened. */
  async #open(): Promise<FleetEnd | null> {
    const { runs, lease, place, settings, history, identity, stopOnly = false, dice, patience } = this.#options;
    const run = await runs.open(lease, {
      rules: runRules,
      now: () => this.#clock.now(),
      dice,
      onCommitted: (record, effects) => this.#committed(record, effects),
      ...(patience && { patience }),
    });
    this.#run = run;
    this.#clock.notBefore((await run.head()).at);
    await this.#hands.renewLease();
    const before = await this.state();
    const sentence = await this.#hands.open(before);
    if (sentence !== null) return this.#unusable(sentence);
    const owed = outstanding(before);
    const { inputs, adopted } = await this.#hands.settle(before);
    // A pause that was ordered while nobody worked on the run comes before anything could start.
    const orders = stopOnly ? [] : await waitingOrders(runs, place.id);
    if (pauseWaits(orders)) await this.#submit({ type: "pause" });
    // Their mail is answered later; said twice it counts once.
    for (const told of tellsWaiting(orders)) await this.#submit(told);
    const known = history && { history };
    await this.#submit(stopOnly ? { type: "stop" } : { type: "run_opened", ...identity, settings, adopted, ...known });
    for (const input of inputs) await this.#submit(input);
    for (const effect of owed) void this.#perform(effect);
    if (!stopOnly) await run.serveMail();
    this.#settled = true;
    this.#ready.resolve();
    this.#hands.beat();
    this.#lookSoon();
    return null;
  }

  #unusable(sentence: string): FleetEnd {
    this.#ready.reject(new Error(sentence));
    return { type: "unusable", sentence };
  }

  async #submit(input: Input): Promise<Answer> {
    return (await this.#opened().submit(input)).answer;
  }

  /** For what comes in by itself: whoever reports has nobody to tell that the journal cannot be written. */
  async #report(input: Input): Promise<Answer | null> {
    if (this.#closed) return null;
    try {
      return await this.#submit(input);
    } catch (error) {
      this.#fail(error);
      return null;
    }
  }

  async #perform(effect: Effect): Promise<void> {
    try {
      await this.#hands.perform(effect);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** A timer that comes too early (the clock moved) is set again to where the state wants it. */
  async #due(timer: string): Promise<void> {
    const answer = await this.#report({ type: "timer_due", timer });
    const at = answer?.type === "no" ? (await this.state()).timers.get(timer) : undefined;
    if (at !== undefined) this.#hands.setTimer(timer, at);
  }

  #committed(record: RunRecord, effects: readonly { readonly effect: Effect }[]): void {
    this.#options.onRecord(record);
    this.#hands.heard(record.events);
    for (const { effect } of effects) void this.#perform(effect);
    this.#lookSoon();
  }

  /** Once per turn of the event loop, however many records were committed in it. */
  #lookSoon(): void {
    if (this.#looking || !this.#settled || this.#closed) return;
    this.#looking = true;
    setImmediate(() => {
      this.#looking = false;
      if (!this.#closed)
        this.state()
          .then((state) => this.#look(state))
          .catch((error) => this.#fail(error));
    });
  }

  #look(state: State): void {
    const found = quiescence(state);
    const waits = found === "needs_person" || found === "paused";
    if (found === "moving" || (waits && this.#options.wait)) return;
    this.#over.resolve({ type: found, state });
  }

  #fail(error: unknown): void {
    if (this.#closed) return;
    if (error instanceof JournalError) this.#over.resolve({ type: "journal", error });
    else this.#over.reject(error);
  }

  #opened(): OpenRun<State, Input, Answer> {
    if (!this.#run) throw closedError(this.#options.place.id);
    return this.#run;
  }

  async #close(): Promise<void> {
    this.#closed = true;
    await this.#hands.close();
    await this.#run?.close();
  }
}
