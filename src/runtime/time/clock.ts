/**
 * Time as a port: what it is now, and being called later. The real clock never goes back, whatever the wall clock does,
 * and takes forward jumps (a laptop that slept) only in `check`, so that a jump is known before its consequences are
 * felt. The manual one is for tests: days pass in microseconds. Neither decides what is due; callers do.
 */
export interface Clock {
  /** Whole milliseconds since 1970; never less than before. */
  now(): number;
  /** Calls once when `delayMs` have passed on this clock, at the earliest in the next turn. Returns a function that cancels it. */
  setTimer(delayMs: number, call: () => void): () => void;
  /**
   * Compares with the wall clock and catches up with it. Returns by how much if that was a jump (more than a minute),
   * else 0; timers that became due by it fire only after it has returned. Cheap; called with every beat.
   */
  check(): number;
  /** Sets the clock forward if it is behind: when a run is opened, now must not be before its newest record. */
  notBefore(atMs: number): void;
}

/** The system's clocks and timers, replaceable for tests. */
export interface SystemTime {
  wallMs(): number;
  /** Never goes back; may stand still while the machine sleeps. */
  monotonicMs(): number;
  after(delayMs: number, call: () => void): () => void;
}

const JUMP_MS = 60_000;
/** Longer waits are cut into pieces: the system's timers cannot wait for more than 24.8 days. */
const TIMER_MS_MAX = 2 ** 31 - 1;

export function realClock(system: SystemTime = SYSTEM): Clock {
  const timers = new Set<Timer>();
  let offsetMs = system.wallMs() - system.monotonicMs();
  const now = (): number => Math.floor(system.monotonicMs() + offsetMs);

  const arm = (timer: Timer): void => {
    timer.disarm();
    timer.disarm = system.after(Math.min(Math.max(0, timer.atMs - now()), TIMER_MS_MAX), () => fire(timer));
  };
  const fire = (timer: Timer): void => {
    if (now() < timer.atMs) return arm(timer);
    timers.delete(timer);
    timer.call();
  };
  const forward = (byMs: number): void => {
    offsetMs += byMs;
    for (const timer of timers) arm(timer);
  };

  return {
    now,
    setTimer(delayMs, call) {
      const timer: Timer = { atMs: now() + Math.ceil(delayMs), call, disarm: () => {} };
      timers.add(timer);
      arm(timer);
      return () => {
        timers.delete(timer);
        timer.disarm();
      };
    },
    check() {
      const behindMs = Math.floor(system.wallMs() - system.monotonicMs() - offsetMs);
      if (behindMs > 0) forward(behindMs);
      return behindMs > JUMP_MS ? behindMs : 0;
    },
    notBefore(atMs) {
      const behindMs = Math.ceil(atMs) - now();
      if (behindMs > 0) forward(behindMs);
    },
  };
}

export interface ManualClock extends Clock {
  /** Moves on, firing due timers in the order of their times, each at its own time. */
  advance(byMs: number): void;
  /** The machine sleeps: the next `check` finds the wall clock this much ahead. */
  sleep(byMs: number): void;
  /** When the next timer is due; null when there is none. */
  nextTimerAt(): number | null;
}

export function manualClock(startMs = 0): ManualClock {
  const timers: Timer[] = [];
  let nowMs = startMs;
  let sleptMs = 0;
  const earliest = (): Timer | undefined => timers.toSorted((a, b) => a.atMs - b.atMs)[0];
  return {
    now: () => nowMs,
    setTimer(delayMs, call) {
      const timer: Timer = { atMs: nowMs + Math.max(0, Math.ceil(delayMs)), call, disarm: () => {} };
      timers.push(timer);
      return () => remove(timers, timer);
    },
    check() {
      const behindMs = sleptMs;
      nowMs += behindMs;
      sleptMs = 0;
      return behindMs > JUMP_MS ? behindMs : 0;
    },
    notBefore(atMs) {
      nowMs = Math.max(nowMs, Math.ceil(atMs));
    },
    advance(byMs) {
      const endMs = nowMs + byMs;
      for (let timer = earliest(); timer !== undefined && timer.atMs <= endMs; timer = earliest()) {
        remove(timers, timer);
        nowMs = Math.max(nowMs, timer.atMs);
        timer.call();
      }
      nowMs = Math.max(nowMs, endMs);
    },
    sleep(byMs) {
      sleptMs += byMs;
    },
    nextTimerAt: () => earliest()?.atMs ?? null,
  };
}

interface Timer {
  readonly atMs: number;
  readonly call: () => void;
  disarm: () => void;
}

function remove(timers: Timer[], timer: Timer): void {
  const place = timers.indexOf(timer);
  if (place >= 0) timers.splice(place, 1);
}

const SYSTEM: SystemTime = {
  wallMs: Date.now,
  monotonicMs: () => performance.now(),
  after(delayMs, call) {
    const handle = setTimeout(call, delayMs);
    return () => clearTimeout(handle);
  },
};
