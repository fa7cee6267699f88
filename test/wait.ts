/**
 * The one way in which tests wait for what no event tells: they look until it is so. Nothing here decides how long a thing
 * may take. The limits only tell a hang from a busy machine, so they are far beyond what a machine with ten times the work
 * needs; `REEVE_TEST_PATIENCE` multiplies them (2: a slower machine, 0.1: a hang is told soon while a test is being written).
 */
import { setTimeout as sleep } from "node:timers/promises";

const PATIENCE = Number(process.env["REEVE_TEST_PATIENCE"] ?? 1);
/** For one wait and for one command that a test runs to its end. */
export const HANG_MS = 300_000 * PATIENCE;
/** For a whole test. It is longer, so that a wait can say what it waited for. */
export const TEST_HANG_MS = 900_000 * PATIENCE;
/** For a test that plays for minutes on a machine that has nothing else to do. */
export const LONG_TEST_HANG_MS = 3_600_000 * PATIENCE;

/** Looks are cheap at first and rare later: some of them read the table of all processes. */
const LOOK_MS_MIN = 2;
const LOOK_MS_MAX = 25;

type Found<T> = Exclude<T, false | null | undefined>;

/** Gives what the look has found. `what` ends the sentence "waited for …"; `seen` says what is there instead. */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  seen: () => unknown = () => "nothing of it",
): Promise<Found<T>> {
  const found = await looking(look);
  if (found !== undefined) return found;
  throw new Error(`waited for ${what} until it looked like a hang (${HANG_MS} ms); seen last: ${shown(seen())}`);
}

/** The same for what is told by assertions: until none of them fails. */
export async function untilPasses(what: string, check: () => unknown): Promise<void> {
  let last: unknown;
  await until(
    what,
    async () => {
      try {
        await check();
        return true;
      } catch (error) {
        last = error;
        return false;
      }
    },
    () => last,
  );
}

/** Undefined: it looked like a hang. */
async function looking<T>(look: () => T | Promise<T>): Promise<Found<T> | undefined> {
  const deadline = performance.now() + HANG_MS;
  for (let pauseMs = LOOK_MS_MIN; ; pauseMs = Math.min(LOOK_MS_MAX, pauseMs * 1.5)) {
    const found = await look();
    if (isFound(found)) return found;
    if (performance.now() > deadline) return undefined;
    await sleep(pauseMs);
  }
}

function isFound<T>(found: T): found is Found<T> {
  return found !== false && found !== null && found !== undefined;
}

function shown(seen: unknown): string {
  if (seen instanceof Error) return seen.message;
  return typeof seen === "string" ? seen : JSON.stringify(seen, null, 1);
}
