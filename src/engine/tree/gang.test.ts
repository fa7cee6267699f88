import { describe, expect, it } from "vitest";
import type { GangSpec } from "../../domain/spec/plan.ts";
import { given, type Scenario } from "../../testing/given.ts";
import { blocked, CRASH, done } from "../../testing/outcomes.ts";

function gang(strategy: GangSpec["strategy"], more: Partial<GangSpec> = {}): Scenario {
  const tasks = ["a", "b", "c"].map((id) => ({ id, gang: "g" }));
  const run = given({ tasks, gangs: { g: { strategy, ...more } } });
  return run.up("a.1").up("b.1").up("c.1").quietly();
}

describe("a gang with rest_for_one", () => {
  it("restarts the one that crashed and those started after it, in order; earlier ones go on", () => {
    const run = gang("rest_for_one");
    expect(run.ends("b.1", CRASH).names()).toEqual([
      "attempt_ended:b.1",
      "task_requeued:b",
      "restart_scheduled:b",
      "attempt_stopping:c.1",
    ]);
    expect(run.ends("c.1", { type: "stopped" }).names()).toEqual([
      "attempt_ended:c.1",
      "task_requeued:c",
      "attempt_started:b.2",
      "attempt_started:c.2",
    ]);
    expect(run.task("a")).toMatchObject({ status: "working", attempt: "a.1" });
  });
});

describe("a gang with one_for_all", () => {
  it("restarts all of them, stopping in reverse order, and voids what finished meanwhile", () => {
    const run = gang("one_for_all");
    expect(run.ends("b.1", CRASH).names().at(-1)).toBe("attempt_stopping:c.1");
    expect(run.ends("c.1", done("c")).names()).toEqual([
      "attempt_ended:c.1",
      "task_requeued:c",
      "attempt_stopping:a.1",
    ]);
    expect(run.ends("a.1", { type: "stopped" }).names()).toEqual([
      "attempt_ended:a.1",
      "task_requeued:a",
      "attempt_started:a.2",
      "attempt_started:b.2",
      "attempt_started:c.2",
    ]);
  });

  it("leaves alone what was accepted as done before", () => {
    const run = gang("one_for_all").ends("a.1", done("a")).ends("c.1", CRASH).quietly();
    run.ends("b.1", { type: "stopped" });
    expect(run.names()).toEqual(["attempt_ended:b.1", "task_requeued:b", "attempt_started:b.2", "attempt_started:c.2"]);
    expect(run.task("a").status).toBe("done");
  });

  it("that gives up asks one question for all of them, and one answer starts them all", () => {
    const run = gang("one_for_all", { intensity: 0, withinS: 60 });
    const asked = run
      .ends("a.1", CRASH)
      .then()
      .find((event) => event.type === "question_asked");
    expect(asked).toMatchObject({ question: { tasks: ["a", "b", "c"] } });
    run.ends("c.1", { type: "stopped" }).ends("b.1", { type: "stopped" }).quietly();
    run.when({ type: "answer", question: "q1", text: "try again" });
    expect(run.names().filter((name) => name.startsWith("attempt_started"))).toEqual([
      "attempt_started:a.2",
      "attempt_started:b.2",
      "attempt_started:c.2",
    ]);
  });

  it("that was answered before its last agent ended starts when that one is gone", () => {
    const run = gang("one_for_all", { intensity: 0, withinS: 60 }).ends("a.1", CRASH).quietly();
    run.when({ type: "answer", question: "q1", text: "try again" });
    expect(run.names().some((name) => name.startsWith("attempt_started"))).toBe(false);
    run.ends("c.1", { type: "stopped" }).ends("b.1", { type: "stopped" });
    expect(
      run
        .names()
        .filter((name) => name.startsWith("attempt_started"))
        .sort(),
    ).toEqual(["attempt_started:a.2", "attempt_started:b.2", "attempt_started:c.2"]);
  });
});

describe("a gang with one_for_one", () => {
  it("restarts only the one that crashed", () => {
    const run = gang("one_for_one");
    expect(run.ends("b.1", CRASH).names()).toEqual([
      "attempt_ended:b.1",
      "task_requeued:b",
      "restart_scheduled:b",
      "attempt_started:b.2",
    ]);
  });

  it("lets a blocked member ask while the others go on", () => {
    const run = gang("one_for_one").ends("b.1", blocked("b")).ends("a.1", CRASH);
    expect(run.task("b").status).toBe("waiting_for_input");
    expect(run.task("a").attempt).toBe("a.2");
  });

  it("starts a lost member again in its old place", () => {
    const run = gang("one_for_one");
    expect(run.ends("a.1", { type: "lost", evidence: [] }).names()).toEqual([
      "attempt_ended:a.1",
      "task_requeued:a",
      "attempt_started:a.2",
    ]);
  });
});
