/** Whether a run still moves by itself, and if not, whom it waits for. A pure look at the state. */
import type { State } from "../domain/state.ts";
import { hasJob } from "../engine/proof/jobs.ts";
import { RUN_TIMER } from "../engine/run/evolve.ts";

export type Quiescence = "moving" | "ended" | "stopped" | "halted" | "paused" | "needs_person";

export function quiescence(state: State): Quiescence {
  const { phase } = state.run;
  if (phase === "ended" || phase === "stopped" || phase === "halted") return phase;
  if (state.attempts.size > 0 && [...state.attempts.values()].some((attempt) => attempt.phase !== "held"))
    return "moving";
  if (hasJob(state)) return "moving";
  if (phase === "paused") return "paused";
  if (phase !== "working" || [...state.timers.keys()].some((timer) => timer !== RUN_TIMER)) return "moving";
  return state.questions.size > 0 ? "needs_person" : "moving";
}
