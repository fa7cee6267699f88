/**
 * The heartbeat of a Reeve at work: its own loop touches a file every second, so that anyone can tell one that works from
 * one that is frozen. A turn of the loop that takes too long is written there too, with what was done in it. It never
 * fails the work: a disk that refuses it makes the heart look still, and that is all.
 */
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A turn that kept the loop from everything else. */
export interface LongTurn {
  readonly ms: number;
  readonly at: number;
  /** The last that was recorded before it. */
  readonly after: string;
}

export interface Heart {
  /** What is being done now, in a word. */
  readonly did: (what: string) => void;
  readonly stop: () => void;
}

export interface HeartOptions {
  readonly dir: string;
  readonly onLong?: (turn: LongTurn) => void;
  /** For tests. */
  readonly beatMs?: number;
}

const BEAT_MS = 1_000;
/** What is longer is told: orders and agents wait meanwhile. */
const LONG_MS = 2_000;

export function startHeart({ dir, onLong, beatMs = BEAT_MS }: HeartOptions): Heart {
  const file = heartFile(dir);
  let did = "opening";
  let beatAt = performance.now();
  // Left by the guardian of an earlier one.
  if (process.env["REEVE_GUARDIAN"] !== `${process.ppid}`) rmSync(guardFile(dir), { force: true });
  write(file, null);
  const timer = setInterval(() => {
    const ms = performance.now() - beatAt - beatMs;
    beatAt = performance.now();
    if (ms < LONG_MS) return touch(file);
    const turn = { ms: Math.round(ms), at: Date.now(), after: did };
    write(file, turn);
    onLong?.(turn);
  }, beatMs);
  return {
    did: (what) => {
      did = what;
    },
    stop: () => clearInterval(timer),
  };
}

export interface Heartbeat {
  /** How long ago it beat last. */
  readonly ageMs: number;
  /** The latest turn that took too long; null: none did. */
  readonly long: LongTurn | null;
}

/** Null: no heart has beaten there. */
export function readHeart(dir: string, now: number): Heartbeat | null {
  try {
    const { mtimeMs } = statSync(heartFile(dir));
    const { long } = JSON.parse(readFileSync(heartFile(dir), "utf8")) as Pick<Heartbeat, "long">;
    return { ageMs: Math.max(0, now - mtimeMs), long };
  } catch {
    return null;
  }
}

/** So long without a beat, and nothing else is waited for: far more than any turn takes. A test has no half minute. */
export function frozenMs({ REEVE_FROZEN_S: given }: NodeJS.ProcessEnv = process.env): number {
  return given !== undefined && /^[1-9]\d{0,4}$/.test(given) ? Number(given) * 1_000 : FROZEN_MS;
}

const FROZEN_MS = 30_000;
/** Its guardian looks once in each such span; where it has not for several, it is frozen or gone. */
const SPANS = 3;

/** How long the guardian has not looked, where that is too long; null: it looks, or there is none. */
export function unguardedMs(dir: string, now: number): number | null {
  try {
    const ageMs = now - statSync(guardFile(dir)).mtimeMs;
    return ageMs > SPANS * frozenMs() ? ageMs : null;
  } catch {
    return null;
  }
}

/** What the guardian touches with each look. */
function guardFile(dir: string): string {
  return `${heartFile(dir)}.mark`;
}

export function heartFile(dir: string): string {
  return join(dir, "heart.json");
}

function write(file: string, long: LongTurn | null): void {
  try {
    writeFileSync(file, JSON.stringify({ pid: process.pid, long }), { mode: 0o600 });
  } catch {}
}

function touch(file: string): void {
  try {
    const now = new Date();
    utimesSync(file, now, now);
  } catch {}
}
