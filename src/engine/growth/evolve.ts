/** What is changed when a run grows: who came into it beyond the plan, what they use, and what a person said to it. */
import type { Usage } from "../../domain/work/outcome.ts";
import type { EventOf } from "../event.ts";
import { comeBack } from "../scheduling/ready-queue.ts";
import type { State } from "../state.ts";
import type { AlsoEvolve, Evolve } from "../tables.ts";
import type { GrowthEvent } from "./events.ts";

export const evolve: Evolve<GrowthEvent> = {
  growth_allowed(state) {
    state.growth = { ...state.growth, allowed: state.growth.allowed + 1, refused: false };
    comeBack(state.derived.ready, { of: "growth" });
  },
  growth_refused(state) {
    state.growth = { ...state.growth, refused: true };
    comeBack(state.derived.ready, { of: "growth" });
  },
};

export const also: AlsoEvolve = {
  pattern_found: (state, { fix }) => grow(state, [fix.id]),
  plan_changed(state, { replan, added, removed }) {
    if (replan !== undefined && state.replans.open.get(replan)?.question === null)
      grow(
        state,
        added.map(({ id }) => id),
      );
    if (removed.length > 0) keep(state, (id) => !removed.includes(id));
  },
  task_done: (state, { task }) => keep(state, (id) => id !== task),
  attempt_started(state, event) {
    if (isGrowth(state, event)) state.growth = { ...state.growth, agents: state.growth.agents + 1 };
  },
  attempt_progressed: (state, { attempt, usage }) => spend(state, attempt, usage),
  attempt_ended: (state, { attempt, usage }) => spend(state, attempt, usage),
};

function grow(state: State, ids: readonly string[]): void {
  if (ids.length > 0) state.growth = { ...state.growth, tasks: [...state.growth.tasks, ...ids] };
}

/** What is done with needs no watching; opened again, it is a person's or another's doing. */
function keep(state: State, isKept: (id: string) => boolean): void {
  const { tasks } = state.growth;
  if (!tasks.every(isKept)) state.growth = { ...state.growth, tasks: tasks.filter(isKept) };
}

function isGrowth({ growth }: State, { task }: Pick<EventOf<"attempt_started">, "task">): boolean {
  return task === undefined || growth.tasks.includes(task);
}

/** What it reports is its total so far; this comes before that is taken down. */
function spend(state: State, id: string, usage: Usage): void {
  const attempt = state.attempts.live.get(id);
  if (!attempt || !isGrowth(state, attempt)) return;
  const more = (usage.usd ?? 0) - (attempt.usage.usd ?? 0);
  if (more > 0) state.growth = { ...state.growth, usd: state.growth.usd + more };
}
