/**
 * Waits out a store that is away: tries again, ever more slowly, until it is back or the bound is reached. It tells people
 * once when the waiting begins and once when it ends well. What else goes wrong is not its business and is thrown on.
 */
import { setTimeout as wait } from "node:timers/promises";
import { isAway, JournalError } from "../journal-error.ts";
import type { Patience, PatienceClock } from "../runs.ts";
import type { Awaitable } from "./run-store.ts";

const FIRST_MS = 100;
const SLOWEST_MS = 5_000;

/** Does the work, and again while the store is away. Without patience the first failure is thrown on. */
export async function patiently<T>(
  work: () => Awaitable<T>,
  patience: Patience | undefined,
  signal: AbortSignal,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    return waitOut(error, work, patience, signal);
  }
}

/** After a first failure. */
export async function waitOut<T>(
  failure: unknown,
  work: () => Awaitable<T>,
  patience: Patience | undefined,
  signal: AbortSignal,
): Promise<T> {
  if (!isAway(failure) || patience === undefined || patience.boundMs <= 0) throw failure;
  const { boundMs, onNotice, clock = MACHINE } = patience;
  const since = clock.now();
  onNotice?.(
    `The journal ${failure.path} cannot be reached for now: ${failure.sentence} Reeve waits for it, up to ${inWords(boundMs)}; agents go on meanwhile.`,
  );
  for (let pauseMs = FIRST_MS; ; pauseMs = Math.min(2 * pauseMs, SLOWEST_MS)) {
    const leftMs = boundMs - (clock.now() - since);
    if (signal.aborted) throw failure;
    if (leftMs <= 0) throw tooLong(failure, boundMs);
    await clock.sleep(Math.min(pauseMs, leftMs), signal);
    try {
      const done = await work();
      onNotice?.(`The journal ${failure.path} is back; the run continues.`);
      return done;
    } catch (error) {
      if (!isAway(error)) throw error;
    }
  }
}

function tooLong({ kind, path, sentence }: JournalError, boundMs: number): JournalError {
  return new JournalError(
    kind,
    path,
    `${sentence} Reeve has waited ${inWords(boundMs)} for it. Once it is there again, \`reeve run\` resumes the run.`,
  );
}

function inWords(ms: number): string {
  if (ms < 60_000) return `${Math.ceil(ms / 1_000)} s`;
  const minutes = Math.round(ms / 60_000);
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}

const MACHINE: PatienceClock = {
  now: () => performance.now(),
  sleep: (ms, signal) => wait(ms, undefined, { signal }).catch(() => {}),
};
