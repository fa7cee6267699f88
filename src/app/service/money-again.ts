/**
 * Whether a run that stopped for what several runs share in a day could continue: a new day has begun, or a limit was raised. What the
 * others used is read as it is now, so that no run is resumed only to stop again. It resumes nothing.
 */
import { join } from "node:path";
import { capOver } from "../../engine/budget/caps.ts";
import { runOverBudget } from "../../engine/budget/over-budget.ts";
import type { State } from "../../engine/state.ts";
import { SharedSpending } from "../../runtime/machine/shared-spending.ts";
import { runMoneyOf } from "../machine/registry.ts";
import type { Project } from "../project/project.ts";

export interface MoneyWish {
  readonly project: Project;
  readonly run: string;
  readonly env: NodeJS.ProcessEnv;
  readonly now: number;
}

export function moneyIsBack(state: State, { project, run, env, now }: MoneyWish): boolean {
  if (!stoppedForTheDay(state)) return false;
  const shared = new SharedSpending({
    dir: join(project.stateDir, "spending"),
    run,
    machine: runMoneyOf(env, project, run),
    zone: state.spending.zone,
    now: () => now,
  });
  const heard = shared.look(state);
  if (shared.trouble() !== null) return false;
  const elsewhere = heard?.type === "spent_elsewhere" ? heard : state.spending.elsewhere;
  const { settings, spending } = state;
  const known = { settings, spending: elsewhere ? { ...spending, elsewhere } : spending };
  return capOver(known, now) === null && runOverBudget(state) === null;
}

function stoppedForTheDay({ run: { phase, because } }: State): boolean {
  if (phase !== "halted" || because?.rule !== "budget_exceeded") return false;
  return because.facts["whose"] === "day" || because.facts["whose"] === "machine";
}
