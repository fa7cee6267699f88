/**
 * Budgets in dollars that could not be kept, each at its place in the file, and as warnings those that can be by an estimate. Asked before a run starts or resumes;
 * prices are loaded only where there is such a budget.
 */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { asList, asMapping } from "../../basics/loose.ts";
import { dayOf } from "../../basics/zone-offset.ts";
import { type Mistake, sortMistakes } from "../../config/mistakes/mistake.ts";
import { placeMistake } from "../../config/mistakes/place-mistake.ts";
import { openSource, type Path } from "../../config/yaml/open-source.ts";
import type { Config } from "../../domain/spec/config.ts";
import type { Plan, TaskSpec } from "../../domain/spec/plan.ts";
import { localZone } from "../../effects/agents/adapters/local-zone.ts";
import { limitInConfig, type MoneyGap, moneyGaps, type Rate } from "../../plan/money-gaps.ts";
import { machineLimit } from "../../runtime/machine/machine-money.ts";
import { machineMoneyOf } from "../machine/registry.ts";
import { CONFIG_FILE, type Project, shown } from "./project.ts";

export interface MoneyQuestion {
  readonly project: Project;
  readonly config: Config;
  readonly tasks: readonly TaskSpec[];
  /** Absent: there are none. */
  readonly gangs?: Plan["gangs"];
  /** As the person named it, seen from `cwd`; null: only the run's own budget is looked at. */
  readonly planFile: string | null;
  readonly cwd: string;
  readonly now: number;
  /** Where it stands what this machine may use in a day; absent: nobody said so. */
  readonly env?: NodeJS.ProcessEnv;
}

export async function checkMoney(question: MoneyQuestion): Promise<readonly Mistake[]> {
  const { config, tasks, gangs = {}, planFile, now } = question;
  const inPlan = [...tasks, ...Object.values(gangs)].some(({ budget }) => budget?.usd !== undefined);
  const inConfig = limitInConfig(config) !== null;
  const machine = inConfig ? null : machineUsd(question);
  if (!inConfig && !inPlan && machine === null) return [];
  const { isPriced, relativeOf } = await import("../../effects/prices/price-of.ts");
  const rateOf = (model: string): Rate => {
    if (isPriced(model, now)) return { by: "list" };
    const like = relativeOf(model);
    return like === null ? null : { by: "relative", like };
  };
  const gaps = moneyGaps(config, tasks, rateOf, gangs);
  const ofMachine = machine === null ? [] : moneyGaps(underCap(config, machine), tasks, rateOf);
  return sortMistakes([
    ...gaps
      .filter(({ task, gang }) => (task === null && gang === undefined) || planFile !== null)
      .map((gap) => placed(gap, question)),
    ...ofMachine.filter(({ task, isKept }) => task === null && !isKept).map((gap) => uncounted(gap, question)),
  ]);
}

/** What `reeve cap` allows; null: no dollars, or it cannot be read, which the run's own monitor tells. */
function machineUsd({ env, now }: MoneyQuestion): number | null {
  const files = env && machineMoneyOf(env);
  if (!files) return null;
  try {
    return machineLimit(files.capFile, dayOf(now, localZone()))?.usd ?? null;
  } catch {
    return null;
  }
}

function underCap(config: Config, usd: number): Config {
  return { ...config, budgets: { ...config.budgets, usd } };
}

/** A limit of the machine is no promise of this project: its work starts, and people are told what the limit misses. */
function uncounted({ what, hint }: MoneyGap, { project }: MoneyQuestion): Mistake {
  const file = join(project.root, CONFIG_FILE);
  const [, why = what] = what.split("cannot be kept: ");
  const sentence = `what this run spends does not count towards the day's limit of this machine (\`reeve cap\`): ${why}`;
  return { ...placeMistake(textOf(file), shown(file), ["agents"], sentence, hint), severity: "warning" };
}

function placed(gap: MoneyGap, question: MoneyQuestion): Mistake {
  const mistake = atItsPlace(gap, question);
  return gap.isKept ? { ...mistake, severity: "warning" } : mistake;
}

function atItsPlace({ task, gang, what, hint }: MoneyGap, question: MoneyQuestion): Mistake {
  const { project, config, tasks, planFile, cwd } = question;
  if ((task === null && gang === undefined) || planFile === null) {
    const file = join(project.root, CONFIG_FILE);
    return placeMistake(textOf(file), shown(file), limitInConfig(config) ?? ["budgets"], what, hint);
  }
  const text = textOf(resolve(cwd, planFile));
  if (gang !== undefined) return placeMistake(text, planFile, ["gangs", gang, "budget", "usd"], what, hint);
  const path = budgetPath(
    text,
    tasks.findIndex(({ id }) => id === task),
  );
  return placeMistake(text, planFile, path, what, hint);
}

/** The task's own budget, or the one it has from the defaults. */
function budgetPath(text: string, index: number): Path {
  const opened = openSource(text, "", { lengthMax: text.length, emptyHint: "" });
  const root = asMapping(opened.ok ? opened.value : undefined);
  const own = asMapping(asMapping(asList(root.tasks)[index]).budget);
  return Object.hasOwn(own, "usd") ? ["tasks", index, "budget", "usd"] : ["defaults", "budget", "usd"];
}

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}
