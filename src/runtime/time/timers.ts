/** The timers of a system. Setting one again moves it; one that fires is forgotten. What it means is the system's business. */
import type { Clock } from "./clock.ts";

export interface TimersOptions<T> {
  readonly clock: Clock;
  /** Two timers of the same key are one. */
  readonly keyOf: (timer: T) => string;
  readonly onDue: (timer: T) => void;
}

export class Timers<T> {
  readonly #options: TimersOptions<T>;
  readonly #set = new Map<string, () => void>();

  constructor(options: TimersOptions<T>) {
    this.#options = options;
  }

  set(timer: T, at: number): void {
    const { clock, keyOf, onDue } = this.#options;
    const key = keyOf(timer);
    this.#set.get(key)?.();
    const cancel = clock.setTimer(at - clock.now(), () => {
      this.#set.delete(key);
      onDue(timer);
    });
    this.#set.set(key, cancel);
  }

  close(): void {
    for (const cancel of this.#set.values()) cancel();
    this.#set.clear();
  }
}
