import { describe, expect, it } from "vitest";
import type { Outcome } from "../../domain/work/outcome.ts";
import { type Given, given, type Scenario } from "../../testing/given.ts";
import { done, failed } from "../../testing/outcomes.ts";
import { orderOf } from "../attempt/react.ts";

/** As the classifier reads it from an agent's output. */
function missing(module: string): Outcome {
  const message = `Cannot find module '${module}'`;
  const failure = {
    class: "import_error",
    restart: "persistent",
    subject: module,
    message,
    evidence: [message],
  } as const;
  return { type: "failed", failure };
}

const TASKS = ["a", "b", "c", "d"];
const two = (more: Partial<Given> = {}) => given({ tasks: TASKS, settings: { maxParallel: 2 }, ...more });

describe("a cause that a task of the plan removes", () => {
  const tasks = ["a", "b", { id: "c", files: ["src/store.ts"], dependsOn: ["d"] }, "d"];
  const supervisor = { agent: "agent", template: "{{trigger}}" };

  it("gets no fix, which would compete with that task: all wait for it", () => {
    const run = given({ tasks }).ends("a.1", missing("./store")).ends("b.1", missing("../store"));
    expect(run.state.patterns.found.size).toBe(0);
    expect(["a", "b"].map((id) => run.task(id).addedDependsOn)).toEqual([["c"], ["c"]]);
  });

  it("gets none either where a supervisor wants one", () => {
    const run = given({ tasks, settings: { advisors: { supervisor } } });
    run.ends("a.1", missing("./store")).ends("b.1", failed("unknown", "unknown"));
    const found = { description: "", affected_tasks: ["a", "b"], root_cause: "there is no store" };
    const fix = { task_id: "b", action: "fix_root_cause", reason: "one cause" } as const;
    const answer = {
      diagnosis: "-",
      pattern_detected: found,
      actions: [fix],
      recommendations: [],
      should_halt: false,
      halt_reason: null,
    };
    run.ends("@supervisor-1.1", { type: "advised", role: "supervisor", answer });
    expect(run.state.patterns.found.size).toBe(0);
    expect(run.task("b")).toMatchObject({ status: "waiting", addedDependsOn: ["c"] });
  });
});

describe("two tasks that fail by one cause", () => {
  it("get one fix for which both wait, and so do those that had not begun", () => {
    const run = two();
    run.ends("a.1", missing("./store")).quietly();
    expect(run.ends("b.1", missing("../store")).names()).toEqual([
      "attempt_ended:b.1",
      "pattern_found",
      "task_requeued:b",
      "attempt_started:fix-1.1",
    ]);
    expect(run.state.patterns.found.get("p1")).toMatchObject({ members: ["a", "b"], held: ["c", "d"], fix: "fix-1" });
    expect(["b", "c", "d"].map((id) => run.task(id).status)).toEqual(["waiting", "waiting", "waiting"]);
    const { prompt } = orderOf(run.state, "fix-1.1");
    expect(prompt).toContain("2 tasks (a, b) failed for the same reason");
    expect(prompt).toContain("Cannot find module");
  });

  it("go on when it is fixed, and are told what was fixed; nobody has paid a retry for it", () => {
    const run = two().ends("a.1", missing("./store")).ends("b.1", missing("./store"));
    run.ends("a.2", missing("./store")).quietly();
    expect(run.task("a").status).toBe("waiting");
    run.ends("fix-1.1", done("fix-1", { decisions: ["store.ts is there now"] }));
    expect(run.names()).toContain("attempt_started:a.3");
    expect(orderOf(run.state, "a.3").prompt).toContain("store.ts is there now");
    expect(run.task("b").counts.retries).toBe(0);
  });

  it("are asked about no more when the second makes it a pattern", () => {
    const run = two().ends("a.1", missing("./store")).ends("a.2", missing("./store"));
    expect(run.task("a").status).toBe("waiting_for_input");
    run.ends("b.1", missing("./store"));
    expect(run.task("a").status).toBe("waiting");
    expect(run.state.questions.open.size).toBe(0);
  });

  it("whose agents are to be stopped do not finish first", () => {
    const run = two({ policies: { patterns: { threshold: 2, running: "stop" } } });
    run.ends("a.1", missing("./store")).quietly();
    expect(run.ends("b.1", missing("./store")).names()).toContain("attempt_stopping:a.2");
    run.ends("a.2", { type: "stopped" });
    expect(run.task("a")).toMatchObject({ status: "waiting", because: { rule: "fix_root_cause" } });
  });
});

describe("what is no pattern", () => {
  it.each([
    ["different causes", missing("./cache")],
    ["a failure that passes by itself", failed("network", "transient", "connect ECONNREFUSED 10.0.0.1:443")],
    ["a login, which only a person can mend", failed("auth", "terminal", "invalid api key")],
  ])("%s", (_what, second) => {
    const run = two().ends("a.1", missing("./store")).ends("b.1", second);
    expect(run.state.patterns.found.size).toBe(0);
  });

  it("what another task of the plan makes: that one goes first, at no cost", () => {
    const run = given({ tasks: ["a", "b", { id: "s", files: ["store.ts"] }], settings: { maxParallel: 2 } });
    run.ends("a.1", missing("./store")).ends("b.1", missing("./store"));
    expect(run.state.patterns.found.size).toBe(0);
    expect(run.task("a").addedDependsOn).toEqual(["s"]);
  });
});

describe("a fix", () => {
  it("that fails is asked about, and is not fixed by another fix", () => {
    const run = two().ends("a.1", missing("./store")).ends("b.1", missing("./store"));
    for (const number of [1, 2]) run.ends(`fix-1.${number}`, missing("./store"));
    expect(run.task("fix-1").status).toBe("waiting_for_input");
    expect(run.state.patterns.found.size).toBe(1);
    expect(run.task("c").status).toBe("waiting");
  });

  it("that did not help is not made twice: the ladder goes on, to a person in the end", () => {
    const run = two().ends("a.1", missing("./store")).ends("b.1", missing("./store")).ends("a.2", missing("./store"));
    run.ends("fix-1.1", done("fix-1")).ends("a.3", missing("./store"));
    expect(run.state.patterns.found.size).toBe(1);
    expect(run.task("a").status).toBe("waiting_for_input");
  });
});

describe("a storm: forty tasks that all miss one module", () => {
  it("makes one fix, wastes at most three attempts beyond the first wave, and ends green", () => {
    const ids = Array.from({ length: 40 }, (_, i) => `t${i}`);
    const run = given({ tasks: ids, settings: { maxParallel: 8 } });
    const before = workUntilFixed(run);
    expect(before).toBeLessThanOrEqual(8 + 3);
    expect([...run.state.patterns.found.keys()]).toEqual(["p1"]);
    expect(run.state.run).toMatchObject({ phase: "ended", verdict: "done" });
    expect(run.state.attempts.started).toBeLessThanOrEqual(8 + 3 + 1 + 40);
  });
});

/** Every agent fails until the fix is done; tells how many failed. */
function workUntilFixed(run: Scenario): number {
  let failures = 0;
  while (run.state.run.phase === "working") {
    const [attempt] = [...run.state.attempts.live.values()];
    if (!attempt) break;
    const isFixed = run.state.tasks.get("fix-1")?.status === "done";
    const ends = attempt.task === "fix-1" || isFixed ? done(attempt.task ?? "") : missing("./db");
    if (ends.type === "failed") failures += 1;
    run.ends(attempt.id, ends);
  }
  return failures;
}
