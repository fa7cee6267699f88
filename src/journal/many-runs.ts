/** One journal over many runs: finds or opens the run, then hands the call on. What opening means is the adapter's. */
import type { Head, Journal, JournalRecord, Receipt } from "./journal.ts";
import type { RunJournal } from "./run-journal.ts";

export abstract class ManyRuns<S, I, E, F, A> implements Journal<S, I, E, A> {
  /** Throws `JournalError`: `missing` when there is no such run and `create` is false, `closed` after `close`. */
  protected abstract opened(run: string, create: boolean): RunJournal<S, I, E, F, A>;

  submit(run: string, input: I, key?: string): Promise<Receipt<A>> {
    try {
      return this.opened(run, true).submit(input, key);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  async *read(run: string, from: number): AsyncGenerator<JournalRecord<I, E>, void> {
    yield* this.opened(run, false).read(from);
  }

  async *tail(run: string, from: number, signal: AbortSignal): AsyncGenerator<JournalRecord<I, E>, void> {
    yield* this.opened(run, false).tail(from, signal);
  }

  async state(run: string): Promise<S> {
    return this.opened(run, false).state();
  }

  async head(run: string): Promise<Head> {
    return this.opened(run, false).head();
  }
}
