/**
 * Time as a port: what it is now, and being called later. The real clock never goes back, whatever the wall clock does,
 * and takes forward jumps (a laptop that slept) only in `check`, so that a jump is told before its consequences are
 * felt. The manual one is for tests: days pass in microseconds. Neither decides what is due; callers do.
 */
export interface Clock {
  /** Whole milliseconds since 1970; never less than before. */
  now(): number;
  /** Calls once when `now()` has reached `atMs`, at the earliest in the next turn. Returns the function that cancels. */
  setTimer(atMs: number, call: () => void): () => void;
}

export interface RealClock extends Clock {
  /** Compares with the wall clock and takes forward jumps. Cheap; called with every beat. */
  check(): void;
  /** Sets the clock forward if it is behind: when a run is opened, now must not be before its newest record. */
  notBefore(atMs: number): void;
}

export interface RealClockOptions {
  /** Told of forward jumps of more than `jumpMs`, once the clock has taken them and before any timer fires for it. */
  readonly onJump?: (byMs: number) => void;
  readonly jumpMs?: number;
  /** Whether a waiting timer keeps the process alive. */
  readonly keepAlive?: boolean;
  readonly system?: SystemTime;
}

/** The system's clocks and timers, replaceable for tests. */
export interface SystemTime {
  wallMs(): number;
  /** Never goes back; may stand still while the machine sleeps. */
  monotonicMs(): number;
  after(delayMs: number, call: () => void, keepAlive: boolean): () => void;
}

const JUMP_MS = 60_000;
/** Longer waits are cut into pieces: the system's timers cannot wait for more than 24.8 days. */
const TIMER_MS_MAX = 2 ** 31 - 1;

export function realClock(options: RealClockOptions = {}): RealClock {
  const { onJump, jumpMs = JUMP_MS, keepAlive = false, system = SYSTEM } = options;
  const timers = new Set<Timer>();
  let offsetMs = system.wallMs() - system.monotonicMs();
  const now = (): number => Math.floor(system.monotonicMs() + offsetMs);

  const arm = (timer: Timer): void => {
    timer.disarm();
    const delayMs = Math.min(Math.max(0, Math.ceil(timer.atMs - now())), TIMER_MS_MAX);
    timer.disarm = system.after(delayMs, () => fire(timer), keepAlive);
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
    setTimer(atMs, call) {
      const timer: Timer = { atMs, call, disarm: () => {} };
      timers.add(timer);
      arm(timer);
      return () => {
        timers.delete(timer);
        timer.disarm();
      };
    },
    check() {
      const behindMs = Math.floor(system.wallMs() - system.monotonicMs() - offsetMs);
      if (behindMs <= 0) return;
      forward(behindMs);
      if (behindMs > jumpMs) onJump?.(behindMs);
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
  /** When the next timer is due; null when there is none. */
  nextTimerAt(): number | null;
}

export function manualClock(startMs = 0): ManualClock {
  const timers: Timer[] = [];
  let nowMs = startMs;
  const earliest = (): Timer | undefined => timers.toSorted((a, b) => a.atMs - b.atMs)[0];
  return {
    now: () => nowMs,
    setTimer(atMs, call) {
      const timer: Timer = { atMs, call, disarm: () => {} };
      timers.push(timer);
      return () => remove(timers, timer);
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
  after(delayMs, call, keepAlive) {
    const handle = setTimeout(call, delayMs);
    if (!keepAlive) handle.unref();
    return () => clearTimeout(handle);
  },
};
