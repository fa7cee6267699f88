/**
 * Budgets in dollars that could not be kept, because nobody can tell what an agent they concern will have spent: nothing
 * counts it, or its tokens have no price. Such a budget would be a promise without anything behind it. Pure; whether a
 * model has a price is asked.
 */
import { tellsOf } from "../config/adapter-costs.ts";
import { quote } from "../config/mistakes/mistake.ts";
import type { AgentConfig, Config } from "../domain/spec/config.ts";
import type { TaskId, TaskSpec } from "../domain/spec/plan.ts";

export interface MoneyGap {
  /** Null: the budget of the run, in reeve.yaml. */
  readonly task: TaskId | null;
  readonly what: string;
  readonly hint: string;
}

type BudgetedTask = Pick<TaskSpec, "id" | "agent" | "tier" | "budget">;

/** At most one per budget and agent. */
export function moneyGaps(
  config: Config,
  tasks: readonly BudgetedTask[],
  isPriced: (model: string) => boolean,
): readonly MoneyGap[] {
  const why = (agent: string, tier: string | undefined): Why | null => whyUnpriced(config, agent, tier, isPriced);
  const ofRun = config.budgets.usd === undefined ? [] : firstPerAgent(spendersOf(config, tasks), why, null);
  const ofTasks = tasks
    .filter(({ budget }) => budget.usd !== undefined)
    .flatMap((task) => firstPerAgent([task], why, task.id));
  return [...ofRun, ...ofTasks];
}

interface Why {
  readonly what: string;
  readonly hint: string;
}

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
  isPriced: (model: string) => boolean,
): Why | null {
  const agent = config.agents[name];
  if (!agent) return null; // told elsewhere
  const tells = tellsOf(agent.adapter);
  if (tells === "dollars") return null;
  if (tells === "nothing" && !config.gateway) {
    const what = `a budget in dollars cannot be kept: agent ${quote(name)} does not tell what it spends`;
    return { what, hint: "write gateway: on in reeve.yaml, or a budget in minutes instead" };
  }
  if (agent.price) return null;
  const models = modelsOf(agent, tier);
  if (models.length === 0) {
    const what = `a budget in dollars cannot be kept: which model agent ${quote(name)} uses is not known, nor its price`;
    return { what, hint: `name its models under agents.${name}.tiers, or write ${RATES} under agents.${name}` };
  }
  const unknown = models.find((model) => !isPriced(model));
  if (unknown === undefined) return null;
  const what = `a budget in dollars cannot be kept: no price is known for model ${quote(unknown)} of agent ${quote(name)}`;
  return { what, hint: `write ${RATES} under agents.${name} in reeve.yaml` };
}

/** Its tier's, and those above it that a retry may get. */
function modelsOf({ tiers }: AgentConfig, tier: string | undefined): readonly string[] {
  const from = tiers.findIndex(({ name }) => name === tier);
  return tiers.slice(Math.max(0, from)).map(({ model }) => model);
}
