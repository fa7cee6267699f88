/**
 * What the system says when it has no room for one thing more: open files, processes, memory. That passes when something else
 * ends, so whoever meets it waits a little and tries again before it counts. It never decides what is done when it does not
 * pass.
 */
import { setTimeout } from "node:timers/promises";
import { isOperating } from "./operating-error.ts";

const CODES: ReadonlySet<string> = new Set(["EMFILE", "ENFILE", "EAGAIN", "ENOMEM"]);

export function isScarce(code: string | undefined): boolean {
  return code !== undefined && CODES.has(code);
}

/** The same in what a helper or a shell says of it. */
export function tellsScarcity(text: string): boolean {
  return /\b(EMFILE|ENFILE|EAGAIN|ENOMEM)\b|cannot fork|resource temporarily unavailable|too many open files|cannot allocate memory/i.test(
    text,
  );
}

/** The one sentence for it, with what a person can do. */
export function noRoom(what: string, reason: string): string {
  const limit = /EMFILE|ENFILE|open files/i.test(reason)
    ? "too many files are open: see `ulimit -n`"
    : /ENOMEM|memory/i.test(reason)
      ? "there is no memory left"
      : "no process more may be started: see `ulimit -u`";
  return `${what} could not be started (${limit}).`;
}

const ROUNDS_MAX = 20;
const WAIT_MS = 25;

/** Five seconds in all: longer than a burst of gits takes, shorter than a person waits. */
export async function patiently<T>(attempt: () => Promise<T>, isDone: (done: T) => boolean): Promise<T> {
  for (let round = 1; ; round += 1) {
    const done = await attempt();
    if (isDone(done) || round === ROUNDS_MAX) return done;
    await setTimeout(WAIT_MS * round);
  }
}

/** The same for what throws; what is thrown last is thrown on. */
export async function openPatiently<T>(open: () => Promise<T>): Promise<T> {
  const done = await patiently(
    async () => {
      try {
        return { ok: true as const, value: await open() };
      } catch (error) {
        return { ok: false as const, error };
      }
    },
    (tried) => tried.ok || !isOperating(tried.error) || !isScarce(tried.error.code),
  );
  if (!done.ok) throw done.error;
  return done.value;
}
