/**
 * Calls that wait for a person's answer. They only hear that something became of the question; what it was they read off
 * the state. A call ends by that, by its time, or because the agent hung up.
 */

import type { QuestionId } from "../../domain/work/question.ts";
import type { Event } from "../../engine/event.ts";
import type { CallbackClock } from "./callback-port.ts";

export class WaitingCalls {
  readonly #clock: CallbackClock;
  readonly #waiting = new Map<QuestionId, Set<() => void>>();
  /** What has been answered: somebody may just be about to wait for it. */
  readonly #over = new Set<QuestionId>();

  constructor(clock: CallbackClock) {
    this.#clock = clock;
  }

  /** Resolves in any case. */
  wait(question: QuestionId, waitMs: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.#over.has(question)) return Promise.resolve();
    const over = Promise.withResolvers<void>();
    const calls = this.#waiting.get(question) ?? new Set();
    this.#waiting.set(question, calls.add(over.resolve));
    signal.addEventListener("abort", () => over.resolve(), { once: true });
    const cancel = this.#clock.setTimer(waitMs, over.resolve);
    return over.promise.finally(() => {
      cancel();
      calls.delete(over.resolve);
      if (calls.size === 0) this.#waiting.delete(question);
    });
  }

  heard(events: readonly Event[]): void {
    for (const event of events) {
      if (event.type !== "question_answered" && event.type !== "question_withdrawn") continue;
      this.#over.add(event.question);
      for (const resolve of this.#waiting.get(event.question) ?? []) resolve();
    }
  }
}
