import { describe, expect, it } from "vitest";
import type { Response, ViolationRule } from "../../domain/spec/violation-rule.ts";
import { given, type Scenario } from "../../testing/given.ts";
import { done } from "../../testing/outcomes.ts";
import { keepRules } from "./rules.ts";

function rule(response: Response): ViolationRule {
  return { name: "no-push", on: "commands", of: ["git push"], most: 0, response };
}

function run(response: Response): Scenario {
  return given({ tasks: ["a"], settings: { violations: [rule(response)], rulesHash: "h1" } })
    .up("a.1")
    .quietly();
}

function breaks(scenario: Scenario, times = 1): Scenario {
  return scenario.when({ type: "violation_found", attempts: ["a.1"], rule: "no-push", what: ["ran git push"], times });
}

describe("a broken rule", () => {
  it.each(["log", "notify"] as const)("with %s stops nobody", (response) => {
    const scenario = breaks(run(response));
    expect(scenario.names()).toEqual(["violation_seen"]);
    expect(scenario.state.violations).toMatchObject([{ rule: "no-push", attempts: ["a.1"], response }]);
  });

  it("with warn tells the agent once, now and in its next prompt", () => {
    const scenario = breaks(run("warn"));
    expect(scenario.then().find(({ type }) => type === "task_told")).toMatchObject({
      task: "a",
      to: "a.1",
      text: expect.stringContaining("rule no-push): ran git push"),
    });
    expect(breaks(scenario, 10).names()).not.toContain("task_told");
    expect(scenario.state.violations).toHaveLength(1);
  });

  it.each([
    ["pause", "keep"],
    ["reap", "discard"],
  ] as const)(
    "with %s ends the agent once, asks a person, and its work is to %s, also where it says it is done",
    (response, changeset) => {
      const scenario = breaks(run(response));
      expect(scenario.names()).toContain("attempt_stopping:a.1");
      scenario.quietly();
      expect(breaks(scenario, 10).names()).toEqual(["violation_seen"]);
      scenario.quietly().ends("a.1", done("a"));
      const [ended] = scenario.everything.filter((event) => event.type === "attempt_ended");
      expect(ended).toMatchObject({ outcome: { type: "failed", failure: { class: "violation" } }, changeset });
      expect(scenario.task("a").status).toBe("waiting_for_input");
    },
  );

  it("by an agent that the rule is not for, or that has ended, is only written down", () => {
    const scenario = run("reap").ends("a.1", done("a")).quietly();
    expect(breaks(scenario).names()).toEqual(["violation_seen"]);
    expect(scenario.task("a").status).toBe("done");
  });
});

describe("the rules of a run", () => {
  it("are those it began with, whatever the file says when it is opened again", () => {
    const { state } = run("reap");
    const { violations: _gone, ...lax } = state.settings;
    expect(keepRules(state.settings, { ...lax, maxParallel: 9, rulesHash: "h2" })).toMatchObject({
      maxParallel: 9,
      violations: [rule("reap")],
      rulesHash: "h1",
    });
  });
});
