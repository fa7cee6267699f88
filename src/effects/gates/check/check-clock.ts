/** The time that checks are measured and limited by. Tests bring their own. */

export interface CheckClock {
  now(): number;
  /** Milliseconds since 1970, to be told and never to be measured with; absent: the machine's. */
  date?(): number;
  /** Returns what cancels it. */
  setTimer(delayMs: number, call: () => void): () => void;
}

const TIMER_MS_MAX = 2 ** 31 - 1;

/** Does not count while the machine sleeps: a check that slept along is not late. */
export const REAL_CLOCK: CheckClock = {
  now: () => Math.round(performance.now()),
  date: () => Date.now(),
  setTimer: (delayMs, call) => {
    const timer = setTimeout(call, Math.min(delayMs, TIMER_MS_MAX));
    return () => clearTimeout(timer);
  },
};
