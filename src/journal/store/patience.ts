/**
 * Waits out a store that is away: tries again, ever more slowly, until it is back or the bound is reached. It tells people
 * once that it waits, unless that is over in a moment, and once when it ends well. What else goes wrong is not its business and is thrown on.
 */
import { setTimeout as wait } from "node:timers/promises";
import { isAway, JournalError } from "../journal-error.ts";
import type { Patience, PatienceClock } from "../runs.ts";
import type { Awaitable } from "./run-store.ts";

const FIRST_MS = 100;
const SLOWEST_MS = 5_000;
/** Shorter than this is nobody's concern. */
const MOMENT_MS = 2_000;

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
  let isTold = false;
  for (let pauseMs = FIRST_MS; ; pauseMs = Math.min(2 * pauseMs, SLOWEST_MS)) {
    const waitedMs = clock.now() - since;
    if (signal.aborted) throw failure;
    if (waitedMs >= boundMs) throw tooLong(failure, boundMs);
    if (waitedMs >= MOMENT_MS && !isTold) {
      isTold = true;
      onNotice?.(waiting(failure, boundMs));
    }
    await clock.sleep(Math.min(pauseMs, boundMs - waitedMs), signal);
    try {
      const done = await work();
      if (isTold) onNotice?.(`The journal ${failure.path} can be reached again; the run continues.`);
      return done;
    } catch (error) {
      if (!isAway(error)) throw error;
    }
  }
}

function waiting({ path }: JournalError, boundMs: number): string {
  return `The journal ${path} cannot be reached for now. Reeve waits for it, up to ${inWords(boundMs)} in all; agents keep working.`;
}

function tooLong({ kind, path, sentence }: JournalError, boundMs: number): JournalError {
  return new JournalError(
    kind,
    path,
    `${sentence} Reeve has waited ${inWords(boundMs)} for it. Once it can be reached again, \`reeve run\` resumes the run.`,
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
