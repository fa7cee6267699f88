/**
 * One Reeve at work on one run of any system: opens its journal, reconciles what an earlier one left behind, has effects
 * performed, and records every report as an input, until nothing moves by itself any more. All deciding is done in the
 * system's rules behind `submit`, all doing by its performer. Whoever builds a runner has the run's lease.
 *
 * States: opening → reconciling (what was claimed is observed) → working → over. Over is final and closes everything.
 */
import { closedError, JournalError } from "../../journal/journal-error.ts";
import type { JournalRecord, KeyedEffect } from "../../journal/rules.ts";
import type { OpenRun } from "../../journal/runs.ts";
import type { Heart } from "../time/heart.ts";
import type { RunnerOptions, WorkEnd } from "./runner-options.ts";
import type { Performer, System } from "./system.ts";
import { vouchFor } from "./vouch-for.ts";

/** Works one run of any system: its rules decide, its performer acts, and the journal keeps both in step. */
export class Runner<S, I, E, F, A, R extends string> {
  readonly #system: System<S, I, E, F, A, R>;
  readonly #options: RunnerOptions<I, E, R>;
  readonly #performer: Performer<S, I, E, F>;
  readonly #teller: (event: E) => string | null;
  readonly #over = Promise.withResolvers<WorkEnd<S, R>>();
  readonly #ready = Promise.withResolvers<void>();
  #heart: Heart | null = null;
  #run: OpenRun<S, I, A> | null = null;
  #reconciled = false;
  #looking = false;
  #closed = false;

  constructor(system: System<S, I, E, F, A, R>, options: RunnerOptions<I, E, R>) {
    this.#system = system;
    this.#options = options;
    this.#teller = system.teller();
    this.#ready.promise.catch(() => {}); // whoever orders hears of it
    this.#performer = system.perform({
      submit: (input) => this.#submit(input),
      report: (input) => this.#report(input),
      state: () => this.state(),
    });
  }

  /** Works until the run comes to rest; then closes everything of this Reeve. Rejects only for bugs. */
  async work(): Promise<WorkEnd<S, R>> {
    // Clocks and watches let a process end; this one may not before the work is over.
    const alive = setInterval(() => {}, 2 ** 30);
    this.#heart = this.#options.heart?.() ?? null;
    try {
      const unusable = await this.#open();
      if (unusable !== null) return this.#unusable(unusable);
      const end = await this.#over.promise;
      await this.#performer.end();
      // Whoever comes next could not know of what still works for it.
      if ("error" in end && end.error.kind === "gone") await this.hurry();
      return end;
    } catch (error) {
      this.#ready.reject(error);
      if (error instanceof JournalError) return { type: "journal", error };
      throw error;
    } finally {
      clearInterval(alive);
      this.#heart?.stop();
      await this.#close();
    }
  }

  /** A person's order from this process. It waits until all agents from before are known, because a stop must reach them. */
  async order(input: I): Promise<A> {
    await this.#ready.promise;
    try {
      return await this.#submit(input);
    } catch (error) {
      // Whoever was replaced has nothing left to work on.
      if (error instanceof JournalError && error.kind === "superseded") this.#fail(error);
      throw error;
    }
  }

  /** The live state; read only. */
  async state(): Promise<S> {
    return this.#opened().state();
  }

  /** Do not wait any longer for what is being stopped. */
  async hurry(): Promise<void> {
    await this.#performer.hurry(await this.state());
  }

  /** The sentence that says why the work cannot even be begun, or null. */
  async #open(): Promise<string | null> {
    const { runs, lease, clock, dice, patience, vouch, takesMail = true } = this.#options;
    const run = await runs.open(lease, {
      rules: this.#system.rules,
      now: () => clock.now(),
      dice,
      onCommitted: (record, effects) => this.#committed(record, effects),
      ...(vouch && { vouch: vouchFor(this.#system.mail, vouch, () => this.#opened()) }),
      ...(patience && { patience }),
    });
    this.#run = run;
    clock.notBefore((await run.head()).at);
    const before = await run.state();
    const unusable = await this.#performer.open(before);
    if (unusable !== null) return unusable;
    const owed = this.#system.owed(before);
    const waiting = (await run.siftMail()).map(toInput<I>);
    for (const input of await this.#performer.reconcile(before, takesMail ? waiting : [])) await this.#submit(input);
    for (const effect of owed) void this.#perform(effect);
    if (takesMail) await run.serveMail();
    this.#reconciled = true;
    this.#ready.resolve();
    this.#performer.begin();
    this.#lookSoon();
    return null;
  }

  #unusable(sentence: string): WorkEnd<S, R> {
    this.#ready.reject(new Error(sentence));
    return { type: "unusable", sentence };
  }

  async #submit(input: I): Promise<A> {
    return (await this.#opened().submit(input)).answer;
  }

  async #report(input: I): Promise<A | null> {
    if (this.#closed) return null;
    try {
      return await this.#submit(input);
    } catch (error) {
      this.#fail(error);
      return null;
    }
  }

  async #perform(effect: F): Promise<void> {
    try {
      await this.#performer.perform(effect);
    } catch (error) {
      this.#fail(error);
    }
  }

  #committed(record: JournalRecord<I, E>, effects: readonly KeyedEffect<F>[]): void {
    const { onRecord, onSentence } = this.#options;
    this.#heart?.did(nameOf(record.input));
    onRecord?.(record);
    const sentences = onSentence ? record.events.map((event) => this.#teller(event)) : [];
    for (const sentence of sentences) if (sentence !== null) onSentence?.(sentence);
    this.#performer.heard(record.events);
    for (const { effect } of effects) void this.#perform(effect);
    this.#lookSoon();
  }

  /** Once per turn of the event loop, however many records were committed in it. */
  #lookSoon(): void {
    if (this.#looking || !this.#reconciled || this.#closed) return;
    this.#looking = true;
    setImmediate(() => {
      this.#looking = false;
      if (!this.#closed)
        this.state()
          .then((state) => this.#look(state))
          .catch((error) => this.#fail(error));
    });
  }

  #look(state: S): void {
    const rest = this.#system.rest(state);
    if (rest !== "moving" && !this.#options.stays(rest)) this.#over.resolve({ type: rest, state });
  }

  #fail(error: unknown): void {
    if (this.#closed) return;
    if (error instanceof JournalError) this.#over.resolve({ type: "journal", error });
    else this.#over.reject(error);
  }

  #opened(): OpenRun<S, I, A> {
    if (this.#run === null) throw closedError(this.#options.lease.run);
    return this.#run;
  }

  async #close(): Promise<void> {
    this.#closed = true;
    await this.#performer.close();
    await this.#run?.close();
  }
}

/** In a word; the runner knows no system. */
function nameOf(input: unknown): string {
  return typeof input === "object" && input !== null && "type" in input ? String(input.type) : "an input";
}

/** The mail was sifted: what is no input was refused. */
function toInput<I>({ input }: { readonly input: unknown }): I {
  return input as I;
}
