/** When the next frame is painted: soon after something changed, and never sooner after the last than one may be. */
import { FRAME_MS } from "../paint/painter.ts";

export class Frames {
  readonly #paint: () => void;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | null = null;
  #paintedAt = 0;

  constructor(paint: () => void, now: () => number) {
    this.#paint = paint;
    this.#now = now;
  }

  ask(): void {
    if (this.#timer !== null) return;
    const wait = Math.max(0, Math.min(FRAME_MS, this.#paintedAt + FRAME_MS - this.#now()));
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#paintedAt = this.#now();
      this.#paint();
    }, wait);
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
