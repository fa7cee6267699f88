/**
 * A person grants more to spend. It is added to what the files say and counts once; whoever waited for nothing but that
 * goes on without another question, and a run that had stopped for it resumes.
 */
import { because } from "../../domain/because.ts";
import type { ProjectCap } from "../../domain/spec/caps.ts";
import type { Budget, TaskId } from "../../domain/spec/plan.ts";
import { budgetText } from "../../domain/words/budget-text.ts";
import { isFinal, type Task } from "../../domain/work/task.ts";
import { resumeSpent, settleSpent } from "../brake/settle-spent.ts";
import { budgetOf, runBudget } from "../budget/budget-of.ts";
import { BUDGET_KINDS, type BudgetKind } from "../budget/budget-sum.ts";
import { capBudget, capUsage } from "../budget/caps.ts";
import { grantName } from "../budget/evolve.ts";
import { gangBudget, gangUsage } from "../budget/parts/gang-budget.ts";
import type { Context } from "../context.ts";
import { type Answer, type GrantedLimit, type InputOf, refused } from "../input.ts";
import type { State } from "../state.ts";
import { type Target, targetOf } from "./target.ts";

export function onGrant(context: Context, { grant, to, more, early }: InputOf<"grant">): Answer {
  const { state } = context;
  const target = targetOf(state, to);
  if (target === null) return refused({ what: "unknown_target", name: to });
  const kinds = BUDGET_KINDS.filter((kind) => more[kind] !== undefined);
  if (kinds.length === 0 || !kinds.every((kind) => isAmount(more[kind]))) return refused({ what: "no_amount", to });
  if (target.of === "cap") return grantToCap(context, { grant, cap: target.cap, more }, kinds);
  if (target.of === "task" && (target.task.status === "done" || target.task.status === "skipped"))
    return refused({ what: "task_ended", task: target.task.id, status: target.task.status });
  if (target.of === "gang" && kinds.some((kind) => gangBudget(state, target.gang)[kind] !== undefined))
    return grantToGang(context, { grant, more, early: early ?? false }, target, kinds);
  const unlimited = kinds.filter((kind) => !receivers(target).some((task) => isLimited(state, task, kind)));
  if (unlimited.length > 0) return refused({ what: "no_budget", to, kinds: unlimited });
  for (const task of receivers(target)) give(context, grant, task, more);
  const whose = target.of === "run" ? "run" : receivers(target).flatMap((task) => task?.id ?? []);
  const settled = settleSpent(context, whose, because("person", { said: `granted ${budgetText(more)}` }));
  // Whoever opens the run afterwards resumes it.
  if (!early) resumeSpent(context);
  return { type: "granted", limits: receivers(target).map((task) => limitOf(state, task)), settled };
}

interface CapGrant {
  readonly grant: string;
  readonly cap: ProjectCap;
  readonly more: Budget;
}

/** To all runs of the project; each run is told by itself. */
function grantToCap(context: Context, { grant, cap, more }: CapGrant, kinds: readonly BudgetKind[]): Answer {
  const { state, at, emit } = context;
  const limit: Budget = state.settings.caps?.[cap] ?? {};
  const unlimited = kinds.filter((kind) => limit[kind] === undefined);
  if (unlimited.length > 0) return refused({ what: "no_budget", to: cap, kinds: unlimited });
  if (!state.spending.grants?.includes(grantName(grant, `@${cap}`)))
    emit({ type: "budget_granted", grant, task: null, cap, more });
  resumeSpent(context);
  const limits = [{ task: null, cap, budget: capBudget(state, cap, at), used: capUsage(state, cap, at) }];
  return { type: "granted", limits, settled: [] };
}

interface GangGrant {
  readonly grant: string;
  readonly more: Budget;
  readonly early: boolean;
}

/** To all its tasks together, where the plan limits them so. */
function grantToGang(
  context: Context,
  { grant, more, early }: GangGrant,
  { gang, tasks }: Extract<Target, { of: "gang" }>,
  kinds: readonly BudgetKind[],
): Answer {
  const { state, emit } = context;
  const limit = gangBudget(state, gang);
  const unlimited = kinds.filter((kind) => limit[kind] === undefined);
  if (unlimited.length > 0) return refused({ what: "no_budget", to: gang, kinds: unlimited });
  if (!state.spending.grants?.includes(grantName(grant, `gang:${gang}`)))
    emit({ type: "budget_granted", grant, task: null, gang, more });
  const ids = tasks.map(({ id }) => id);
  const settled = settleSpent(context, ids, because("person", { said: `granted ${budgetText(more)}` }));
  if (!early) resumeSpent(context);
  const limits = [{ task: null, gang, budget: gangBudget(state, gang), used: gangUsage(state, gang) }];
  return { type: "granted", limits, settled };
}

/** Null stands for the run. */
function receivers(target: Exclude<Target, { of: "cap" }>): readonly (Task | null)[] {
  if (target.of === "run") return [null];
  if (target.of === "task") return [target.task];
  return target.tasks.filter(({ status }) => !isFinal(status) || status === "given_up");
}

function isLimited({ settings }: State, task: Task | null, kind: BudgetKind): boolean {
  if (task === null) return settings.budgets[kind] !== undefined;
  // Every attempt has a time limit: its agent's, where the plan says none.
  return kind === "minutes" || task.spec.budget[kind] !== undefined;
}

function give({ state, emit }: Context, grant: string, task: Task | null, more: Budget): void {
  const id = task?.id ?? null;
  if (state.spending.grants?.includes(grantName(grant, id))) return;
  const kinds = BUDGET_KINDS.filter((kind) => more[kind] !== undefined && isLimited(state, task, kind));
  if (kinds.length === 0) return;
  emit({ type: "budget_granted", grant, task: id, more: Object.fromEntries(kinds.map((kind) => [kind, more[kind]])) });
}

function limitOf(state: State, task: Task | null): GrantedLimit {
  if (task === null) return { task: null, budget: runBudget(state), used: state.spending.usage };
  const { id, usage, granted } = task;
  const minutes = granted.minutes === undefined ? {} : { moreMinutes: granted.minutes };
  return { task: id satisfies TaskId, budget: budgetOf(task), used: usage, ...minutes };
}

/** More than nothing, and no more than anybody has. */
const AMOUNT_MAX = 1e12;

function isAmount(amount: unknown): boolean {
  return typeof amount === "number" && amount > 0 && amount <= AMOUNT_MAX;
}
