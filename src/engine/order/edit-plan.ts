/**
 * A person changes the plan of a run: adds a task by hand, or hands over the files as they are now. It goes through the
 * same checks as a planner's change and needs nobody's approval; what cannot be taken is told, and changes nothing.
 */
import { type Because, because } from "../../domain/because.ts";
import type { Budget, Plan, TaskSpec } from "../../domain/spec/plan.ts";
import { resumeSpent, settleSpent } from "../brake/settle-spent.ts";
import { BUDGET_KINDS } from "../budget/budget-sum.ts";
import type { Context } from "../context.ts";
import { type Answer, type InputOf, refused } from "../input.ts";
import { currentPlan } from "../replan/current-plan.ts";
import { type EditedPlan, editPlan } from "../replan/editing/edit-plan.ts";
import { unfitTasks } from "../replan/editing/unfit-tasks.ts";
import { summaryOf } from "../replan/replan-text.ts";
import type { State } from "../state.ts";

export function onAdd(context: Context, { task }: InputOf<"add">): Answer {
  const { change, problems } = unfitTasks(editedPlan(context.state), { added: [task], changed: [], removed: [] });
  if (problems.length > 0) return refused({ what: "unfit_task", task: task.id, problems });
  const why = because("replan", { summary: summaryOf({ ...change, ...NOBODY }) });
  context.emit({ type: "plan_changed", ...change, ...NOBODY, because: why });
  return { type: "added", task: task.id };
}

export function onEditPlan(context: Context, input: InputOf<"edit_plan">): Answer {
  const { plan, hash, agents, early } = input;
  const { state, emit } = context;
  const edit = editPlan(editedPlan(state, agents), plan);
  const { change, written, taken } = edit;
  const left = [...edit.left, ...fixedParts(state, plan)];
  const changes = change.added.length + change.changed.length + change.removed.length;
  const money = editMoney(context, input);
  if (changes > 0) {
    const why = because("replan", { summary: summaryOf({ ...change, ...NOBODY }) });
    emit({ type: "plan_changed", ...change, ...NOBODY, because: why, file: { hash, written } });
  }
  const settled = settle(context, change.changed, money);
  // Whoever opens the run afterwards resumes it.
  if (!early) resumeSpent(context);
  return { type: "edited", taken: [...money, ...taken], left, settled };
}

const NOBODY = { retired: [], lineage: [] } as const;
const RAISED: Because = because("person", { said: "raised its budget" });

const OF_RUN = "the run's budget";
const OF_GANGS = "the gangs' budgets";

/** Of the run and what it shares, in reeve.yaml; of gangs, in the plan. What is new is taken at once. */
function editMoney({ state, emit }: Context, { plan, budgets, caps }: InputOf<"edit_plan">): readonly string[] {
  const taken: string[] = [];
  const ofGangs = budgetsOf(plan.gangs);
  if (!sameBudgets(state, budgets) || (caps && differs(state.settings.caps ?? {}, caps))) {
    emit({ type: "budgets_edited", budgets, ...(caps && { caps }) });
    taken.push(OF_RUN);
  }
  if (sameGangs(state, plan) && differs(budgetsOf(state.plan.gangs), ofGangs)) {
    emit({ type: "gang_budgets_edited", budgets: ofGangs });
    taken.push(OF_GANGS);
  }
  return taken;
}

function budgetsOf(gangs: Plan["gangs"]): Readonly<Record<string, Budget>> {
  return Object.fromEntries(Object.entries(gangs).flatMap(([name, { budget }]) => (budget ? [[name, budget]] : [])));
}

/** But for what they may use. */
function sameGangs({ plan: now }: State, plan: Plan): boolean {
  const bare = (gangs: Plan["gangs"]) => Object.entries(gangs).map(([name, { budget: _, ...rest }]) => [name, rest]);
  return !differs(bare(now.gangs), bare(plan.gangs));
}

function differs(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}

function settle(context: Context, changed: readonly TaskSpec[], money: readonly string[]): readonly string[] {
  const ids = changed.map(({ id }) => id);
  const inGangs = [...context.state.tasks.values()].flatMap(({ id, spec }) => (spec.gang === undefined ? [] : [id]));
  return [
    ...settleSpent(context, ids, RAISED),
    ...(money.includes(OF_GANGS)
      ? settleSpent(context, inGangs, because("person", { said: "raised its gang's budget" }))
      : []),
    ...(money.includes(OF_RUN)
      ? settleSpent(context, "run", because("person", { said: "raised the run's budget" }))
      : []),
  ];
}

function sameBudgets({ settings }: State, budgets: Budget): boolean {
  return BUDGET_KINDS.every((kind) => settings.budgets[kind] === budgets[kind]);
}

function editedPlan(state: State, agents: EditedPlan["agents"] = {}): EditedPlan {
  const current = currentPlan(state);
  const written = [...state.tasks.values()].flatMap((task) => {
    if (task.written === "not" || task.fixes !== null) return [];
    return [[task.id, task.written ?? task.spec] as const];
  });
  return {
    ...current,
    agents: { ...current.agents, ...agents },
    written: new Map(written),
    gone: new Set(state.plan.gone ?? []),
    gangs: Object.keys(state.plan.gangs),
  };
}

/** What a run has from its beginning to its end. */
function fixedParts(state: State, plan: Plan): readonly string[] {
  const { plan: now, run, replans } = state;
  const parts = [
    ...(run.title === plan.title ? [] : ["title"]),
    ...(sameGangs(state, plan) ? [] : ["gangs"]),
    // A planner may have changed it: then it is not the file that says something else.
    ...(replans.proposed === 0 && differs(now.contract, plan.contract ?? null) ? ["contract"] : []),
    ...(differs(now.checkpoints, plan.checkpoints) ? ["checkpoints"] : []),
  ];
  return parts.map((part) => `the plan's ${part} cannot be changed in a run; a new run takes it`);
}
