/**
 * Which run of a project is worked next, when a service works them one after the other: the oldest that was begun or only
 * made, that nobody works on, and that a person has not stopped. One that came to rest waits for a person's word; one that waited for
 * the next day continues by itself. Pure.
 */
import type { RunPhase } from "../../engine/run/state.ts";

export interface QueuedRun {
  readonly id: string;
  readonly phase: RunPhase;
  readonly isHeld: boolean;
  /** Orders that nobody has taken yet. */
  readonly orders: number;
  /** It stopped for what is shared in a day, and there is some of it again. */
  readonly hasMoneyAgain: boolean;
}

/** How the service left a run, and when. */
export interface LeftRun {
  readonly exit: number;
  readonly at: number;
}

/** What Reeve exits with where only a person can go on. */
const NEEDS_PERSON = 3;
/** Trouble of the machine or of a file may pass. */
const AGAIN_MS = 60_000;
/** Of whoever was ended from outside, as shells say it: nothing is wrong with the run. */
export const KILLED = 137;
const KILLED_AGAIN_MS = 2_000;

/** Null: nothing is to be done now. */
export function nextRun(runs: readonly QueuedRun[], left: ReadonlyMap<string, LeftRun>, now: number): QueuedRun | null {
  // One after the other: what another Reeve works on goes first.
  if (runs.some(({ isHeld }) => isHeld)) return null;
  return runs.find((run) => isOpen(run) && mayGoOn(run, left.get(run.id), now)) ?? null;
}

function isOpen({ phase, orders, hasMoneyAgain }: QueuedRun): boolean {
  if (phase === "created" || phase === "working" || (phase === "halted" && hasMoneyAgain)) return true;
  // A person's order may bring back what was stopped or halted.
  return (phase === "stopped" || phase === "halted" || phase === "paused") && orders > 0;
}

function mayGoOn({ orders }: QueuedRun, left: LeftRun | undefined, now: number): boolean {
  if (left === undefined || orders > 0) return true;
  return left.exit !== NEEDS_PERSON && now - left.at >= (left.exit === KILLED ? KILLED_AGAIN_MS : AGAIN_MS);
}
