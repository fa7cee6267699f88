/**
 * When the next frame is painted. What a person does is seen at once; what the run does a little later and together, because
 * nobody reads faster than that. Neither comes sooner after the last frame than one may.
 */

const KEY_MS = 50;
const RUN_MS = 250;

export class Frames {
  readonly #paint: () => void;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | null = null;
  #paintedAt = 0;
  #dueAt = 0;

  constructor(paint: () => void, now: () => number) {
    this.#paint = paint;
    this.#now = now;
  }

  /** `isPerson`: somebody pressed a key or changed the window. */
  ask(isPerson: boolean): void {
    const dueAt = Math.max(this.#now(), this.#paintedAt + (isPerson ? KEY_MS : RUN_MS));
    if (this.#timer !== null && this.#dueAt <= dueAt) return;
    this.stop();
    this.#dueAt = dueAt;
    // A clock that was set back must not freeze the screen.
    const wait = Math.max(0, Math.min(RUN_MS, dueAt - this.#now()));
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
