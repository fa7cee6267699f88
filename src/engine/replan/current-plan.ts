/** The plan of a run as it is being worked, in the form in which a change of it is judged. Looks only. */
import type { TaskId } from "../../domain/spec/plan.ts";
import { dependenciesOf, isFinal, type Task } from "../../domain/work/task.ts";
import type { State } from "../state.ts";
import { isIdle } from "../task/ends.ts";
import type { CurrentPlan } from "./merging/merge-plan.ts";

/** `own`: the replan that is judged; tasks that other replans and advisors are about stay where they are. */
export function currentPlan(state: State, own: string | null = null): CurrentPlan {
  const tasks = [...state.tasks.values()];
  const spokenOf = namedByOthers(state, own);
  const agents = Object.entries(state.settings.agents).map(([name, { tiers }]) => [
    name,
    tiers.map((tier) => tier.name),
  ]);
  return {
    tasks: tasks.map((task) => ({ ...task.spec, dependsOn: [...new Set(dependenciesOf(task))] })),
    doneIds: idsOf(tasks, ({ status }) => status === "done"),
    startedIds: idsOf(tasks, (task) => hasBegun(task) || spokenOf.has(task.id)),
    endedIds: idsOf(tasks, ({ status }) => isFinal(status) && status !== "done"),
    idleIds: idsOf(tasks, isIdle),
    agents: Object.fromEntries(agents),
    contract: state.plan.contract,
  };
}

/** A fix belongs to its pattern, begun or not. */
function hasBegun(task: Task): boolean {
  return task.attempts > 0 || task.workspace !== null || task.fixes !== null || !isIdle(task);
}

function namedByOthers({ advisors, replans }: State, own: string | null): ReadonlySet<TaskId> {
  const advised = [...advisors.asked.values()].flatMap(({ request: { about }, status }) =>
    about === null || isFinal(status) ? [] : [about],
  );
  const proposed = [...replans.open.values()].filter(({ id }) => id !== own).map(({ about }) => about);
  return new Set([...advised, ...proposed]);
}

function idsOf(tasks: readonly Task[], fits: (task: Task) => boolean): ReadonlySet<TaskId> {
  return new Set(tasks.filter(fits).map(({ id }) => id));
}
