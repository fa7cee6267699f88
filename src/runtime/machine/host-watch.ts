/**
 * How much disk and memory this machine has left, looked at with every beat. What is too little is reported, once in a while as
 * long as it stays so; what follows is decided by the rules.
 */
import type { Input } from "../../engine/input.ts";
import { diskMbOf, memoryMb } from "./machine-figures.ts";

export interface HostWatchOptions {
  /** Where runs and worktrees are kept. */
  readonly dir: string;
  readonly diskMbMin: number;
  readonly memoryMbMin: number;
  readonly now: () => number;
  readonly report: (input: Input) => void;
}

/** Below these a run is halted, where reeve.yaml says nothing else. */
export const DISK_MB = 200;
export const MEMORY_MB = 64;

const AGAIN_MS = 30_000;

export class HostWatch {
  readonly #options: HostWatchOptions;
  readonly #reportedAt = new Map<string, number>();

  constructor(options: HostWatchOptions) {
    this.#options = options;
  }

  look(): void {
    const { dir, diskMbMin, memoryMbMin } = this.#options;
    if (diskMbMin > 0) this.#judge("disk", diskMbOf(dir), diskMbMin);
    if (memoryMbMin > 0) this.#judge("memory", memoryMb(), memoryMbMin);
  }

  #judge(what: "disk" | "memory", leftMb: number | null, minMb: number): void {
    const { now, report } = this.#options;
    if (leftMb === null || leftMb >= minMb) return void this.#reportedAt.delete(what);
    const before = this.#reportedAt.get(what);
    if (before !== undefined && now() - before < AGAIN_MS) return;
    this.#reportedAt.set(what, now());
    report({ type: "host_low", what, leftMb: Math.floor(leftMb) });
  }
}
