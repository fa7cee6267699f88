/**
 * Whether the helper process is awake while something is asked of it. One that a signal holds is continued; one that does not even
 * answer a question that costs nothing is killed, and the next one gets all that is open. Ticks are counted, not time: a machine that
 * slept has not been silent. It asks nothing while nothing is open.
 */
import type { ChildProcess } from "node:child_process";

export interface Pulse {
  /** It has answered what costs nothing. */
  readonly answered: () => void;
  readonly stop: () => void;
}

const TICK_MS = 2_000;
/** So many ticks without an answer. */
const SILENT_TICKS_MAX = 30;

export interface PulseOptions {
  readonly child: () => ChildProcess | undefined;
  readonly isAsked: () => boolean;
  /** What costs nothing. */
  readonly ask: () => void;
  /** For tests. */
  readonly tickMs?: number;
}

export function takePulse({ child, isAsked, ask, tickMs = TICK_MS }: PulseOptions): Pulse {
  let silent = 0;
  let asked: ChildProcess | undefined;
  const tick = (): void => {
    const now = child();
    if (now === undefined || !isAsked()) {
      asked = undefined;
      return;
    }
    // Harmless for one that is awake.
    now.kill("SIGCONT");
    if (asked !== now) {
      asked = now;
      silent = 0;
      return ask();
    }
    silent += 1;
    if (silent >= SILENT_TICKS_MAX) now.kill("SIGKILL");
  };
  const timer = setInterval(tick, tickMs).unref();
  return {
    answered: () => {
      asked = undefined;
    },
    stop: () => clearInterval(timer),
  };
}
