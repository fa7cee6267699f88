/** Timers of a run. Setting one again moves it; a timer that fires is forgotten. What it means is the engine's business. */
import { type Timer, timerKey } from "../engine/timer.ts";
import type { Clock } from "./clock.ts";

export class Timers {
  readonly #clock: Clock;
  readonly #onDue: (timer: Timer) => void;
  readonly #set = new Map<string, () => void>();

  constructor(clock: Clock, onDue: (timer: Timer) => void) {
    this.#clock = clock;
    this.#onDue = onDue;
  }

  set(timer: Timer, at: number): void {
    const key = timerKey(timer);
    this.#set.get(key)?.();
    const cancel = this.#clock.setTimer(at - this.#clock.now(), () => {
      this.#set.delete(key);
      this.#onDue(timer);
    });
    this.#set.set(key, cancel);
  }

  close(): void {
    for (const cancel of this.#set.values()) cancel();
    this.#set.clear();
  }
}
