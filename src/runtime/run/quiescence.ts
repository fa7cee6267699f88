/** Whether a run still moves by itself, and if not, whom it waits for. A pure look at the state. */

import { hasJob } from "../../engine/proof/jobs.ts";
import type { State } from "../../engine/state.ts";

export type Quiescence = "moving" | "ended" | "stopped" | "halted" | "paused" | "needs_person";

export function quiescence(state: State): Quiescence {
  const { phase } = state.run;
  if (phase === "ended" || phase === "stopped" || phase === "halted") return phase;
  if (state.attempts.live.size > 0 && [...state.attempts.live.values()].some((attempt) => attempt.phase !== "deferred"))
    return "moving";
  if (hasJob(state)) return "moving";
  if (phase === "paused") return "paused";
  if (phase !== "working" || [...state.timers.values()].some(({ timer }) => timer.of !== "run")) return "moving";
  return state.questions.open.size > 0 ? "needs_person" : "moving";
}
