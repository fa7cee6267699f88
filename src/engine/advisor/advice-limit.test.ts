import { describe, expect, it } from "vitest";
import { advisors, agents, asked, countOf, HOUR_MS, says, UNKNOWN } from "../../testing/advised-run.ts";
import { given } from "../../testing/given.ts";

describe("advisors are asked", () => {
  const many = Array.from({ length: 6 }, (_, index) => `t${index}`);
  const calls = (limits: object) => ({ advisorCalls: { perLineage: 9, perCause: 9, perHour: 9, ...limits } });

  it.each([
    ["by one cause, whichever task meets it", { perCause: 2 }],
    ["within an hour", { perHour: 2 }],
  ])("at most so often %s; then it goes on without", (_, limits) => {
    const run = given({ tasks: many, settings: { agents, advisors }, policies: calls(limits) });
    for (const id of many) run.ends(`${id}.1`, UNKNOWN);
    expect(countOf(run, "advice_asked")).toBe(2);
    expect(asked(run)).toHaveLength(4);
  });

  it("again after that hour", () => {
    const run = given({ tasks: many, settings: { agents, advisors }, policies: calls({ perHour: 1 }) });
    run.ends("t0.1", UNKNOWN).ends("t1.1", UNKNOWN);
    expect(countOf(run, "advice_asked")).toBe(1);
    run.at += HOUR_MS;
    expect(countOf(run.ends("t2.1", UNKNOWN), "advice_asked")).toBe(2);
  });

  it("at most so often about one lineage, until a person speaks", () => {
    const run = given({ tasks: ["a"], settings: { agents, advisors }, policies: calls({ perLineage: 1 }) });
    run.ends("a.1", UNKNOWN).ends("@supervisor-1.1", says({ task_id: "a", action: "retry", reason: "again" }));
    run.ends("a.2", UNKNOWN);
    expect(countOf(run, "advice_asked")).toBe(1);
    run.when({ type: "answer", question: "q1", text: "it is mended" }).ends("a.3", UNKNOWN);
    expect(countOf(run, "advice_asked")).toBe(2);
  });
});
