import { expect, test } from "vitest";
import { parseConfig } from "../config/parse-config.ts";
import { describePlan } from "./describe-plan.ts";
import { parsePlan } from "./parse-plan.ts";

function facts(text: string) {
  const config = parseConfig(
    "agents: { x: { adapter: command, command: x }, y: { adapter: command, command: y } }\ndefault_agent: x",
    "r",
  );
  if (!config.ok) throw new Error("config");
  const plan = parsePlan(text, "plan.yaml", config.value);
  if (!plan.ok) throw new Error(JSON.stringify(plan.mistakes));
  return describePlan(plan.value);
}

test("the facts of a plan: how much, how long, how wide, by whom", () => {
  const diamond = facts(`gangs: { g: { strategy: one_for_all } }
tasks:
  - { id: end, prompt: p, depends_on: [left, right] }
  - { id: start, prompt: p }
  - { id: left, prompt: p, depends_on: [start], gang: g }
  - { id: right, prompt: p, depends_on: [start], agent: y }
  - { id: middle, prompt: p, depends_on: [start] }
  - { id: last, prompt: p, depends_on: [end, start] }
`);
  expect(diamond).toEqual({
    tasks: 6,
    gangs: 1,
    ready: 1,
    longestChain: ["start", "left", "end", "last"],
    widest: 3,
    agents: { x: 5, y: 1 },
  });
});

test("a single task is a chain of one", () => {
  expect(facts("tasks: [{ id: a, prompt: p }]")).toMatchObject({ longestChain: ["a"], widest: 1, ready: 1 });
});
