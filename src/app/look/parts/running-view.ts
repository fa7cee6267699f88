/** Who is at work: since when, on what, and what it has used so far. Part of `project`. */

import type { Role } from "../../../domain/spec/plan.ts";
import { type Spent, spentOf } from "../../../domain/words/spent.ts";
import { workOf } from "../../../engine/lookup.ts";
import type { State } from "../../../engine/state.ts";

export interface RunningView {
  readonly task: string;
  readonly title: string;
  readonly attempt: string;
  readonly agent: string;
  readonly phase: string;
  readonly startedAt: number;
  readonly activity: string | null;
  readonly activityAt: number;
  readonly role: Role;
  /** Shown as a badge, but of a drone. */
  readonly restarts: number;
  readonly usage: Spent;
}

export function runningOf(state: State): RunningView[] {
  return [...state.attempts.live.values()].map((attempt) => {
    const work = workOf(state, attempt);
    return {
      task: work.id,
      title: work.spec.title,
      attempt: attempt.id,
      agent: attempt.agent,
      phase: attempt.phase,
      startedAt: attempt.startedAt,
      activity: attempt.activity,
      activityAt: attempt.activityAt,
      role: work.spec.role,
      restarts: work.restarts,
      usage: spentOf(attempt.usage, attempt.unpriced ?? false),
    };
  });
}
