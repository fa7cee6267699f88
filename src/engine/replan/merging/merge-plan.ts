/**
 * A plan that is being worked and what a planner wants changed of it → what is added, changed and removed; or every
 * reason why not. Ids stay and finished work stays: what is done is never touched, and of what has begun only the prompt.
 * An agent's word runs no command that no person has put into the plan, and takes away none of its gates. It applies
 * nothing itself.
 */
import type { Contract, TaskId, TaskSpec } from "../../../domain/spec/plan.ts";
import type { PlanChange } from "../../../domain/spec/replan.ts";
import type { PlannerAnswer, PlannerTask } from "../../../domain/work/role-answers.ts";
import { mergedContract } from "./merged-contract.ts";
import { knownCommands, strangeCommands } from "./plan-commands.ts";
import { addedSpec, changedSpec, isSameSpec } from "./proposed-spec.ts";
import { type Replacements, replacementsOf, rewired, standingFor } from "./replaced.ts";
import { idProblem, orderProblems, specProblems } from "./spec-problems.ts";
import { removalProblem, touchProblem, waitProblems } from "./touch-problems.ts";

export interface CurrentPlan {
  /** With what each turned out to depend on beside what the plan says. */
  readonly tasks: readonly TaskSpec[];
  readonly doneIds: ReadonlySet<TaskId>;
  /** An attempt was made, or work lies in a workspace. */
  readonly startedIds: ReadonlySet<TaskId>;
  /** Ended without being done; absent: none. */
  readonly endedIds?: ReadonlySet<TaskId>;
  /** Nobody works on them at the moment; absent: that is not known. */
  readonly idleIds?: ReadonlySet<TaskId>;
  /** Agents that can be given work, with the names of their tiers. */
  readonly agents: Readonly<Record<string, readonly string[]>>;
  /** For new tasks whose planner names nobody; absent: whoever works the first task. */
  readonly defaultAgent?: string;
  readonly contract?: Contract | null;
}

export type MergedPlan =
  | ({ readonly ok: true; readonly kept: readonly TaskId[] } & PlanChange)
  | { readonly ok: false; readonly problems: readonly string[] };

export function mergePlan(current: CurrentPlan, proposed: PlannerAnswer): MergedPlan {
  const known = new Map(current.tasks.map((spec) => [spec.id, spec]));
  const replacements = replacementsOf(current, proposed);
  const { removed, retired, problems } = leaving(current, known, proposed, replacements);
  const named = namedTasks(current, known, proposed, replacements);
  problems.push(...idProblems(known, proposed), ...replacements.problems, ...named.problems);
  const left = new Set([...removed, ...retired]);
  const staying = stayingTasks(current, named.changed, left, replacements);
  const changed = [...named.changed.map((spec) => rewired(spec, replacements)), ...staying.rewired];
  const { added } = named;
  for (const spec of [...added, ...changed]) problems.push(...specProblems(spec, current.agents));
  problems.push(...waitProblems(current, known, [...added, ...changed]));
  const after = [...staying.kept, ...changed, ...added];
  problems.push(...orderProblems(after));
  const ids = new Set(after.map(({ id }) => id));
  const promised = mergedContract(current.contract ?? null, proposed, ids, replacements.by);
  if (!promised.ok) problems.push(...promised.problems);
  if (problems.length > 0 || !promised.ok) return { ok: false, problems: [...new Set(problems)] };
  const { contract } = promised;
  const lineage = [...replacements.by].flatMap(([from, tasks]) => tasks.map((task) => ({ task, from })));
  const kept = staying.kept.map(({ id }) => id);
  return { ok: true, added, changed, removed, retired, lineage, ...(contract && { contract }), kept };
}

/** Who leaves the plan: what had not begun is taken out, what has begun and is replaced ends. */
function leaving(
  current: CurrentPlan,
  known: ReadonlyMap<TaskId, TaskSpec>,
  proposed: PlannerAnswer,
  { by }: Replacements,
): { readonly removed: TaskId[]; readonly retired: TaskId[]; readonly problems: string[] } {
  const problems: string[] = [];
  const gone = new Set(by.keys());
  for (const id of proposed.removed_tasks) {
    if (gone.has(id)) continue;
    const problem = removalProblem(current, known, id, proposed);
    if (problem === null) gone.add(id);
    else problems.push(problem);
  }
  const hasBegun = (id: TaskId) => current.startedIds.has(id);
  return { removed: [...gone].filter((id) => !hasBegun(id)), retired: [...gone].filter(hasBegun), problems };
}

function namedTasks(
  current: CurrentPlan,
  known: ReadonlyMap<TaskId, TaskSpec>,
  proposed: PlannerAnswer,
  replacements: Replacements,
): { readonly added: TaskSpec[]; readonly changed: TaskSpec[]; readonly problems: string[] } {
  const commands = knownCommands(current.tasks);
  const added: TaskSpec[] = [];
  const changed: TaskSpec[] = [];
  const problems: string[] = [];
  for (const task of firstOfEach(proposed.tasks)) {
    const spec = known.get(task.id);
    problems.push(...strangeCommands(task, commands));
    if (spec === undefined) {
      const fresh = addedSpec(task, current, proposed.cross_cutting_concerns);
      added.push(rewired(standingFor(fresh, task, known.get(task.replaces ?? "")), replacements));
      continue;
    }
    const next = changeOf(current, spec, task, proposed);
    if (isSameSpec(spec, next)) continue;
    const problem = touchProblem(current, spec, next);
    if (problem === null) changed.push(next);
    else problems.push(problem);
  }
  return { added, changed, problems };
}

/** Those nobody named. Whoever waited for a replaced one waits for its successors; what has ended waits for nobody. */
function stayingTasks(
  { tasks, doneIds, endedIds }: CurrentPlan,
  changed: readonly TaskSpec[],
  left: ReadonlySet<TaskId>,
  replacements: Replacements,
): { readonly kept: readonly TaskSpec[]; readonly rewired: readonly TaskSpec[] } {
  const named = new Set(changed.map(({ id }) => id));
  const kept: TaskSpec[] = [];
  const others: TaskSpec[] = [];
  for (const spec of tasks) {
    if (named.has(spec.id) || left.has(spec.id)) continue;
    const isOver = doneIds.has(spec.id) || endedIds?.has(spec.id);
    const next = rewired(spec, replacements);
    if (isOver) kept.push({ ...spec, dependsOn: spec.dependsOn.filter((on) => !left.has(on)) });
    else if (next === spec) kept.push(spec);
    else others.push(next);
  }
  return { kept, rewired: others };
}

/** Branch and folder of a task that has begun are named after its title. */
function changeOf(current: CurrentPlan, spec: TaskSpec, task: PlannerTask, proposed: PlannerAnswer): TaskSpec {
  const next = changedSpec(spec, task, current, proposed.cross_cutting_concerns);
  return current.startedIds.has(spec.id) ? { ...next, title: spec.title } : next;
}

function firstOfEach(tasks: readonly PlannerTask[]): readonly PlannerTask[] {
  const first = new Map<TaskId, PlannerTask>();
  for (const task of tasks) if (!first.has(task.id)) first.set(task.id, task);
  return [...first.values()];
}

function idProblems(known: ReadonlyMap<TaskId, TaskSpec>, { tasks }: PlannerAnswer): readonly string[] {
  const ids = tasks.map(({ id }) => id);
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `task ${id} is named twice`);
  // Ids become names of files and branches, and many disks do not tell `A` from `a`.
  const fresh = [...new Set(ids.filter((id) => !known.has(id)))];
  const folded = new Map([...known.keys()].map((id) => [id.toLowerCase(), id]));
  const alike = fresh.flatMap((id) => {
    const other = folded.get(id.toLowerCase());
    folded.set(id.toLowerCase(), id);
    return other === undefined ? [] : [`the ids ${id} and ${other} differ only in case`];
  });
  return [...twice, ...fresh.flatMap((id) => idProblem(id) ?? []), ...alike];
}
