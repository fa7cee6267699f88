/** What is changed when somebody grants more, or says another budget: limits, and the deadlines that follow from them. */
import { dayOf } from "../../basics/zone-offset.ts";
import type { ProjectCap } from "../../domain/spec/caps.ts";
import type { Budget } from "../../domain/spec/plan.ts";
import type { EventOf } from "../event.ts";
import { taskOf } from "../lookup.ts";
import { comeBack } from "../scheduling/ready-queue.ts";
import type { State } from "../state.ts";
import type { AlsoEvolve, Evolve } from "../tables.ts";
import { clearTimer, dueAt, setTimer } from "../timer.ts";
import { withGrant, withoutKinds } from "./budget-sum.ts";
import type { BudgetEvent } from "./events.ts";
import { gangAlso } from "./parts/gang-fold.ts";

export const evolve: Evolve<BudgetEvent> = {
  budget_granted: granted,
  budgets_edited(state, { budgets, caps }, at) {
    edited(state, budgets, at);
    if (caps) state.settings = { ...state.settings, caps };
  },
  gang_budgets_edited: gangsEdited,
  budget_warned({ spending }, event) {
    spending.warned = [...(spending.warned ?? []), warnedName(event)].slice(-WARNED_MAX);
  },
  spent_elsewhere({ spending }, { type: _type, ...elsewhere }) {
    spending.elsewhere = elsewhere;
  },
};

/** Where a file says another limit than before, what was granted is part of that: it is not counted twice. */
export const also: AlsoEvolve = {
  ...gangAlso,
  run_opened(state, { settings, zone }) {
    if (settings) forget(state, settings.budgets);
    if (zone !== undefined) state.spending.zone = zone;
    comeBack(state.derived.ready, { of: "repair" });
  },
  /** Whoever let it go on has seen how fast it was. */
  run_resumed({ spending, derived }) {
    if (spending.burn) spending.burn = [];
    comeBack(derived.ready, { of: "repair" });
  },
  plan_changed(state, { changed }) {
    for (const spec of changed) {
      const task = taskOf(state, spec.id);
      task.granted = withoutKinds(task.granted, task.spec.budget, spec.budget);
    }
  },
};

export { gangAfterwards as afterwards } from "./parts/gang-fold.ts";

/** Remembered so that a grant which is taken twice counts once. */
const GRANTS_MAX = 200;
const WARNED_MAX = 500;
const MINUTE_MS = 60_000;

function granted(state: State, { grant, task: id, cap, gang, more }: EventOf<"budget_granted">, at: number): void {
  const { spending } = state;
  const name = grantName(grant, cap !== undefined ? `@${cap}` : gang !== undefined ? `gang:${gang}` : id);
  spending.grants = [...(spending.grants ?? []), name].slice(-GRANTS_MAX);
  if (cap !== undefined) return grantedToCap(spending, cap, more, at);
  if (gang !== undefined) {
    spending.gangGrants = { ...spending.gangGrants, [gang]: withGrant(spending.gangGrants?.[gang] ?? {}, more) };
    return;
  }
  const moreMs = (more.minutes ?? 0) * MINUTE_MS;
  if (id === null) {
    spending.granted = withGrant(spending.granted ?? {}, more);
    comeBack(state.derived.ready, { of: "repair" });
    moveTimer(state, moreMs);
    return;
  }
  const task = taskOf(state, id);
  task.granted = withGrant(task.granted, more);
  const attempt = task.attempt === null ? undefined : state.attempts.live.get(task.attempt);
  if (!attempt || moreMs === 0) return;
  attempt.deadlineAt += moreMs;
  const timer = { of: "attempt", attempt: attempt.id } as const;
  if (dueAt(state, timer) !== null) setTimer(state, timer, attempt.deadlineAt);
}

function gangsEdited({ plan, spending }: State, { budgets }: EventOf<"gang_budgets_edited">): void {
  for (const [gang, spec] of Object.entries(plan.gangs)) {
    const { budget: before = {}, ...rest } = spec;
    const after = Object.hasOwn(budgets, gang) ? budgets[gang] : undefined;
    const granted = spending.gangGrants?.[gang];
    if (granted) spending.gangGrants = { ...spending.gangGrants, [gang]: withoutKinds(granted, before, after ?? {}) };
    plan.gangs = { ...plan.gangs, [gang]: after === undefined ? rest : { ...rest, budget: after } };
  }
}

function grantedToCap(spending: State["spending"], cap: ProjectCap, more: Budget, at: number): void {
  const { project = {}, day } = spending.capGrants ?? {};
  const now = dayOf(at, spending.zone);
  const today = day?.day === now ? day.budget : {};
  spending.capGrants =
    cap === "project"
      ? { ...spending.capGrants, project: withGrant(project, more) }
      : { ...spending.capGrants, day: { day: now, budget: withGrant(today, more) } };
}

/** One that is raised is another. */
export function warnedName({ whose, task, gang, limit }: EventOf<"budget_warned">): string {
  return [whose, task ?? gang ?? "", limit].join(" ");
}

/** One order may grant to several tasks. */
export function grantName(grant: string, task: string | null): string {
  return task === null ? grant : `${grant} ${task}`;
}

function edited(state: State, budgets: Budget, at: number): void {
  forget(state, budgets);
  const before = state.settings.budgets;
  state.settings = { ...state.settings, budgets };
  comeBack(state.derived.ready, { of: "repair" });
  if (before.minutes === budgets.minutes) return;
  if (budgets.minutes === undefined) clearTimer(state, { of: "run" });
  else if (state.run.phase === "working" || state.run.phase === "paused")
    setTimer(state, { of: "run" }, Math.max(at, state.run.openedAt + budgets.minutes * MINUTE_MS - state.run.workedMs));
}

function forget({ spending, settings }: State, after: Budget): void {
  if (spending.granted) spending.granted = withoutKinds(spending.granted, settings.budgets, after);
}

function moveTimer(state: State, moreMs: number): void {
  const due = dueAt(state, { of: "run" });
  if (due !== null) setTimer(state, { of: "run" }, due + moreMs);
}
