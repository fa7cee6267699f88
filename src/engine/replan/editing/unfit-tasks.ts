/**
 * A person's change of the plan without what does not fit the run: each task that cannot be as it is said is left out with
 * its reason, and so is whoever would need it, until the rest fits. The checks are those that a planner's change must pass.
 */
import type { TaskId, TaskSpec } from "../../../domain/spec/plan.ts";
import type { PlanChange } from "../../../domain/spec/replan.ts";
import { idProblem, orderProblems, specProblems } from "../merging/spec-problems.ts";
import { waitProblems } from "../merging/touch-problems.ts";
import type { EditedPlan } from "./edit-plan.ts";

type Change = Pick<PlanChange, "added" | "changed" | "removed">;

export interface Fit {
  readonly change: Change;
  readonly problems: readonly string[];
}

export function unfitTasks(current: EditedPlan, wanted: Change): Fit {
  let change = wanted;
  const problems: string[] = [];
  for (;;) {
    const found = [...problemsOf(current, change)];
    if (found.length === 0) break;
    problems.push(...found.map(([, problem]) => problem));
    const unfit = new Set(found.map(([id]) => id));
    change = {
      added: change.added.filter(({ id }) => !unfit.has(id)),
      changed: change.changed.filter(({ id }) => !unfit.has(id)),
      removed: change.removed.filter((id) => !unfit.has(id)),
    };
  }
  const circle = orderProblems(planAfter(current, change));
  // Nobody could say which of them is the one too many.
  if (circle.length > 0) return { change: NOTHING, problems: [...problems, ...circle, NOT_TAKEN] };
  return { change, problems };
}

const NOTHING: Change = { added: [], changed: [], removed: [] };
const NOT_TAKEN = "nothing of the changed plan was taken";

/** By task, each with the first reason why it cannot be. */
function problemsOf(current: EditedPlan, change: Change): ReadonlyMap<TaskId, string> {
  const known = new Map(current.tasks.map((spec) => [spec.id, spec]));
  const after = planAfter(current, change);
  const ids = new Set(after.map(({ id }) => id));
  const found = new Map<TaskId, string>();
  const tell = (id: TaskId, problem: string | null | undefined): void => {
    if (problem && !found.has(id)) found.set(id, problem);
  };
  for (const spec of change.added) {
    tell(spec.id, idProblem(spec.id));
    tell(spec.id, alikeProblem(current, spec));
  }
  for (const spec of [...change.added, ...change.changed]) {
    tell(spec.id, specProblems(spec, current.agents)[0]);
    tell(spec.id, waitProblems(current, known, [spec])[0]);
    tell(spec.id, gangProblem(current, spec));
    const missing = spec.dependsOn.find((on) => !ids.has(on) && !change.removed.includes(on));
    tell(spec.id, missing && `task ${spec.id} depends on ${missing}, which is not in the run`);
  }
  for (const id of change.removed) {
    const user = after.find((spec) => spec.dependsOn.includes(id) && !isOver(current, spec.id));
    tell(id, user && `${id} stays, because ${user.id} depends on it`);
  }
  return found;
}

function planAfter({ tasks }: EditedPlan, { added, changed, removed }: Change): readonly TaskSpec[] {
  const changes = new Map(changed.map((spec) => [spec.id, spec]));
  const gone = new Set(removed);
  return [...tasks.filter(({ id }) => !gone.has(id)).map((spec) => changes.get(spec.id) ?? spec), ...added];
}

function isOver({ doneIds, endedIds }: EditedPlan, id: TaskId): boolean {
  return doneIds.has(id) || endedIds?.has(id) === true;
}

/** Ids become names of files and branches, and many disks do not tell `A` from `a`. */
function alikeProblem({ tasks }: EditedPlan, { id }: TaskSpec): string | null {
  const other = tasks.find((task) => task.id.toLowerCase() === id.toLowerCase());
  if (!other) return null;
  return other.id === id ? `task ${id} is already in the plan` : `the ids ${id} and ${other.id} differ only in case`;
}

/** Gangs are supervisors of the run's tree. */
function gangProblem({ gangs }: EditedPlan, { id, gang }: TaskSpec): string | null {
  if (gang === undefined || gangs.includes(gang)) return null;
  return `task ${id} belongs to gang ${gang}, which the run does not have; a gang comes only with a new run`;
}
