/**
 * One worker of a running tree, as a function: what it is handed, and its life from the start to the one word about its end. It
 * decides nothing; whoever hears that word does.
 */
import type { EndReason, TreeEvent, TreePath } from "../../domain/tree/tree.ts";
import type { Clock } from "../time/clock.ts";

/** One life of a worker: the next one after a restart has another incarnation. */
export interface TreeChild {
  readonly path: TreePath;
  readonly id: string;
  /** As its specification has them. */
  readonly args: unknown;
  readonly incarnation: number;
  /** How often it was started since its supervisor listed it: 1 at first. */
  readonly starts: number;
  /** Aborts when it is to stop. */
  readonly signal: AbortSignal;
}

export interface TreeOptions {
  /** A worker's life. Returning is a normal end, throwing a failure; after its signal aborted, either is a shutdown. */
  readonly work: (child: TreeChild) => Promise<void>;
  /** Runs before the worker counts as started. Throwing fails the start; `"ignore"`: it is not wanted now, which is no failure. */
  readonly begin?: (child: TreeChild) => Promise<unknown>;
  /** Each start, stop and end, in order. */
  readonly onEvent?: (event: TreeEvent) => void;
  /** Why a worker failed; the tree itself only knows that it did. */
  readonly onFailure?: (child: TreeChild, error: unknown) => void;
  /** Stops the whole tree, in order, when it aborts. */
  readonly signal?: AbortSignal;
  /** For tests; the machine's otherwise. */
  readonly clock?: Pick<Clock, "now" | "setTimer">;
  readonly dice?: () => number;
}

export type Told =
  | { readonly type: "started" | "start_failed" | "start_ignored" }
  | { readonly type: "ended"; readonly reason: EndReason };

/** One incarnation of a worker, from its start to the one word about its end. */
export class Life {
  readonly #child: TreeChild;
  readonly #options: TreeOptions;
  readonly #clock: Pick<Clock, "setTimer">;
  readonly #tell: (told: Told) => void;
  readonly #stop = new AbortController();
  #cancel: () => void = () => {};
  #over = false;

  constructor(
    child: Omit<TreeChild, "signal">,
    options: TreeOptions,
    clock: Pick<Clock, "setTimer">,
    tell: (told: Told) => void,
  ) {
    this.#child = { ...child, signal: this.#stop.signal };
    this.#options = options;
    this.#clock = clock;
    this.#tell = tell;
  }

  live(): void {
    void this.#whole();
  }

  stop(graceMs: number): void {
    this.#stop.abort();
    this.#cancel = this.#clock.setTimer(graceMs, () => this.#end({ type: "ended", reason: "killed" }));
  }

  async #whole(): Promise<void> {
    const { begin, work, onFailure } = this.#options;
    let begun = false;
    try {
      if ((await begin?.(this.#child)) === "ignore") return this.#end({ type: "start_ignored" });
      begun = true;
      if (!this.#over) this.#tell({ type: "started" });
      await work(this.#child);
      this.#end({ type: "ended", reason: this.#stop.signal.aborted ? "shutdown" : "normal" });
    } catch (error) {
      const asked = this.#stop.signal.aborted;
      if (!asked) onFailure?.(this.#child, error);
      this.#end(begun ? { type: "ended", reason: asked ? "shutdown" : "error" } : { type: "start_failed" });
    }
  }

  #end(told: Told): void {
    if (this.#over) return;
    this.#over = true;
    this.#cancel();
    this.#tell(told);
  }
}
