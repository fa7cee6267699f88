/**
 * What happens every few seconds whatever else does: life signs of agents go on, all at work are looked at, the keepers' lease is
 * renewed, and the clock is asked whether the machine slept. A beat that fails is the health monitor's failure, for the tree to judge.
 */

import type { AgentHost } from "../../effects/agents/host/agent-host.ts";
import type { Input } from "../../engine/input.ts";
import type { Clock } from "../time/clock.ts";
import type { HealthWatch } from "./health-watch.ts";
import type { Progress } from "./progress.ts";

export interface BeatOptions {
  readonly clock: Clock;
  readonly host: AgentHost;
  readonly progress: Progress;
  /** What else is looked at. */
  readonly look: () => void;
  /** What budgets depend on, looked at more often. */
  readonly lookAtMoney: () => void;
  readonly health: Pick<HealthWatch, "look" | "slept">;
  readonly report: (input: Input) => void;
}

const BEAT_MS = 5_000;
/** What burns is stopped within two seconds, also where other runs burn it. */
const MONEY_MS = 1_000;

/** Begins at once; returns what ends it. */
export function startBeat(options: BeatOptions): () => void {
  const { clock, host, progress, health, look, lookAtMoney, report } = options;
  let cancel: () => void = () => {};
  let cancelMoney: () => void = () => {};
  const failed = (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    report({ type: "monitor_failed", monitor: "health", message });
  };
  const beat = () => {
    const jumpedMs = clock.check();
    if (jumpedMs > 0) {
      health.slept(jumpedMs);
      report({ type: "clock_jumped", byMs: jumpedMs });
    }
    look();
    host.renewLease().catch(failed);
    health.look().catch(failed);
    cancel = clock.setTimer(BEAT_MS, beat);
  };
  const moneyBeat = () => {
    progress.flush();
    lookAtMoney();
    cancelMoney = clock.setTimer(MONEY_MS, moneyBeat);
  };
  beat();
  moneyBeat();
  return () => {
    cancel();
    cancelMoney();
  };
}
