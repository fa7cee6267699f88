import { describe, expect, it } from "vitest";
import { given } from "../../testing/given.ts";
import { CONFLICT, done, gate, MERGED } from "../../testing/outcomes.ts";
import { orderOf } from "../attempt/react.ts";

describe("the merge queue", () => {
  it("merges one at a time, in the order in which the tasks were verified", () => {
    const run = given({ isolated: true, tasks: ["a", "b"] });
    run.ends("a.1", done("a")).ends("b.1", done("b")).verified("b.1").verified("a.1").quietly();
    expect(run.owed()).toEqual(["integrate:b"]);
    expect(run.integrated("a.1").names()).toEqual([]);
    expect(run.integrated("b.1").owed()).toEqual(["integrate:a"]);
  });

  it("sends a conflict back with both sides, on top of what came in, at no cost of a retry", () => {
    const run = given({ isolated: true, tasks: ["a"] });
    run.ends("a.1", done("a")).verified("a.1").quietly();
    expect(run.integrated("a.1", CONFLICT).names()).toEqual([
      "task_integrated:a.1",
      "task_requeued:a",
      "attempt_started:a.2",
    ]);
    const order = orderOf(run.state, "a.2");
    expect(order.changeset).toBe("update");
    expect(order.prompt).toContain("both sides of shared.txt");
    expect(run.task("a")).toMatchObject({ counts: { retries: 0, evictions: 1 } });
  });

  it("sends a red merge back with the gate's output", () => {
    const red = {
      type: "red",
      onto: "x",
      gates: [gate("quality", "failed")],
      others: ["b"],
      report: "red with b",
    } as const;
    const run = given({ isolated: true, tasks: ["a"] });
    run.ends("a.1", done("a")).verified("a.1").integrated("a.1", red);
    expect(orderOf(run.state, "a.2").prompt).toContain("red with b");
  });

  it("asks a person at the third eviction, and goes on with the next task", () => {
    const run = given({ isolated: true, tasks: ["a", "b"] });
    for (const number of [1, 2, 3]) {
      run.ends(`a.${number}`, done("a")).verified(`a.${number}`);
      if (number === 3) run.ends("b.1", done("b")).verified("b.1");
      run.quietly().integrated(`a.${number}`, CONFLICT);
    }
    expect(run.names()).toEqual(["task_integrated:a.3", "question_asked"]);
    expect(run.task("a").because).toMatchObject({ rule: "evicted", evidence: ["shared.txt"] });
    expect(run.owed()).toEqual(["integrate:b"]);
    run.when({ type: "answer", question: "q1", text: "keep both" });
    expect(run.task("a").counts.evictions).toBe(0);
    expect(orderOf(run.state, "a.4").changeset).toBe("update");
  });

  it("does not let go of what it is merging, but of what only waits", () => {
    const run = given({ isolated: true, tasks: ["a", "b"] });
    run.ends("a.1", done("a")).ends("b.1", done("b")).verified("a.1").verified("b.1");
    run.when({ type: "skip", task: "a", because: "no", dependants: "end" });
    expect(run.answer).toMatchObject({ type: "refused", refusal: { what: "task_busy" } });
    run.when({ type: "skip", task: "b", because: "no", dependants: "end" });
    expect(run.task("b").status).toBe("skipped");
    expect(run.integrated("a.1").then().at(-1)).toMatchObject({ type: "run_ended", verdict: "done" });
  });
});

describe("trouble of Reeve's own", () => {
  const failure = { class: "git_state", restart: "transient", message: "a lock is held", evidence: [] } as const;

  it("that passes is waited for, longer each time, and then told to a person; no retry is counted", () => {
    const run = given({ isolated: true, tasks: ["a"] });
    run.ends("a.1", done("a")).quietly();
    for (const waitMs of [5_000, 20_000, 80_000]) {
      run.when({ type: "job_failed", task: "a", attempt: "a.1", job: "verify", failure });
      expect(run.names()).toEqual(["job_postponed:a"]);
      expect(run.owed()).toEqual(["set_timer"]);
      expect(run.pass(waitMs).owed()).toEqual(["verify:a"]);
    }
    run.when({ type: "job_failed", task: "a", attempt: "a.1", job: "verify", failure });
    expect(run.names()).toEqual(["question_asked"]);
    expect(run.task("a")).toMatchObject({ because: { rule: "job_failed" }, counts: { retries: 0 } });
  });

  it("that does not pass is told at once, and the queue goes on", () => {
    const run = given({ isolated: true, tasks: ["a", "b"] });
    run.ends("a.1", done("a")).ends("b.1", done("b")).verified("a.1").verified("b.1").quietly();
    const terminal = { ...failure, restart: "terminal" } as const;
    run.when({ type: "job_failed", task: "a", attempt: "a.1", job: "integrate", failure: terminal });
    expect(run.names()).toEqual(["question_asked"]);
    expect(run.owed()).toEqual(["integrate:b"]);
  });
});

describe("a stop while Reeve looks", () => {
  it("leaves the work where it is: the next Reeve looks again, and no agent starts", () => {
    const run = given({ isolated: true, tasks: ["a"] });
    run.ends("a.1", done("a")).when({ type: "stop" });
    expect(run.state.run.phase).toBe("stopped");
    const { settings } = run.state;
    run
      .quietly()
      .when({ type: "run_opened", host: "here", bootId: "boot", pid: 2, version: "0", adopted: [], settings });
    expect(run.names()).toEqual(["run_opened"]);
    expect(run.owed()).toEqual(["verify:a"]);
  });
});

describe("the integrated whole", () => {
  const test = (run: string) => [{ name: run, run, timeoutS: 1 }];
  const merge = (run: ReturnType<typeof given>, ...ids: readonly string[]) => {
    for (const id of ids) run.ends(`${id}.1`, done(id)).verified(`${id}.1`).integrated(`${id}.1`, MERGED);
    return run;
  };

  it("is not looked at again where the last merge has shown it all", () => {
    const tasks = ["a", "b"].map((id) => ({ id, gates: test("npm test") }));
    expect(
      merge(given({ isolated: true, tasks }), "a", "b")
        .names()
        .at(-1),
    ).toBe("run_ended");
  });

  it("is looked at once more where tasks have different gates, and ends the run", () => {
    const tasks = ["a", "b"].map((id) => ({ id, gates: test(id) }));
    const run = merge(given({ isolated: true, tasks }), "a", "b");
    expect(run.names().at(-1)).toBe("run_checking");
    expect(run.owed()).toEqual(["check_run"]);
    run.when({ type: "run_checked", head: "h", gates: [gate("quality", "passed")] });
    expect(run.then()).toMatchObject([{ type: "run_checked" }, { type: "run_ended", verdict: "done" }]);
  });

  it("that is red ends the run as failed where nobody is to be asked", () => {
    const contract = { entities: [], coreQueries: [] };
    const policies = { escalation: "give_up" } as const;
    const run = merge(given({ isolated: true, tasks: ["a"], contract, policies }), "a").quietly();
    run.when({ type: "run_checked", head: "h", gates: [gate("contract", "failed")] });
    expect(run.then().at(-1)).toMatchObject({ type: "run_ended", verdict: "failed" });
  });
});

describe("a write outside of any worktree", () => {
  it("is kept as a violation, with who was at work", () => {
    const run = given({ isolated: true, tasks: ["a", "b"] })
      .up("a.1")
      .quietly();
    run.when({ type: "outside_write_seen", paths: ["README.md"], ended: ["c.1"] });
    expect(run.then()).toMatchObject([
      {
        type: "violation_seen",
        violation: { rule: "outside_write", attempts: ["c.1", "a.1", "b.1"], paths: ["README.md"] },
      },
    ]);
  });
});
