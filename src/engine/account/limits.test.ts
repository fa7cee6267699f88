import { describe, expect, it } from "vitest";
import { given } from "../../testing/given.ts";
import { done } from "../../testing/outcomes.ts";

describe("limits", () => {
  it("an attempt over its minutes is stopped and counts as a time-out", () => {
    const run = given({ tasks: [{ id: "a", budget: { minutes: 5 } }] }).quietly();
    expect(run.pass(5 * 60_000).names()).toEqual(["attempt_stopping:a.1"]);
    expect(run.ends("a.1", { type: "stopped" }).then()[0]).toMatchObject({
      outcome: { failure: { class: "timeout" } },
    });
    expect(run.task("a").attempt).toBe("a.2");
  });

  it("what finished before the stop reached it is accepted", () => {
    const run = given({ tasks: [{ id: "a", budget: { minutes: 5 } }] })
      .pass(5 * 60_000)
      .quietly();
    expect(run.ends("a.1", done("a")).names()).toContain("task_done:a");
  });

  it("sleeping is not working: after a jump of the clock nobody is late", () => {
    const run = given({ tasks: [{ id: "a", budget: { minutes: 5 } }] }).quietly();
    run.at += 8 * 3_600_000;
    run.when({ type: "clock_jumped", byMs: 8 * 3_600_000 });
    expect(run.pass(4 * 60_000).names()).toEqual(["clock_jumped"]);
    expect(run.pass(60_000).names()).toEqual(["attempt_stopping:a.1"]);
  });

  it("a task over its tokens is stopped while it burns, and a person is asked", () => {
    const run = given({ tasks: [{ id: "a", budget: { tokens: 100 } }] })
      .up("a.1")
      .quietly();
    run.when({ type: "attempt_progressed", attempt: "a.1", usage: { tokens: 101 }, activity: null, session: null });
    expect(run.names()).toEqual(["attempt_progressed:a.1", "attempt_stopping:a.1"]);
    expect(run.ends("a.1", { type: "stopped" }, 101).then().at(-1)).toMatchObject({ type: "question_asked" });
  });

  it("what an attempt tells only at its end counts too; the run goes on when the budget was raised", () => {
    const run = given({ tasks: ["a", "b"], settings: { maxParallel: 1, budgets: { tokens: 100 } } })
      .up("a.1")
      .quietly();
    expect(run.ends("a.1", done("a"), 101).names()).toContain("run_stopping");
    expect(run.state.run.phase).toBe("halted");
    const opened = { type: "run_opened", host: "here", bootId: "boot", pid: 2, version: "0", adopted: [] } as const;
    const { settings } = run.state;
    run.when({ ...opened, settings });
    expect(run.state.run.phase).toBe("halted");
    run.quietly().when({ ...opened, settings: { ...settings, budgets: { tokens: 200 } } });
    expect(run.names()).toContain("attempt_started:b.1");
  });

  it("a run that is over its budget with nothing left to do has ended, not halted", () => {
    const run = given({ tasks: ["a"], settings: { budgets: { tokens: 100 } } }).up("a.1");
    expect(run.ends("a.1", done("a"), 101).state.run).toMatchObject({ phase: "ended", verdict: "done" });
  });

  it("a run over its budget is halted, its agents stopped", () => {
    const run = given({ tasks: ["a", "b"], settings: { budgets: { usd: 1 } } })
      .up("a.1")
      .up("b.1")
      .quietly();
    run.when({
      type: "attempt_progressed",
      attempt: "a.1",
      usage: { tokens: 1, usd: 2 },
      activity: null,
      session: null,
    });
    expect(run.names()).toEqual([
      "attempt_progressed:a.1",
      "run_stopping",
      "attempt_stopping:a.1",
      "attempt_stopping:b.1",
    ]);
    run.ends("a.1", { type: "stopped" }).ends("b.1", { type: "stopped" });
    expect(run.state.run.phase).toBe("halted");
  });

  it("a run over its minutes is halted; time in which nobody worked on it does not count", () => {
    const run = given({ tasks: ["a", "b"], settings: { budgets: { minutes: 10 } } })
      .pass(4 * 60_000)
      .when({ type: "stop" })
      .ends("a.1", { type: "stopped" })
      .ends("b.1", { type: "stopped" });
    run.pass(24 * 3_600_000);
    const { settings } = run.state;
    run.when({ type: "run_opened", host: "here", bootId: "boot", pid: 2, version: "0", adopted: [], settings });
    expect(run.pass(5 * 60_000).state.run.phase).toBe("working");
    expect(run.quietly().pass(60_000).then()[0]).toMatchObject({
      type: "run_stopping",
      because: { rule: "budget_exceeded", facts: { limit: "10 minutes" } },
    });
  });

  it("reports its usage as a total, so that a report that comes twice counts once", () => {
    const run = given({ tasks: ["a"] }).up("a.1");
    const report = {
      type: "attempt_progressed",
      attempt: "a.1",
      usage: { tokens: 40, usd: 0.5 },
      activity: null,
      session: null,
    } as const;
    run.when(report).when(report).ends("a.1", done("a"), 50);
    expect(run.state.spending.usage.tokens).toBe(50);
  });

  it("what was spent stays counted when the attempt is lost", () => {
    const run = given({ tasks: ["a"] }).up("a.1");
    const usage = { tokens: 40, usd: 0.5 };
    run.when({ type: "attempt_progressed", attempt: "a.1", usage, activity: null, session: null });
    run.ends("a.1", { type: "lost", evidence: [] });
    expect(run.state.spending.usage).toEqual(usage);
  });
});
