/**
 * The health monitor's eyes: joins what an attempt says, what its processes do and what changes in its work, and reports the
 * signs when the grade that follows from them is another one than the run has written down. It stops nobody.
 */
import type { Attempt, AttemptId } from "../../domain/work/attempt.ts";
import type { Signs } from "../../domain/work/health.ts";
import type { AgentEvent } from "../../effects/agents/adapters/agent-adapter.ts";
import type { AgentHost } from "../../effects/agents/host/agent-host.ts";
import type { Vitals } from "../../effects/processes/table/vitals.ts";
import { limitsOf, waitOf } from "../../engine/health/decide.ts";
import { gradeOf } from "../../engine/health/grade.ts";
import type { Input } from "../../engine/input.ts";
import type { State } from "../../engine/state.ts";
import { LifeSigns } from "./life-signs.ts";

export interface HealthWatchOptions {
  readonly now: () => number;
  readonly vitals: AgentHost["vitals"];
  /** Another text when its work changed; null: it cannot be told. */
  readonly stampOf: (attempt: Attempt) => Promise<string | null>;
  readonly state: () => Promise<State>;
  readonly report: (input: Input) => unknown;
}

interface Watched {
  readonly life: LifeSigns;
  busyAt: number | null;
  lookedAt: number;
  /** Looks in a row in which its processes moved data. */
  moving: number;
  vitals: Vitals | null;
  stoppedSince: number | null;
  stampedAt: number;
  stamp: string | null;
  /** When it was last asked what it does. */
  askedAt: number;
}

/** A core's share below which a process only waits. */
const BUSY_SHARE = 0.05;
/**
 * Bytes in a second, in so many looks in a row. What a waiting process moves to stay connected is far less; what it writes into
 * its own logs and databases can be more, but comes in bursts: a download does not.
 */
const BUSY_BYTES = 65_536;
const MOVING_LOOKS = 2;
/** So long after it was asked, what its processes do is that they take the question in: no sign of life. */
const TAKES_IN_MS = 10_000;
/** Its files are looked at only while nothing else shows that it lives. */
const STAMP_AFTER_MS = 60_000;
const STAMP_EVERY_MS = 60_000;

export class HealthWatch {
  readonly #options: HealthWatchOptions;
  readonly #attempts = new Map<AttemptId, Watched>();
  /** What the processes of each attempt took at the latest look, in MB. */
  taken: ReadonlyMap<AttemptId, number> = new Map();

  constructor(options: HealthWatchOptions) {
    this.#options = options;
  }

  see(attempt: AttemptId, events: readonly AgentEvent[]): void {
    const now = this.#options.now();
    const { life } = this.#of(attempt, now);
    for (const event of events) life.see(event, now);
  }

  end(attempt: AttemptId): void {
    this.#attempts.delete(attempt);
  }

  slept(byMs: number): void {
    for (const watched of this.#attempts.values()) {
      watched.life.slept(byMs);
      if (watched.busyAt !== null) watched.busyAt += byMs;
      if (watched.stoppedSince !== null) watched.stoppedSince += byMs;
    }
  }

  /** One look at all that is at work. Rejects when processes cannot be looked at. */
  async look(): Promise<void> {
    const seen = await this.#options.vitals();
    const state = await this.#options.state();
    this.taken = new Map([...seen].map(([id, { memoryMb }]) => [id, memoryMb]));
    for (const [id, vitals] of seen) {
      const attempt = state.attempts.live.get(id);
      // What the brake holds is quiet for that reason; let go, it is looked at as if it had just begun.
      if (attempt?.pausedAt !== undefined) this.#attempts.delete(id);
      else if (attempt?.phase === "working") await this.#lookAt(state, attempt, vitals);
    }
  }

  async #lookAt(state: State, attempt: Attempt, vitals: Vitals): Promise<void> {
    const limits = limitsOf(state, attempt);
    if (!limits) return;
    const { now, report } = this.#options;
    const watched = this.#of(attempt.id, now());
    takePulse(watched, vitals, now());
    await this.#lookAtWork(watched, attempt);
    const signs = { ...signsOf(watched, now()), waits: waitOf(state, attempt, now()) };
    const { grade } = gradeOf(signs, limits);
    if (grade === (attempt.health?.grade ?? "healthy")) return;
    if (grade !== "healthy" && grade !== "quiet" && signs.stoppedMs === 0) watched.askedAt = now();
    report({ type: "health_seen", attempt: attempt.id, signs });
  }

  async #lookAtWork(watched: Watched, attempt: Attempt): Promise<void> {
    const now = this.#options.now();
    if (now - watched.life.newAt < STAMP_AFTER_MS || now - watched.stampedAt < STAMP_EVERY_MS) return;
    watched.stampedAt = now;
    const stamp = await this.#options.stampOf(attempt);
    if (stamp !== null && watched.stamp !== null && stamp !== watched.stamp) watched.life.alive(now);
    watched.stamp = stamp ?? watched.stamp;
  }

  #of(attempt: AttemptId, now: number): Watched {
    const known = this.#attempts.get(attempt);
    if (known) return known;
    const life = new LifeSigns(now);
    const looks = { busyAt: null, lookedAt: now, moving: 0, vitals: null, stoppedSince: null };
    const never = { stampedAt: Number.NEGATIVE_INFINITY, askedAt: Number.NEGATIVE_INFINITY };
    const watched = { life, ...looks, ...never, stamp: null };
    this.#attempts.set(attempt, watched);
    return watched;
  }
}

function takePulse(watched: Watched, vitals: Vitals, now: number): void {
  const before = watched.vitals;
  const elapsedMs = now - watched.lookedAt;
  watched.busyAt ??= now;
  if (before && elapsedMs > 0) {
    const computes = vitals.cpuMs - before.cpuMs >= elapsedMs * BUSY_SHARE;
    const moves = vitals.bytes - before.bytes >= (elapsedMs / 1_000) * BUSY_BYTES;
    watched.moving = moves ? watched.moving + 1 : 0;
    if ((computes || watched.moving >= MOVING_LOOKS) && now - watched.askedAt > TAKES_IN_MS) watched.busyAt = now;
  }
  watched.stoppedSince = vitals.held.length === 0 ? null : (watched.stoppedSince ?? now);
  Object.assign(watched, { vitals, lookedAt: now });
}

function signsOf({ life, busyAt, stoppedSince, vitals }: Watched, now: number): Omit<Signs, "waits"> {
  return {
    quietMs: now - life.newAt,
    repeated: life.repeated,
    idleMs: busyAt === null ? null : now - busyAt,
    tool: life.tool(now),
    // The look that found it held is no time yet.
    stoppedMs: stoppedSince === null ? 0 : Math.max(1, now - stoppedSince),
    emptySteps: life.emptySteps,
    processes: vitals?.processes ?? 0,
  };
}
