/**
 * Budgets in dollars that could not be kept, because nobody can tell what an agent they concern will have spent: nothing
 * counts it, or its tokens have no price. Such a budget would be a promise without anything behind it. Pure; whether a
 * model has a price is asked.
 */
import { tellsOf } from "../config/adapter-costs.ts";
import { quote } from "../config/mistakes/mistake.ts";
import type { AgentConfig, Config } from "../domain/spec/config.ts";
import type { Plan, TaskId, TaskSpec } from "../domain/spec/plan.ts";

export interface MoneyGap {
  /** Null: the budget of the run or of what it shares, in reeve.yaml, or of a gang. */
  readonly task: TaskId | null;
  /** Whose it is in the plan; absent: not a gang's. */
  readonly gang?: string;
  readonly what: string;
  readonly hint: string;
  /** It can be kept, though only by an estimate, or once the model is known. */
  readonly isKept: boolean;
}

/** How a model is priced: by the list, by the nearest relative on it, or not at all. */
export type Rate = { readonly by: "list" } | { readonly by: "relative"; readonly like: string } | null;

type BudgetedTask = Pick<TaskSpec, "id" | "agent" | "tier" | "budget" | "gang">;

/** Where reeve.yaml limits dollars; null: nowhere. */
export function limitInConfig({ budgets, caps }: Config): readonly string[] | null {
  if (budgets.usd !== undefined) return ["budgets", "usd"];
  const cap = (["attempt", "day", "project"] as const).find((each) => caps?.[each]?.usd !== undefined);
  if (cap !== undefined) return ["budgets", cap, "usd"];
  return caps?.usdPerMinute === undefined ? null : ["budgets", "usd_per_minute"];
}

/** At most one per budget and agent. */
export function moneyGaps(
  config: Config,
  tasks: readonly BudgetedTask[],
  rateOf: (model: string) => Rate,
  gangs: Plan["gangs"] = {},
): readonly MoneyGap[] {
  const why = (agent: string, tier: string | undefined): Why | null => whyUnpriced(config, agent, tier, rateOf);
  const ofRun = limitInConfig(config) === null ? [] : firstPerAgent(spendersOf(config, tasks), why, null);
  const ofTasks = tasks
    .filter(({ budget }) => budget.usd !== undefined)
    .flatMap((task) => firstPerAgent([task], why, task.id));
  const ofGangs = Object.keys(gangs)
    .filter((gang) => gangs[gang]?.budget?.usd !== undefined)
    .flatMap((gang) => {
      const members = tasks.filter((task) => task.gang === gang);
      return firstPerAgent(members, why, null).map((gap) => ({ ...gap, gang }));
    });
  return [...ofRun, ...ofGangs, ...ofTasks];
}

type Why = Omit<MoneyGap, "task">;

interface Spender {
  readonly agent: string;
  readonly tier?: string;
}

/** Everybody whose spending counts towards the run's budget. */
function spendersOf(config: Config, tasks: readonly BudgetedTask[]): readonly Spender[] {
  return [...tasks, ...Object.values(config.advisors)];
}

function firstPerAgent(
  spenders: readonly Spender[],
  why: (agent: string, tier: string | undefined) => Why | null,
  task: TaskId | null,
): MoneyGap[] {
  const gaps = new Map<string, MoneyGap>();
  for (const { agent, tier } of spenders) {
    const found = gaps.has(agent) ? null : why(agent, tier);
    if (found) gaps.set(agent, { task, ...found });
  }
  return [...gaps.values()];
}

const RATES = "price: { input: 3, output: 15 } with your US dollars per million tokens";

function whyUnpriced(
  config: Config,
  name: string,
  tier: string | undefined,
  rateOf: (model: string) => Rate,
): Why | null {
  const agent = config.agents[name];
  if (!agent) return null; // told elsewhere
  const tells = tellsOf(agent.adapter);
  if (tells === "dollars" && !config.gateway) return null;
  if (tells === "nothing" && !config.gateway) {
    const what = `a budget in dollars cannot be kept: agent ${quote(name)} does not tell what it spends`;
    return { what, hint: "write gateway: on in reeve.yaml, or a budget in minutes instead", isKept: false };
  }
  if (agent.price) return null;
  const models = modelsOf(agent, tier);
  if (models.length === 0 && tells !== "dollars") {
    const what = `a budget in dollars cannot be kept: which model agent ${quote(name)} uses is not known, nor its price`;
    const hint = `name its models under agents.${name}.tiers, or write ${RATES} under agents.${name}`;
    return { what, hint, isKept: false };
  }
  return byModels(name, models, tells === "dollars", rateOf);
}

/** The worst of them: one without any price, then one that is only estimated. */
function byModels(
  name: string,
  models: readonly string[],
  tells: boolean,
  rateOf: (model: string) => Rate,
): Why | null {
  const hint = `write ${RATES} under agents.${name} in reeve.yaml`;
  const unknown = models.find((model) => rateOf(model) === null);
  if (unknown !== undefined) {
    const which = `no price is known for model ${quote(unknown)} of agent ${quote(name)}`;
    if (!tells) return { what: `a budget in dollars cannot be kept: ${which}`, hint, isKept: false };
    return {
      what: `${which}; an attempt whose first answer shows no model with a price is stopped`,
      hint,
      isKept: true,
    };
  }
  for (const model of models) {
    const rate = rateOf(model);
    if (rate?.by !== "relative") continue;
    const what = `model ${quote(model)} of agent ${quote(name)} is not on the price list; its cost is estimated by ${rate.like}`;
    return { what, hint, isKept: true };
  }
  return null;
}

/** Its tier's, and those above it that a retry may get. */
function modelsOf({ tiers }: AgentConfig, tier: string | undefined): readonly string[] {
  const from = tiers.findIndex(({ name }) => name === tier);
  return tiers.slice(Math.max(0, from)).map(({ model }) => model);
}
