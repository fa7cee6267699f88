import { describe, expect, it } from "vitest";
import { parseConfig } from "../config/parse-config.ts";
import { moneyGaps, type Rate } from "./money-gaps.ts";
import { parsePlan } from "./parse-plan.ts";

const rateOf = (model: string): Rate => {
  if (model.startsWith("known")) return { by: "list" };
  return model.startsWith("like") ? { by: "relative", like: "known-1" } : null;
};

/** An agent of an adapter that tells tokens: there is none among those that can be written here yet. */
function gaps(config: string, plan: string, adapter = "tokens"): string[] {
  const checked = parseConfig(config, "reeve.yaml");
  if (!checked.ok) throw new Error(JSON.stringify(checked.mistakes));
  const agents = Object.fromEntries(
    Object.entries(checked.value.agents).map(([name, agent]) => [name, { ...agent, adapter }]),
  );
  const { value } = checked;
  const parsed = parsePlan(plan, "plan.yaml", value);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.mistakes));
  return moneyGaps({ ...value, agents }, parsed.value.tasks, rateOf).map(
    ({ task, what, isKept }) => `${task}: ${what}${isKept ? " (kept)" : ""}`,
  );
}

const PLAN = "tasks: [{ id: a, prompt: p }, { id: b, prompt: p }]";
const BUDGETED = "tasks: [{ id: a, prompt: p, budget: { usd: 2 } }, { id: b, prompt: p }]";
const agent = (more: string, top = ""): string =>
  `agents: { coder: { adapter: command, command: c, ${more} } }\n${top}`;
const NO_MODEL = 'a budget in dollars cannot be kept: which model agent "coder" uses is not known, nor its price';
const NO_PRICE = 'a budget in dollars cannot be kept: no price is known for model "odd" of agent "coder"';
const UNCOUNTED = 'a budget in dollars cannot be kept: agent "coder" does not tell what it spends';

describe("a budget in dollars", () => {
  it("needs a price for the models an agent may get", () => {
    expect(gaps(agent("tiers: { low: known-1 }", "budgets: { usd: 5 }"), BUDGETED)).toEqual([]);
    expect(gaps(agent("tiers: { low: odd }", "budgets: { usd: 5 }"), PLAN)).toEqual([`null: ${NO_PRICE}`]);
    expect(gaps(agent("tiers: { low: known-1, high: odd }"), BUDGETED)).toEqual([`a: ${NO_PRICE}`]);
    expect(gaps(agent(""), BUDGETED)).toEqual([`a: ${NO_MODEL}`]);
  });

  it("does not ask about tiers below the task's own", () => {
    const plan = "tasks: [{ id: a, prompt: p, tier: high, budget: { usd: 2 } }]";
    expect(gaps(agent("tiers: { low: odd, high: known-1 }"), plan)).toEqual([]);
  });

  it("can be kept by an estimate, which is only warned of", () => {
    const like = 'model "like-9" of agent "coder" is not on the price list; its cost is estimated by known-1';
    expect(gaps(agent("tiers: { low: like-9 }"), BUDGETED)).toEqual([`a: ${like} (kept)`]);
    expect(gaps(agent("tiers: { low: like-9, high: odd }"), BUDGETED)).toEqual([`a: ${NO_PRICE}`]);
  });

  it("of an agent that tells dollars is warned of where the gateway counts while it is spent", () => {
    expect(gaps(agent("tiers: { low: like-9 }"), BUDGETED, "claude")).toEqual([]);
    expect(gaps(agent("tiers: { low: like-9 }", "gateway: on"), BUDGETED, "claude")).toHaveLength(1);
    const stopped = "an attempt whose first answer shows no model with a price is stopped";
    expect(gaps(agent("tiers: { low: odd }", "gateway: on"), BUDGETED, "claude")).toEqual([
      `a: no price is known for model "odd" of agent "coder"; ${stopped} (kept)`,
    ]);
    expect(gaps(agent("", "gateway: on"), BUDGETED, "claude")).toEqual([]);
  });

  it("is fine with a price of the person's own", () => {
    expect(gaps(agent("price: { input: 3, output: 15 }", "budgets: { usd: 5 }"), BUDGETED)).toEqual([]);
  });

  it("is fine where the agent tells dollars itself", () => {
    for (const adapter of ["scripted", "claude", "opencode", "acp"])
      expect(gaps(agent("", "budgets: { usd: 5 }"), BUDGETED, adapter)).toEqual([]);
  });

  it("cannot be kept for an agent that tells nothing, unless the gateway counts", () => {
    const price = "price: { input: 3, output: 15 }";
    expect(gaps(agent(price), BUDGETED, "command")).toEqual([`a: ${UNCOUNTED}`]);
    expect(gaps(agent(price, "gateway: on"), BUDGETED, "command")).toEqual([]);
    expect(gaps(agent("", "gateway: on"), BUDGETED, "command")).toEqual([`a: ${NO_MODEL}`]);
  });

  it("of the run concerns advisors too", () => {
    const config = `agents:
  coder: { adapter: command, command: c, price: { input: 1, output: 1 } }
  thinker: { adapter: command, command: c, tiers: { high: odd } }
default_agent: coder
budgets: { usd: 5 }
advisors: { debugger: { agent: thinker } }`;
    expect(gaps(config, PLAN)).toEqual([`null: ${NO_PRICE.replace("coder", "thinker")}`]);
  });

  it("that nobody set asks for nothing", () => {
    expect(gaps(agent("tiers: { low: odd }", "budgets: { minutes: 5, tokens: 5 }"), PLAN)).toEqual([]);
  });
});
