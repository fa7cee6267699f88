import { describe, expect, it } from "vitest";
import type { Failure } from "../../domain/proof/failure.ts";
import type { Outcome } from "../../domain/work/outcome.ts";
import { given } from "../../testing/given.ts";
import { blocked, done, failed } from "../../testing/outcomes.ts";
import { orderOf } from "../attempt/react.ts";

function fails(failure: Partial<Failure> & Pick<Failure, "class">): Outcome {
  return { type: "failed", failure: { restart: "persistent", message: "it failed", evidence: ["a line"], ...failure } };
}

const tiers = [
  { name: "low", model: "small" },
  { name: "high", model: "large" },
];
const agents = { agent: { minutes: 60, parallel: 10, tiers } };

describe("a usage limit", () => {
  const limited = (retryAt: number) => fails({ class: "rate_limit", restart: "transient", retryAt });

  it("holds every task of its agent until the reset, costs nothing, and goes on by itself", () => {
    const run = given({ tasks: ["a", "b"], settings: { maxParallel: 1 } }).quietly();
    expect(run.ends("a.1", limited(run.at + 90_000)).names()).toEqual([
      "attempt_ended:a.1",
      "account_held",
      "task_requeued:a",
    ]);
    expect(run.task("a")).toMatchObject({ status: "ready", counts: { retries: 0, attemptsBefore: 1 } });
    expect(run.pass(89_999).names()).toEqual([]);
    expect(run.pass(1).names()).toEqual(["account_freed", "attempt_started:a.2", "account_paced"]);
  });

  it("does not hold tasks of another agent", () => {
    const other = { ...agents, other: { minutes: 60, parallel: 10, tiers: [] } };
    const tasks = ["a", { id: "b", agent: "other" }];
    const run = given({ tasks, settings: { agents: other, maxParallel: 1 } }).quietly();
    expect(
      run
        .ends("a.1", limited(run.at + 90_000))
        .names()
        .at(-1),
    ).toBe("attempt_started:b.1");
  });

  it("that was told twice holds until the later reset", () => {
    const run = given({ tasks: ["a", "b"] });
    run
      .ends("a.1", limited(run.at + 60_000))
      .ends("b.1", limited(run.at + 30_000))
      .quietly();
    expect(run.pass(59_999).names()).toEqual([]);
    expect(run.pass(1).names()[0]).toBe("account_freed");
  });

  it("is a failure like any other where that is switched off", () => {
    const off = given({ tasks: ["a"], policies: { holdAccounts: false } }).quietly();
    expect(off.ends("a.1", limited(off.at + 90_000)).names()).toContain("restart_scheduled:a");
  });

  it("survives a stop: the next Reeve waits for the same reset", () => {
    const run = given({ tasks: ["a"] });
    run.ends("a.1", limited(run.at + 90_000)).when({ type: "stop" });
    const { settings } = run.state;
    run.when({ type: "run_opened", host: "here", bootId: "boot", pid: 2, version: "0", adopted: [], settings });
    expect(run.quietly().pass(90_000).names()).toEqual(["account_freed", "attempt_started:a.2"]);
  });
});

describe("what is too much for a model", () => {
  it.each(["timeout", "context_overflow", "max_turns"] as const)(
    "gets the next tier after %s, then a person",
    (kind) => {
      const run = given({ tasks: ["a"], settings: { agents } });
      run.ends("a.1", fails({ class: kind })).quietly();
      expect(orderOf(run.state, "a.2").model).toBe("large");
      expect(run.ends("a.2", fails({ class: kind })).names()).toContain("question_asked");
    },
  );

  it("is restarted as before where there is no higher tier", () => {
    const run = given({ tasks: ["a"] }).quietly();
    expect(run.ends("a.1", failed("timeout", "transient")).names()).toContain("restart_scheduled:a");
  });
});

describe("a task that misses what another one makes", () => {
  const tasks = ["three", { id: "four", files: ["src/store.ts"] }, "five"];
  const missing = fails({ class: "import_error", subject: "./store" });

  it("waits for that one, however many miss it, and all end well: 4 first, then 3 and 5", () => {
    const run = given({ tasks, settings: { maxParallel: 3 } });
    run.ends("three.1", missing).ends("five.1", missing).quietly();
    expect(run.task("three")).toMatchObject({ status: "waiting", addedDependsOn: ["four"] });
    expect(run.task("three").because).toMatchObject({ rule: "needs_task", facts: { task: "four" } });
    expect(run.ends("four.1", done("four")).verified("four.1").names().slice(-2)).toEqual([
      "attempt_started:three.2",
      "attempt_started:five.2",
    ]);
    expect(orderOf(run.state, "three.2").prompt).toMatch(/four goes first/);
    run.ends("three.2", done("three")).ends("five.2", done("five"));
    expect(run.then().at(-1)).toMatchObject({ type: "run_ended", verdict: "done" });
  });

  it("does not wait for one that waits for it", () => {
    const run = given({ tasks: ["three", { id: "four", files: ["src/store.ts"], dependsOn: ["three"] }] }).quietly();
    expect(run.ends("three.1", missing).names()).toEqual([
      "attempt_ended:three.1",
      "task_requeued:three",
      "attempt_started:three.2",
    ]);
    expect(run.task("three").addedDependsOn).toEqual([]);
  });

  it("that is done already gets a try that knows; then that one is worked again first", () => {
    const run = given({
      tasks: [
        { id: "four", files: ["src/store.ts"] },
        { id: "three", dependsOn: ["four"] },
      ],
    });
    run.ends("four.1", done("four")).verified("four.1").ends("three.1", missing).quietly();
    expect(run.ends("three.2", missing).names()).toEqual([
      "attempt_ended:three.2",
      "task_reopened:four",
      "task_requeued:three",
      "attempt_started:four.2",
    ]);
    expect(orderOf(run.state, "four.2").prompt).toContain("./store");
    expect(run.task("three").status).toBe("waiting");
    run.quietly().ends("four.2", done("four")).verified("four.2");
    expect(run.names().at(-1)).toBe("attempt_started:three.3");
    expect(run.ends("three.3", missing).names()).toContain("question_asked");
  });

  it("finds who promised a table in the contract", () => {
    const entity = {
      name: "users",
      type: "database",
      path: "db",
      table: "app_users",
      keyFields: [],
      createdByTask: "four",
    } as const;
    const run = given({ tasks: ["three", "four"], contract: { entities: [entity], coreQueries: [] } });
    run.ends("three.1", fails({ class: "schema_mismatch", subject: "app_users" }));
    expect(run.task("three").addedDependsOn).toEqual(["four"]);
  });
});

describe("too many failures", () => {
  const many = Array.from({ length: 10 }, (_, i) => `t${i}`);
  const dead = failed("permission", "terminal");
  const policies = { brake: { same: 0, ofLast: 8, diskMb: 0, memoryMb: 0, violations: [] } };

  it("halt a run of ten or more when more than 30 % have failed", () => {
    const run = given({ tasks: many, policies });
    for (const id of many.slice(0, 3)) run.ends(`${id}.1`, dead);
    expect(run.state.run.phase).toBe("working");
    run.ends("t3.1", dead);
    expect(run.state.run).toMatchObject({
      phase: "stopping",
      because: { rule: "too_many_failed", facts: { failed: 4 } },
    });
  });

  it("do not count what is blocked; in a small plan it takes three, and somebody who is left", () => {
    const run = given({ tasks: many });
    for (const id of many.slice(0, 5)) run.ends(`${id}.1`, blocked(id));
    expect(run.state.run.phase).toBe("working");
    const small = given({ tasks: many.slice(0, 4), policies });
    for (const id of many.slice(0, 2)) small.ends(`${id}.1`, dead);
    expect(small.state.run.phase).toBe("working");
    expect(small.ends("t2.1", dead).state.run).toMatchObject({ phase: "stopping", because: { facts: { failed: 3 } } });
    const all = given({ tasks: many.slice(0, 3), policies });
    for (const id of many.slice(0, 3)) all.ends(`${id}.1`, dead);
    expect(all.state.run.phase).toBe("working");
  });
});
