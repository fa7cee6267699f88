/** Who wants to know what agents at work do: spending, loops, limits, the network, health. Put together here; each decides nothing. */
import type { AgentConfig } from "../../domain/spec/config.ts";
import type { TaskSpec } from "../../domain/spec/plan.ts";
import type { AttemptId } from "../../domain/work/attempt.ts";
import { localZone } from "../../effects/agents/adapters/local-zone.ts";
import type { ViolationWatch } from "../monitors/violation-watch.ts";
import { HealthWatch, type HealthWatchOptions } from "./health-watch.ts";
import { LimitSigns } from "./limit-signs.ts";
import type { Progress } from "./progress.ts";
import type { Reach } from "./reach.ts";
import { Repeats } from "./repeats.ts";
import type { Spending } from "./spending.ts";

export interface Watchers {
  readonly progress: Progress;
  readonly spending: Spending;
  readonly repeats: Repeats;
  readonly reach: Reach;
  readonly limits: Pick<LimitSigns, "notice" | "end">;
  readonly health: HealthWatch;
  readonly violations: Pick<ViolationWatch, "see" | "end">;
}

export interface WatchersOptions
  extends Pick<Watchers, "progress" | "spending" | "reach" | "violations">,
    Omit<HealthWatchOptions, "stampOf"> {
  readonly configs: Readonly<Record<string, AgentConfig>>;
  readonly stampOf: (spec: Pick<TaskSpec, "id" | "title">) => Promise<string | null>;
}

export function watchersOf(options: WatchersOptions): Watchers {
  const { progress, spending, reach, violations, configs, now, report, state, vitals, stampOf } = options;
  const agentOf = (attempt: AttemptId) => spending.agentOf(attempt);
  const limitOf = (attempt: AttemptId) => configs[agentOf(attempt) ?? ""]?.limits.repeats ?? 0;
  const health = new HealthWatch({
    now,
    vitals,
    state,
    report,
    // Who only reads has no work that changes.
    stampOf: async ({ task }) => {
      const spec = task === undefined ? undefined : (await state()).tasks.get(task)?.spec;
      return spec ? await stampOf(spec) : null;
    },
  });
  const repeats = new Repeats({ limitOf, report });
  const limits = new LimitSigns({ agentOf, now, zone: localZone(), report });
  return { progress, spending, reach, repeats, limits, health, violations };
}
