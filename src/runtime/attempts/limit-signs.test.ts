import { expect, test } from "vitest";
import type { Input } from "../../engine/input.ts";
import { LimitSigns } from "./limit-signs.ts";

const NOW = Date.parse("2027-01-04T12:00:00Z");

function heard(...notices: readonly string[]): Input[] {
  const told: Input[] = [];
  const signs = new LimitSigns({
    agentOf: (attempt) => (attempt === "a.1" ? "coder" : undefined),
    now: () => NOW,
    zone: "UTC",
    report: (input) => told.push(input),
  });
  for (const text of notices) signs.notice("a.1", text);
  signs.notice("b.1", notices[0] ?? "");
  return told;
}

test("the first refusal that an agent tells of limits its account, with the time where one is said", () => {
  const said = "Its usage limit is reached and resets at 2027-01-04T15:00:00.000Z.";
  const until = Date.parse("2027-01-04T15:00:00Z");
  expect(heard(said, said)).toEqual([{ type: "account_limited", agents: ["coder"], until, said }]);
});

test("one that says no time is told without, and what is no limit is not told", () => {
  const text = "The model's API answered 429 (rate_limit); try 1 of 10 in 1.5 s.";
  expect(heard(text)).toEqual([{ type: "account_limited", agents: ["coder"], until: null, said: text }]);
  expect(heard("The model's API answered 500 (api_error); try 1 of 10 in 1.5 s.")).toEqual([]);
  expect(heard("The model's API did not answer (timeout); try 2 of 10 in 3.0 s.")).toEqual([]);
});
