import { describe, expect, it } from "vitest";
import type { Outcome } from "../../domain/work/outcome.ts";
import { advisors, agents, countOf } from "../../testing/advised-run.ts";
import { given, type Scenario } from "../../testing/given.ts";
import { done, gate } from "../../testing/outcomes.ts";

const settings = { agents, advisors: { debugger: advisors.debugger } };

function suspects(upstream: string | null): Outcome {
  const answer = {
    failure_classification: "test_failure",
    root_cause: "what it imports is not there",
    root_cause_location: null,
    fix: { description: "wait for it", changes: [] },
    out_of_scope: [],
    upstream_dependency: upstream,
    confidence: "high",
    confidence_reason: "",
  } as const;
  return { type: "advised", role: "debugger", answer };
}

function failsGates(run: Scenario, attempt: string): Scenario {
  return run.ends(attempt, done(attempt.slice(0, 1))).verified(attempt, gate("quality", "failed", "the check failed"));
}

describe("a debugger that names the task whose work is missing", () => {
  const tasks = ["3", { id: "4", dependsOn: ["2"] }, "2"];

  it("has the task wait for that one, and the retry is not counted", () => {
    const run = given({ tasks, isolated: true, settings });
    failsGates(run, "3.1").ends("@debugger-1.1", suspects("4"));
    expect(run.task("3")).toMatchObject({ status: "waiting", addedDependsOn: ["4"], counts: { retries: 0 } });
    for (const id of ["2", "4"]) run.ends(`${id}.1`, done(id)).verified(`${id}.1`).integrated(`${id}.1`);
    expect(run.task("3").attempt).toBe("3.2");
  });

  it("has one that is done by now brought in; one that was there is reopened if the retry fails too", () => {
    const run = given({ tasks: [tasks[0] ?? "3", "4"], isolated: true, settings });
    run.ends("4.1", done("4")).verified("4.1").integrated("4.1");
    failsGates(run, "3.1").ends("@debugger-1.1", suspects("4"));
    expect(run.task("3")).toMatchObject({ attempt: "3.2", addedDependsOn: ["4"], counts: { retries: 0 } });
    failsGates(run, "3.2").ends("@debugger-2.1", suspects("4"));
    expect(countOf(run, "task_reopened")).toBe(0);
    failsGates(run, "3.3");
    expect(countOf(run, "task_reopened")).toBe(1);
  });

  it("is heeded only where that can be: nobody waits for itself, for nobody, or for one that waits for it", () => {
    for (const id of ["3", "9", "5", null]) {
      const run = given({ tasks: [...tasks, { id: "5", dependsOn: ["3"] }], isolated: true, settings });
      failsGates(run, "3.1").ends("@debugger-1.1", suspects(id));
      expect(run.task("3")).toMatchObject({ attempt: "3.2", addedDependsOn: [], counts: { retries: 1 } });
    }
  });
});
