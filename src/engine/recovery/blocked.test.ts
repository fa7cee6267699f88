import { describe, expect, it } from "vitest";
import { given } from "../../testing/given.ts";
import { blocked, done } from "../../testing/outcomes.ts";

describe("a blocked task", () => {
  it("asks a person at once where the specification is ambiguous, in the agent's own words", () => {
    const run = given({ tasks: ["a"] }).ends("a.1", blocked("a"));
    expect([...run.state.questions.open.values()]).toMatchObject([{ tasks: ["a"], text: "which way?" }]);
  });

  it("waits for the task it names as missing, at no cost", () => {
    const missing = { blocked_reason: "missing_dependency", uncertain_about: "It needs what `b` makes." } as const;
    const run = given({ tasks: ["a", "b"] }).ends("a.1", blocked("a", missing));
    expect(run.task("a")).toMatchObject({ status: "waiting", addedDependsOn: ["b"], counts: { retries: 0 } });
    run.quietly().ends("b.1", done("b"));
    expect(run.names()).toContain("attempt_started:a.2");
  });

  it("waits for the task that makes the module it names, and takes no number for a task", () => {
    const said = "There are 2 tables and no models.reservation.";
    const missing = { blocked_reason: "missing_dependency", uncertain_about: said } as const;
    const tasks = ["1", "2", { id: "4", files: ["src/backend/models/reservation.py"], dependsOn: ["2"] }];
    const run = given({ tasks }).ends("1.1", blocked("1", missing));
    expect(run.task("1")).toMatchObject({ status: "waiting", addedDependsOn: ["4"] });
  });

  it("goes to a person where nobody in the plan makes it, and never counts as failed", () => {
    const missing = { blocked_reason: "missing_dependency", uncertain_about: "There is no database." } as const;
    const run = given({ tasks: ["a", "b"] }).ends("a.1", blocked("a", missing));
    expect(run.task("a").status).toBe("waiting_for_input");
    expect(run.state.patterns.failures).toEqual([]);
  });
});
