/** Whether a run still moves by itself, and if not, whom it waits for. A pure look at the state. */

import { hasJob } from "../../engine/proof/jobs.ts";
import type { State } from "../../engine/state.ts";
import type { Timer } from "../../engine/timer.ts";

export type Quiescence = "moving" | "ended" | "stopped" | "halted" | "paused" | "needs_person";

export function quiescence(state: State): Quiescence {
  const { phase } = state.run;
  if (phase === "ended" || phase === "stopped" || phase === "halted") return phase;
  if (state.attempts.live.size > 0 && [...state.attempts.live.values()].some((attempt) => attempt.phase !== "deferred"))
    return "moving";
  if (hasJob(state) || isProbed(state)) return "moving";
  if (phase === "paused") return "paused";
  if (phase !== "working" || [...state.timers.values()].some(({ timer }) => !MOVES_NOTHING.has(timer.of)))
    return "moving";
  // Others use what it waits for; they come to an end.
  if (state.run.room?.agents === 0 && state.derived.counts.ready > 0) return "moving";
  return state.questions.open.size > 0 ? "needs_person" : "moving";
}

/** Agents, or what runs their code, were at work when it was last heard of: no Reeve has let go of it since. */
export function hasWorkers(state: State): boolean {
  const rest = quiescence(state);
  if (rest === "ended" || rest === "stopped" || rest === "halted") return false;
  return [...state.attempts.live.values()].some(({ phase }) => phase !== "deferred") || hasJob(state);
}

/** The end of the run's minutes, and telling a person once more. */
const MOVES_NOTHING: ReadonlySet<Timer["of"]> = new Set(["run", "inbox"]);

/** What cannot be reached is being tried at this moment. */
function isProbed({ run, network }: State): boolean {
  return run.phase === "working" && [...network.held.values()].some(({ probeAt }) => probeAt === null);
}
