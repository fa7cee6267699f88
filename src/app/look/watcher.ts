/** Who works on a run right now, and whether that one moves: its lease says who, its heart how it is. It only looks. */
import type { Holder, Runs } from "../../journal/runs.ts";
import { frozenMs, type Heartbeat, type LongTurn, readHeart, unguardedMs } from "../../runtime/time/heart.ts";

export interface Watcher extends Holder {
  /** How long it has not moved, where that is too long; null: it moves. */
  readonly frozenMs: number | null;
  /** How long its guardian has not looked, where that is too long; null: it looks, or there is none. */
  readonly unguardedMs: number | null;
  /** The latest turn of its loop that took too long; null: none did. */
  readonly long: LongTurn | null;
}

/** Null: nobody. */
export async function watcherOf(runs: Runs, run: string, dir: string, now: number): Promise<Watcher | null> {
  const holder = await runs.holder(run);
  if (holder === null) return null;
  const heart = readHeart(dir, now);
  const long = heart?.long ?? null;
  return { ...holder, frozenMs: stillMs(heart), unguardedMs: unguardedMs(dir, now), long };
}

/** Null: it moves, or has no heart. */
export function stillMs(heart: Heartbeat | null): number | null {
  return heart !== null && heart.ageMs >= frozenMs() ? heart.ageMs : null;
}
