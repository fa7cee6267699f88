/** Where one waits to be told that there may be more to see. It says "look again" and never what happened; no ring is lost. */
import type { Changes } from "./run-store.ts";

export class WaitingRoom implements Changes {
  readonly #leave: () => void;
  #rung = false;
  #wake: (() => void) | null = null;

  /** `enter` begins to listen, with what is to be called; it returns what ends that. */
  constructor(enter: (ring: () => void) => () => void) {
    this.#leave = enter(() => {
      this.#rung = true;
      this.#wake?.();
    });
  }

  next(abort: AbortSignal): Promise<void> {
    return new Promise<void>((resolve) => {
      const wake = (): void => {
        this.#rung = false;
        this.#wake = null;
        abort.removeEventListener("abort", wake);
        resolve();
      };
      if (this.#rung || abort.aborted) return wake();
      this.#wake = wake;
      abort.addEventListener("abort", wake);
    });
  }

  close(): void {
    this.#leave();
    this.#wake?.();
  }
}
