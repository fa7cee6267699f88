/**
 * The brake that pauses: agents are held where they are instead of ended, and proceed when a person releases it, one first.
 * What is held uses neither its own time nor its gang's. Where nobody works, or memory is what is missing, pausing helps nothing, and
 * the run is halted instead.
 */
import type { Because } from "../../domain/because.ts";
import type { Attempt } from "../../domain/work/attempt.ts";
import type { Context } from "../context.ts";
import type { State } from "../state.ts";
import type { Follow } from "../tables.ts";

export function mayPause(state: State, why: Because): boolean {
  if (state.settings.policies.brake?.agents !== "pause") return false;
  const needsRoom = why.rule === "host_low" && why.facts["what"] === "memory";
  return !needsRoom && [...state.attempts.live.values()].some(isAtWork);
}

export function pauseAll({ state, emit }: Context, why: Because): void {
  emit({ type: "brake_paused", because: why });
  emit({ type: "run_paused" });
  for (const attempt of [...state.attempts.live.values()])
    if (attempt.phase === "working") emit({ type: "attempt_paused", attempt: attempt.id });
}

/** One that was being started when the brake was pulled. */
export const follow: Follow = {
  attempt_up({ state, emit }, { attempt }) {
    if (state.brake.paused) emit({ type: "attempt_paused", attempt });
  },
};

/** After a release: the first of them, and the next where that came to nothing; all of them once the first task is done. */
export function wakePaused({ state, emit }: Context): void {
  if (state.brake.paused || state.run.phase !== "working") return;
  const live = [...state.attempts.live.values()];
  const paused = live.filter(({ pausedAt, phase }) => pausedAt !== undefined && phase === "working");
  const [first] = paused;
  if (first === undefined) return;
  if (!state.brake.staged) for (const { id } of paused) emit({ type: "attempt_woken", attempt: id });
  else if (!live.some((each) => isAtWork(each) && each.pausedAt === undefined) && !isJudging(state))
    emit({ type: "attempt_woken", attempt: first.id });
}

function isAtWork({ phase }: Attempt): boolean {
  return phase === "starting" || phase === "working";
}

/** What the first one did is being looked at. */
function isJudging({ derived: { counts } }: State): boolean {
  return counts.verifying > 0 || counts.integrating > 0;
}
