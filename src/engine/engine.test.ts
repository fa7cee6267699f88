import { describe, expect, it } from "vitest";
import { blocked, CRASH, done, failed, given } from "../testing/given.ts";
import { orderOf } from "./react.ts";

const backoff = { kind: "exponential", baseS: 2, capS: 60, jitter: 0 } as const;
const worker = { restarts: 3, withinS: 300, backoff, graceS: 10 };
const patient = { roles: { worker, drone: worker, lead: worker } };

describe("handing out tasks", () => {
  it("starts what depends on nothing, best priority first, as many as there are slots", () => {
    const run = given({
      tasks: ["a", { id: "b", priority: 5 }, { id: "c", dependsOn: ["a"] }],
      settings: { maxParallel: 1 },
    });
    expect(run.names()).toEqual(["run_created", "run_opened", "attempt_started:b.1"]);
    expect(run.up("b.1").ends("b.1", done("b")).names()).toContain("attempt_started:a.1");
    expect(run.task("c").status).toBe("waiting");
  });

  it("starts a task when the last task it depends on is done, not before", () => {
    const run = given({ tasks: ["a", "b", { id: "c", dependsOn: ["a", "b"] }] }).quietly();
    expect(run.ends("a.1", done("a")).names()).toEqual(["attempt_ended:a.1", "task_done:a"]);
    expect(run.ends("b.1", done("b")).names()).toEqual(["attempt_ended:b.1", "task_done:b", "attempt_started:c.1"]);
  });

  it("never runs two tasks at once that claim one file", () => {
    const run = given({
      tasks: [
        { id: "a", files: ["x"] },
        { id: "b", files: ["x"] },
        { id: "c", files: ["y"] },
      ],
    });
    expect(run.names().filter((name) => name.startsWith("attempt"))).toEqual([
      "attempt_started:a.1",
      "attempt_started:c.1",
    ]);
    expect(run.ends("a.1", done("a")).names()).toContain("attempt_started:b.1");
  });

  it("never runs more of an agent than its limit", () => {
    const agents = { agent: { minutes: 60, parallel: 1, tiers: [] } };
    const run = given({ tasks: ["a", "b"], settings: { agents } });
    expect(run.names().at(-1)).toBe("attempt_started:a.1");
    expect(run.ends("a.1", done("a")).names()).toContain("attempt_started:b.1");
  });

  it("tells a task what the tasks before it decided and worry about", () => {
    const run = given({ tasks: ["a", { id: "b", dependsOn: ["a"] }] });
    run.ends("a.1", done("a", { decisions: ["use tabs"], concerns: ["slow on Mondays"] }));
    const { prompt } = orderOf(run.state, "b.1");
    expect(prompt).toContain("use tabs");
    expect(prompt).toContain("slow on Mondays");
  });

  it("ends the run when everything is done", () => {
    const run = given({ tasks: ["a"] }).quietly();
    expect(run.ends("a.1", done("a")).then()).toMatchObject([
      { type: "attempt_ended" },
      { type: "task_done" },
      { type: "run_ended", verdict: "done" },
    ]);
  });
});

describe("claiming a start", () => {
  it("is allowed once and only once", () => {
    const run = given({ tasks: ["a"] });
    expect(run.when({ type: "attempt_claimed", attempt: "a.1", host: "here", inputHash: "h" }).answer).toEqual({
      type: "go",
    });
    expect(run.when({ type: "attempt_claimed", attempt: "a.1", host: "there", inputHash: "h" }).answer).toEqual({
      type: "no",
    });
  });

  it("is refused for an attempt that is being stopped or long gone", () => {
    const run = given({ tasks: ["a"] }).when({ type: "skip", task: "a", because: "", dependants: "end" });
    expect(run.when({ type: "attempt_claimed", attempt: "a.1", host: "here", inputHash: "h" }).answer).toEqual({
      type: "no",
    });
    expect(run.when({ type: "attempt_claimed", attempt: "z.9", host: "here", inputHash: "h" }).answer).toEqual({
      type: "no",
    });
  });
});

describe("a crash", () => {
  it("is restarted after a backoff that doubles, and the agent is told why", () => {
    const run = given({ tasks: ["a"], policies: patient }).quietly();
    const first = run.ends("a.1", CRASH).then();
    expect(first.map((event) => event.type)).toEqual(["attempt_ended", "task_again", "restart_scheduled"]);
    expect(first.at(-1)).toMatchObject({ delayMs: 2000, count: 1 });
    expect(run.pass(1999).names()).toEqual([]);
    expect(run.pass(1).names()).toEqual(["attempt_started:a.2"]);
    expect(orderOf(run.state, "a.2").prompt).toMatch(/^You were restarted: .*exit code 1/);
    expect(run.ends("a.2", CRASH).then().at(-1)).toMatchObject({ delayMs: 4000, count: 2 });
  });

  it("keeps its slot while it waits for the restart", () => {
    const run = given({ tasks: ["a", "b"], settings: { maxParallel: 1 }, policies: patient }).quietly();
    expect(run.ends("a.1", CRASH).names()).not.toContain("attempt_started:b.1");
  });

  it("more often than the intensity allows makes its supervisor give up and asks a person, once", () => {
    const run = given({ tasks: ["a", "b"] }).quietly();
    for (const number of [1, 2, 3])
      expect(run.ends(`a.${number}`, CRASH).names()).toContain(`attempt_started:a.${number + 1}`);
    expect(run.ends("a.4", CRASH).names()).toEqual([
      "attempt_ended:a.4",
      "task_again:a",
      "supervisor_gave_up",
      "question_asked",
    ]);
    expect(run.task("a").status).toBe("waiting_for_input");
    expect(run.task("b").status).toBe("working");
    // Whoever is asked also learns what the last failure was.
    expect(run.task("a").because?.facts).toMatchObject({ failed: "a", restarts: 4, class: "crash" });
  });

  it("spread out further than the window is restarted every time, until the attempts of the lineage are used up", () => {
    const run = given({ tasks: ["a"], policies: { attemptsMax: 6 } });
    for (const number of [1, 2, 3, 4, 5]) run.pass(200_000).ends(`a.${number}`, CRASH);
    expect(run.task("a").attempts).toBe(6);
    expect(run.quietly().ends("a.6", CRASH).then().at(-1)).toMatchObject({
      type: "question_asked",
      question: { because: { rule: "attempts_used_up" } },
    });
  });

  it("of a report from an earlier attempt changes nothing", () => {
    const run = given({ tasks: ["a"] })
      .ends("a.1", CRASH)
      .quietly();
    expect(run.ends("a.1", done("a")).names()).toEqual([]);
    expect(run.answer).toEqual({ type: "no" });
  });
});

describe("malformed output", () => {
  const malformed = failed("malformed_output", "persistent", "no JSON");

  it("is answered with the same input again, at most three times, then a person is asked", () => {
    const run = given({ tasks: ["a"] });
    const first = orderOf(run.state, "a.1").prompt;
    for (const number of [1, 2, 3]) {
      run.ends(`a.${number}`, malformed);
      expect(orderOf(run.state, `a.${number + 1}`).prompt).toBe(first);
    }
    expect(run.quietly().ends("a.4", malformed).then().at(-1)).toMatchObject({
      type: "question_asked",
      question: { because: { rule: "retries_used_up" } },
    });
  });

  it("does not count as a restart", () => {
    const run = given({ tasks: ["a"] })
      .ends("a.1", malformed)
      .ends("a.2", malformed);
    expect(run.task("a")).toMatchObject({ malformed: 2, restarts: 0 });
  });
});

describe("other failures", () => {
  it("that persist get one more try that knows why, then a person is asked", () => {
    const red = failed("lint_failure", "persistent", "2 rules are broken");
    const run = given({ tasks: ["a"] }).ends("a.1", red);
    expect(orderOf(run.state, "a.2").prompt).toContain("2 rules are broken");
    expect(run.quietly().ends("a.2", red).names()).toEqual(["attempt_ended:a.2", "question_asked"]);
  });

  it("of tests get two more tries, the third failure goes to a person", () => {
    const red = failed("test_failure", "persistent", "2 tests fail");
    const run = given({ tasks: ["a"] })
      .ends("a.1", red)
      .ends("a.2", red)
      .quietly();
    expect(run.ends("a.3", red).names()).toEqual(["attempt_ended:a.3", "question_asked"]);
  });

  it("get no more retries than a lineage may have", () => {
    const red = failed("test_failure", "persistent");
    const run = given({ tasks: ["a"], policies: { lineageRetries: 0 } }).quietly();
    expect(run.ends("a.1", red).names()).toEqual(["attempt_ended:a.1", "question_asked"]);
  });

  it("that are terminal or of no known kind go to a person at once", () => {
    for (const outcome of [failed("auth", "terminal"), failed("unknown", "unknown")]) {
      expect(
        given({ tasks: ["a"] })
          .quietly()
          .ends("a.1", outcome)
          .names(),
      ).toEqual(["attempt_ended:a.1", "question_asked"]);
    }
  });

  it("are given up where nobody is to be asked, with all that depends on them", () => {
    const run = given({
      tasks: ["a", { id: "b", dependsOn: ["a"] }, { id: "c", dependsOn: ["b"] }],
      policies: { escalation: "give_up" },
    }).quietly();
    expect(run.ends("a.1", failed("auth", "terminal")).then().slice(1)).toMatchObject([
      { type: "task_given_up", task: "a" },
      { type: "task_given_up", task: "b", because: { rule: "upstream_ended", facts: { task: "a" } } },
      { type: "task_given_up", task: "c", because: { rule: "upstream_ended" } },
      { type: "run_ended", verdict: "failed" },
    ]);
  });
});

describe("a blocked agent", () => {
  it("asks its own question, is no failure, and goes on with the answer", () => {
    const run = given({ tasks: ["a"] }).quietly();
    expect(run.ends("a.1", blocked("a")).then().at(-1)).toMatchObject({
      type: "question_asked",
      question: { id: "q1", text: "which way?", options: ["left", "right"] },
    });
    run.when({ type: "answer", question: "q1", text: "left" });
    expect(run.names()).toEqual(["question_answered", "task_again:a", "attempt_started:a.2"]);
    expect(orderOf(run.state, "a.2").prompt).toContain("The answer: left");
  });
});

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
    expect(run.state.usage.tokens).toBe(50);
  });

  it("what was spent stays counted when the attempt is lost", () => {
    const run = given({ tasks: ["a"] }).up("a.1");
    const usage = { tokens: 40, usd: 0.5 };
    run.when({ type: "attempt_progressed", attempt: "a.1", usage, activity: null, session: null });
    run.ends("a.1", { type: "lost", evidence: [] });
    expect(run.state.usage).toEqual(usage);
  });
});

describe("a lost host or keeper", () => {
  it("costs no restart", () => {
    const run = given({ tasks: ["a"] })
      .up("a.1")
      .quietly();
    run.ends("a.1", { type: "lost", evidence: ["keeper is gone"] });
    expect(run.names()).toEqual(["attempt_ended:a.1", "task_again:a", "attempt_started:a.2"]);
    expect(run.task("a")).toMatchObject({ restarts: 0, retries: 0 });
  });

  it("loses only what it hosted", () => {
    const run = given({ tasks: ["a", "b"] })
      .up("a.1")
      .quietly();
    expect(run.when({ type: "host_lost", host: "here" }).names()).toEqual([
      "host_lost",
      "attempt_ended:a.1",
      "task_again:a",
      "attempt_started:a.2",
    ]);
  });

  it("is decided from counted silent beats, and a beat that comes begins the count anew", () => {
    const run = given({ tasks: ["a"] })
      .up("a.1")
      .quietly();
    const silent = { type: "host_silent", host: "here" } as const;
    run.when(silent).when(silent).when(silent).when({ type: "host_up", host: "here", bootId: "boot" });
    run.when(silent).when(silent).when(silent);
    expect(run.names()).not.toContain("host_lost");
    expect(run.when(silent).names()).toEqual([
      "host_silent",
      "host_lost",
      "attempt_ended:a.1",
      "task_again:a",
      "attempt_started:a.2",
    ]);
  });

  it("of a host nobody knows changes nothing", () => {
    const run = given({ tasks: ["a"] }).quietly();
    expect(run.when({ type: "host_silent", host: "elsewhere" }).names()).toEqual([]);
    expect(run.answer).toEqual({ type: "no" });
  });
});
