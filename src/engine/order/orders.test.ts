import { describe, expect, it } from "vitest";
import { given } from "../../testing/given.ts";
import { CRASH, done, failed } from "../../testing/outcomes.ts";

const terminal = failed("auth", "terminal", "not logged in");

describe("pause and resume", () => {
  it("lets running agents go on and starts nothing new, not even a restart", () => {
    const run = given({ tasks: ["a", { id: "b", dependsOn: ["a"] }, "c"] })
      .when({ type: "pause" })
      .quietly();
    run.ends("a.1", done("a")).ends("c.1", CRASH);
    expect(run.names()).toContain("attempt_started:c.2");
    expect(run.state.attempts.live.get("c.2")?.phase).toBe("deferred");
    expect(run.task("b").status).toBe("ready");
    run.when({ type: "resume" });
    expect(run.names()).toEqual(["run_resumed", "attempt_admitted:c.2", "attempt_started:b.1"]);
  });

  it("is refused when the run does not go on", () => {
    const run = given({ tasks: ["a"] }).ends("a.1", done("a"));
    expect(run.when({ type: "pause" }).answer).toMatchObject({ type: "refused", refusal: { what: "run_over" } });
  });
});

describe("stop", () => {
  it("ends every agent, counts nothing against anyone, and goes on when the run is opened again", () => {
    const run = given({ tasks: ["a", "b"] })
      .up("a.1")
      .up("b.1")
      .quietly();
    run.when({ type: "stop" });
    expect(run.names()).toEqual(["run_stopping", "attempt_stopping:a.1", "attempt_stopping:b.1"]);
    run.ends("a.1", { type: "stopped" }).ends("b.1", done("b"));
    expect(run.state.run.phase).toBe("stopped");
    expect(run.task("b").status).toBe("done");
    run.quietly().when({
      type: "run_opened",
      host: "here",
      bootId: "boot",
      pid: 2,
      version: "0",
      adopted: [],
      settings: run.state.settings,
    });
    expect(run.names()).toEqual(["run_opened", "attempt_started:a.2"]);
    expect(run.task("a").restarts).toBe(0);
  });

  it("goes on by itself when somebody opens the run again before it stands", () => {
    const run = given({ tasks: ["a"] })
      .up("a.1")
      .when({ type: "stop" });
    run
      .when({
        type: "run_opened",
        host: "here",
        bootId: "boot",
        pid: 2,
        version: "0",
        adopted: [],
        settings: run.state.settings,
      })
      .quietly();
    expect(run.ends("a.1", { type: "stopped" }).names()).toContain("attempt_started:a.2");
    expect(run.state.run.phase).toBe("working");
  });

  it("said again after such an opening, stops all the same", () => {
    const run = given({ tasks: ["a"] })
      .up("a.1")
      .when({ type: "stop" });
    const { settings } = run.state;
    run.when({ type: "run_opened", host: "here", bootId: "boot", pid: 2, version: "0", adopted: [], settings });
    run.when({ type: "stop" }).quietly();
    expect(run.ends("a.1", { type: "stopped" }).names()).toContain("run_stopped");
    expect(run.state.run.phase).toBe("stopped");
  });
});

describe("retry", () => {
  it("without saying what changed is refused and shows what is known", () => {
    const run = given({ tasks: ["a"] }).ends("a.1", terminal);
    const { answer } = run.when({ type: "retry", task: "a", because: "  " });
    const known = ["a retry cannot help until a person acts: not logged in (auth)", "the last line"];
    expect(answer).toEqual({ type: "refused", refusal: { what: "no_reason", task: "a", known } });
  });

  it("closes the question and begins the ladder from the bottom", () => {
    const malformed = failed("malformed_output", "persistent");
    const run = given({ tasks: ["a"], policies: { malformedRetries: 1 } })
      .ends("a.1", malformed)
      .ends("a.2", malformed);
    run.quietly().when({ type: "retry", task: "a", because: "the template is mended" });
    expect(run.names()).toEqual(["question_answered", "task_requeued:a", "attempt_started:a.3"]);
    expect(run.state.questions.open.size).toBe(0);
    expect(run.ends("a.3", malformed).names()).toContain("attempt_started:a.4");
  });

  it("of a task that works, waits or is done is refused", () => {
    const run = given({ tasks: ["a", { id: "b", dependsOn: ["a"] }] });
    expect(run.when({ type: "retry", task: "a", because: "x" }).answer).toMatchObject({
      refusal: { what: "task_busy" },
    });
    expect(run.when({ type: "retry", task: "b", because: "x" }).answer).toMatchObject({
      refusal: { what: "task_busy" },
    });
    run.ends("a.1", done("a"));
    expect(run.when({ type: "retry", task: "a", because: "x" }).answer).toMatchObject({
      refusal: { what: "task_done" },
    });
    expect(run.when({ type: "retry", task: "zz", because: "x" }).answer).toMatchObject({
      refusal: { what: "unknown_task" },
    });
  });

  it("brings back what ended only because of that task", () => {
    const run = given({
      tasks: ["a", "z", { id: "b", dependsOn: ["a"] }, { id: "c", dependsOn: ["b", "z"] }],
      policies: { escalation: "give_up" },
    });
    run.ends("a.1", terminal).quietly().when({ type: "retry", task: "a", because: "logged in" });
    expect(run.names()).toEqual(["task_requeued:a", "task_revived:b", "task_revived:c", "attempt_started:a.2"]);
    expect(run.task("c").status).toBe("waiting");
  });

  it("of a task below one that ended names the one to retry first", () => {
    const run = given({ tasks: ["a", { id: "b", dependsOn: ["a"] }], policies: { escalation: "give_up" } }).ends(
      "a.1",
      terminal,
    );
    expect(run.when({ type: "retry", task: "b", because: "x" }).answer).toMatchObject({
      refusal: { what: "upstream_ended", upstream: ["a"] },
    });
  });

  it("opens an ended run again", () => {
    const run = given({ tasks: ["a"], policies: { escalation: "give_up" } }).ends("a.1", terminal);
    expect(run.state.run.phase).toBe("ended");
    run.when({ type: "retry", task: "a", because: "logged in" }).ends("a.2", done("a"));
    expect(run.state.run).toMatchObject({ phase: "ended", verdict: "done" });
  });
});

describe("skip", () => {
  it("ends what depends on it with that reason, and stops its agent", () => {
    const run = given({ tasks: ["a", { id: "b", dependsOn: ["a"] }] })
      .up("a.1")
      .quietly();
    run.when({ type: "skip", task: "a", because: "not needed", dependants: "end" });
    expect(run.names()).toEqual(["task_skipped:a", "task_skipped:b", "attempt_stopping:a.1"]);
    expect(run.state.run.phase).toBe("working");
    expect(run.ends("a.1", { type: "stopped" }).names()).toEqual(["attempt_ended:a.1", "run_ended"]);
  });

  it("lets dependants go on where the person says so", () => {
    const run = given({ tasks: ["a", { id: "b", dependsOn: ["a"] }] })
      .up("a.1")
      .quietly();
    run.when({ type: "skip", task: "a", because: "done by hand", dependants: "go_on" });
    expect(run.names()).toContain("attempt_started:b.1");
  });

  it("of a task that waits for its restart frees it for good", () => {
    const backoff = { kind: "constant", delayS: 30, jitter: 0 } as const;
    const policy = { restarts: 3, withinS: 300, backoff, graceS: 1 };
    const run = given({ tasks: ["a", "b"], policies: { roles: { worker: policy, drone: policy, lead: policy } } });
    run.ends("a.1", CRASH).when({ type: "skip", task: "a", because: "", dependants: "end" }).quietly();
    expect(run.pass(60_000).names()).toEqual(["left_tree:a"]);
    expect(run.state.derived.inTree).toBe(1);
  });
});

describe("answer", () => {
  it("to a question that is not open is refused and names those that are", () => {
    const run = given({ tasks: ["a"] }).ends("a.1", terminal);
    expect(run.when({ type: "answer", question: "q7", text: "x" }).answer).toMatchObject({
      refusal: { what: "unknown_question", open: ["q1"] },
    });
  });
});

describe("a task that was skipped while it waited for its restart", () => {
  it("is started once when it is tried again before that restart is due", () => {
    const backoff = { kind: "constant", delayS: 10, jitter: 0 } as const;
    const worker = { restarts: 3, withinS: 300, backoff, graceS: 10 };
    const run = given({ tasks: ["a", "b"], policies: { roles: { worker, drone: worker, lead: worker } } });
    run.ends("a.1", CRASH).when({ type: "skip", task: "a", because: "not now", dependants: "end" });
    run.when({ type: "retry", task: "a", because: "now it is" }).quietly();
    expect(run.task("a").status).toBe("waiting_for_wakeup");
    expect(run.pass(10_000).names()).toEqual(["attempt_started:a.2"]);
  });
});
