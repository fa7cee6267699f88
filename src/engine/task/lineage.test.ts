import { describe, expect, it } from "vitest";
import type { Outcome } from "../../domain/work/outcome.ts";
import { advisors, agents, refusals, says, UNKNOWN } from "../../testing/advised-run.ts";
import { given } from "../../testing/given.ts";
import { done, failed } from "../../testing/outcomes.ts";

describe("a lineage", () => {
  const again = says({ task_id: "a", action: "retry", reason: "once more" });

  it("has its retries once, whoever orders them: a supervisor's are refused beyond them, and a person is asked", () => {
    const policies = { lineageRetries: 2 };
    const run = given({ tasks: ["a"], settings: { agents, advisors }, policies });
    run.ends("a.1", failed("lint_failure", "persistent")).ends("a.2", UNKNOWN).ends("@supervisor-1.1", again);
    run.ends("a.3", UNKNOWN).ends("@supervisor-2.1", again);
    expect(run.task("a")).toMatchObject({ attempts: 3, status: "waiting_for_input", counts: { retries: 2 } });
    expect(refusals(run)).toEqual(["a has no retry left; its lineage may have 2"]);
  });

  it("counts what its fix used up, and its fix what it used up", () => {
    const missing: Outcome = {
      type: "failed",
      failure: {
        class: "import_error",
        restart: "persistent",
        subject: "./store",
        message: "no ./store",
        evidence: [],
      },
    };
    const run = given({ tasks: ["a", "b"], policies: { lineageRetries: 2 } });
    run.ends("a.1", missing).ends("b.1", missing);
    expect([run.task("a").counts.retries, run.task("fix-1").attempt]).toEqual([1, "fix-1.1"]);
    run.ends("fix-1.1", failed("lint_failure", "persistent"));
    expect(run.task("fix-1").attempt).toBe("fix-1.2");
    run.ends("fix-1.2", done("fix-1")).ends("a.2", failed("lint_failure", "persistent"));
    expect(run.task("a")).toMatchObject({ status: "waiting_for_input", counts: { retries: 1 } });
  });

  it("goes on in those that stand for a task, and the change of the plan is one of its retries", () => {
    const planner = { agent: "agent", template: "{{diagnosis}}" };
    const settings = { agents, advisors: { ...advisors, planner } };
    const run = given({ tasks: ["a"], settings, policies: { lineageRetries: 2, replan: "auto" } });
    const tasks = ["x", "y"].map((id) => ({ id, prompt: `do ${id}`, replaces: "a" }));
    const empty = { removed_tasks: [], contract: null, cross_cutting_concerns: [], validation: [] };
    run.ends("a.1", failed("lint_failure", "persistent")).ends("a.2", UNKNOWN);
    run.ends("@supervisor-1.1", says({ task_id: "a", action: "replan", reason: "it is two things" }));
    run.ends("@planner-1.1", { type: "advised", role: "planner", answer: { tasks, ...empty } });
    expect(run.task("x")).toMatchObject({ origin: "a", counts: { retries: 2 } });
    run.ends("x.1", failed("lint_failure", "persistent")).ends("y.1", failed("lint_failure", "persistent"));
    expect([run.task("x").counts.retries, run.task("y").counts.retries]).toEqual([2, 1]);
    expect([run.task("x").attempt, run.task("y").attempt]).toEqual([null, null]);
  });
});

describe("tasks that nobody approved", () => {
  it("are added at most so many; then a supervisor's fix is refused", () => {
    const tasks = ["a", "b", "c"];
    const run = given({ tasks, settings: { agents, advisors }, policies: { addedTasks: 1 } });
    const fix = (id: string) => says({ task_id: id, action: "fix_root_cause", reason: "one cause" });
    run.ends("a.1", UNKNOWN).ends("@supervisor-1.1", fix("a"));
    run.ends("b.1", failed("unknown", "unknown", "something else")).ends("@supervisor-2.1", fix("b"));
    expect([...run.state.tasks.keys()]).toEqual(["a", "b", "c", "fix-1"]);
    expect(refusals(run)).toEqual(["the run may not grow any further without a person's word"]);
  });

  it("are one for all that one answer asks for", () => {
    const run = given({ tasks: ["a"], settings: { agents, advisors } }).ends("a.1", UNKNOWN);
    const fix = { task_id: "a", action: "fix_root_cause", reason: "one cause" } as const;
    run.ends("@supervisor-1.1", says(fix, fix, fix));
    expect([...run.state.tasks.keys()]).toEqual(["a", "fix-1"]);
  });
});
