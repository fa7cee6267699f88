/** Every turn an agent's state may take, and none beside: all pairs are tried. */
import { describe, expect, test } from "vitest";
import {
  AGENT_STATES,
  type AgentEnd,
  type AgentLife,
  type AgentState,
  bornAgent,
  mayTurn,
  reapAgent,
  turnAgent,
} from "./agent-life.ts";

const WAITS = ["working", "waiting_for_input", "waiting_for_wakeup"];
const LEGAL: Readonly<Record<AgentState, readonly string[]>> = {
  working: [...WAITS.slice(1), "verifying", "done", "failed", "reaped"],
  waiting_for_input: ["working", "waiting_for_wakeup", "verifying", "done", "failed", "reaped"],
  waiting_for_wakeup: ["working", "waiting_for_input", "verifying", "done", "failed", "reaped"],
  verifying: ["done", "failed", "reaped"],
  done: ["reaped"],
  failed: ["reaped"],
  reaped: [],
};
const PAIRS = AGENT_STATES.flatMap((from) => AGENT_STATES.map((to) => [from, to] as const));
const ENDS: readonly AgentEnd[] = ["done", "restart", "escalate", "stopped"];

function agent(state: AgentState): AgentLife {
  return { attempt: "a.1", state, since: 1 };
}

test.each(PAIRS.filter(([, to]) => to !== "reaped"))("from %s to %s", (from, to) => {
  if (to === "reaped") return;
  expect(mayTurn(from, to)).toBe(LEGAL[from].includes(to));
  const turn = () => turnAgent(agent(from), to, 2);
  if (from === to) expect(turn()).toEqual(agent(from));
  else if (LEGAL[from].includes(to)) expect(turn()).toEqual({ attempt: "a.1", state: to, since: 2 });
  else expect(turn).toThrow(`cannot go from ${from} to ${to}`);
});

test.each(AGENT_STATES.flatMap((from) => ENDS.map((end) => [from, end] as const)))(
  "reaped from %s with %s",
  (from, end) => {
    const isLegal = from === "done" ? end === "done" : from !== "reaped" && end !== "done";
    const reap = () => reapAgent(agent(from), end, 2);
    if (isLegal) expect(reap()).toEqual({ attempt: "a.1", state: "reaped", since: 2, end });
    else expect(reap).toThrow(`cannot be reaped from ${from}`);
  },
);

describe("the next agent of the same work", () => {
  test.each(AGENT_STATES)("after one that is %s", (state) => {
    const born = () => bornAgent(agent(state), "a.2", "working", 3);
    if (state === "reaped") expect(born()).toEqual({ attempt: "a.2", state: "working", since: 3 });
    else expect(born).toThrow(`a.2 begins while a.1 is ${state}`);
  });

  test("the first one follows none", () => {
    expect(bornAgent(undefined, "a.1", "waiting_for_wakeup", 1).state).toBe("waiting_for_wakeup");
  });
});
