/**
 * What happens every few seconds whatever else does: life signs of agents go on, the keepers' lease is renewed, the machine is
 * looked at, and the clock is asked whether the machine slept. It belongs to no monitor: agents must live on when one is given up.
 */

import type { AgentHost } from "../../effects/agents/host/agent-host.ts";
import type { Input } from "../../engine/input.ts";
import type { Clock } from "../time/clock.ts";
import type { HealthWatch } from "./health-watch.ts";
import type { Progress } from "./progress.ts";

export interface BeatOptions {
  readonly clock: Clock;
  readonly host: Pick<AgentHost, "renewLease" | "lookIn">;
  readonly progress: Progress;
  /** What else is looked at. */
  readonly look: () => void;
  readonly health: Pick<HealthWatch, "slept">;
  readonly report: (input: Input) => void;
}

export interface Beat {
  readonly stop: () => void;
  /** Why the keepers' lease could not be renewed, or their attempts not be looked at, the last time; null: they could. */
  readonly leaseTrouble: () => string | null;
}

const BEAT_MS = 5_000;
/** What agents used is told often enough for a budget to stop them within two seconds. */
const FLUSH_MS = 250;

/** Begins at once. */
export function startBeat({ clock, host, progress, health, look, report }: BeatOptions): Beat {
  let cancel: () => void = () => {};
  let cancelFlush: () => void = () => {};
  let trouble: string | null = null;
  const beat = () => {
    const jumpedMs = clock.check();
    if (jumpedMs > 0) {
      health.slept(jumpedMs);
      report({ type: "clock_jumped", byMs: jumpedMs });
    }
    look();
    Promise.all([host.renewLease(), host.lookIn()]).then(
      () => {
        trouble = null;
      },
      (error: unknown) => {
        trouble = error instanceof Error ? error.message : String(error);
      },
    );
    cancel = clock.setTimer(BEAT_MS, beat);
  };
  const flush = () => {
    progress.flush();
    cancelFlush = clock.setTimer(FLUSH_MS, flush);
  };
  beat();
  flush();
  const stop = () => {
    cancel();
    cancelFlush();
  };
  return { stop, leaseTrouble: () => trouble };
}
