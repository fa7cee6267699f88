/** A task that a person adds to a run by hand: worked like any other, and refused where it cannot be. */
import { describe, expect, it } from "vitest";
import type { TaskSpec } from "../../domain/spec/plan.ts";
import { given } from "../../testing/given.ts";
import { done } from "../../testing/outcomes.ts";

const fresh = (id: string, more: Partial<TaskSpec> = {}): TaskSpec => ({
  ...{ id, title: id, prompt: `Do ${id}.`, role: "worker", dependsOn: [], files: [], agent: "agent", gates: [] },
  ...{ commitments: [], acceptance: [], budget: {}, priority: 0, tags: [], ...more },
});

describe("a task added by hand", () => {
  it("is worked like any other, needs nobody's approval and is not counted as growth", () => {
    const run = given({ tasks: ["a"] }).quietly();
    run.when({ type: "add", task: fresh("mine") });
    expect(run.answer).toEqual({ type: "added", task: "mine" });
    expect(run.names()).toEqual(["plan_changed", "attempt_started:mine.1"]);
    expect(run.state.replans.added).toBe(0);
  });

  it("brings a run back that had ended", () => {
    const run = given({ tasks: ["a"] }).ends("a.1", done("a"));
    expect(run.state.run.phase).toBe("ended");
    run.when({ type: "add", task: fresh("mine", { dependsOn: ["a"] }) });
    expect(run.state.run).toMatchObject({ phase: "working", verdict: null });
    expect(run.task("mine").attempt).toBe("mine.1");
    expect(run.ends("mine.1", done("mine")).state.run).toMatchObject({ phase: "ended", verdict: "done" });
  });

  it.each([
    [fresh("a"), "task a is already in the plan"],
    [fresh("A"), "the ids A and a differ only in case"],
    [fresh("../x"), '"../x" cannot be the id of a task'],
    [fresh("n", { dependsOn: ["nobody"] }), "task n depends on nobody, which is not in the run"],
    [fresh("n", { dependsOn: ["n"] }), "these tasks wait for each other: n → n"],
    [fresh("n", { files: ["/etc/passwd"] }), "the file /etc/passwd of task n is not inside the project"],
    [fresh("n", { tier: "high" }), "agent agent of task n has no tier high"],
  ])("is refused where it cannot be: %j", (task, problem) => {
    const run = given({ tasks: ["a"] }).quietly();
    run.when({ type: "add", task });
    expect(run.answer).toMatchObject({ type: "refused", refusal: { what: "unfit_task" } });
    expect(JSON.stringify(run.answer)).toContain(JSON.stringify(problem).slice(1, -1));
    expect(run.names()).toEqual([]);
  });
});
