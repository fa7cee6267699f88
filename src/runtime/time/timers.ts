/** Timers by name. Setting a name again moves it; a timer that fires is forgotten. What it means is the engine's business. */
import type { Clock } from "./clock.ts";

export class Timers {
  readonly #clock: Clock;
  readonly #onDue: (timer: string) => void;
  readonly #set = new Map<string, () => void>();

  constructor(clock: Clock, onDue: (timer: string) => void) {
    this.#clock = clock;
    this.#onDue = onDue;
  }

  set(timer: string, at: number): void {
    this.#set.get(timer)?.();
    const cancel = this.#clock.setTimer(at - this.#clock.now(), () => {
      this.#set.delete(timer);
      this.#onDue(timer);
    });
    this.#set.set(timer, cancel);
  }

  close(): void {
    for (const cancel of this.#set.values()) cancel();
    this.#set.clear();
  }
}
