/**
 * The monitors of a run with their work: health looks at every attempt, budget at what other runs have used, hygiene at what
 * dead runs left, violations at what agents do that rules forbid. Wiring only.
 */
import type { Tidied } from "../../engine/hygiene/tidied.ts";
import type { Input } from "../../engine/input.ts";
import type { Clock } from "../time/clock.ts";
import { Monitors, type MonitorWork } from "./monitors.ts";

export interface Hygiene {
  readonly everyMs: number;
  /** Tidies up; null: there was nothing to do. */
  readonly tidy: () => Promise<Tidied | null>;
}

export interface RunMonitorsOptions {
  readonly clock: Pick<Clock, "setTimer">;
  readonly report: (input: Input) => unknown;
  readonly lookAtHealth: () => Promise<void>;
  readonly lookAtBudget: () => Promise<void>;
  readonly lookForViolations: () => Promise<void>;
  /** Absent: nothing is tidied up. */
  readonly hygiene?: Hygiene;
}

const OFTEN: Pick<MonitorWork, "everyMs" | "boundMs"> = { everyMs: 5_000, boundMs: 60_000 };
/** What runs for less is not seen as a process; and what burns is stopped within two seconds, also where other runs burn it. */
const EVERY_SECOND_MS = 1_000;
const TIDY_BOUND_MS = 10 * 60_000;
const TIDY_EVERY_MS = 5 * 60_000;

export function runMonitors(options: RunMonitorsOptions): Monitors {
  const { clock, report, hygiene } = options;
  const everyMs = hygiene?.everyMs ?? TIDY_EVERY_MS;
  return new Monitors({
    clock,
    report,
    works: {
      health: { ...OFTEN, look: options.lookAtHealth },
      budget: { ...OFTEN, everyMs: EVERY_SECOND_MS, look: options.lookAtBudget },
      violations: { ...OFTEN, everyMs: EVERY_SECOND_MS, look: options.lookForViolations },
      hygiene: {
        everyMs,
        // Whoever only wants to see a short plan worked does not wait for git.
        firstMs: everyMs,
        boundMs: TIDY_BOUND_MS,
        look: async () => {
          const tidied = await hygiene?.tidy();
          if (tidied) report({ type: "hygiene_done", ...tidied });
        },
      },
    },
  });
}
