import { describe, expect, it } from "vitest";
import type { Outcome } from "../../domain/work/outcome.ts";
import type { SupervisorAction } from "../../domain/work/role-answers.ts";
import { given, type Scenario } from "../../testing/given.ts";
import { blocked, CRASH, done, failed } from "../../testing/outcomes.ts";

const TIMEOUT = failed("timeout", "transient", "took longer than 60 minutes");
const UNKNOWN = failed("unknown", "unknown", "nobody knows this");
const HOUR_MS = 3_600_000;

const advisors = {
  supervisor: { agent: "agent", template: "{{trigger}}" },
  debugger: { agent: "agent", template: "{{report}}" },
};
const agents = { agent: { minutes: 60, parallel: 10, tiers: [] } };

function tiersOf(...names: string[]) {
  return { agent: { minutes: 60, parallel: 10, tiers: names.map((name) => ({ name, model: `model-${name}` })) } };
}

function says(...actions: SupervisorAction[]): Outcome {
  const empty = { pattern_detected: null, recommendations: [], should_halt: false, halt_reason: null };
  return { type: "advised", role: "supervisor", answer: { diagnosis: "so it is", actions, ...empty } };
}

function asked(run: Scenario): unknown[] {
  return run.everything.flatMap((event) => (event.type === "question_asked" ? [event.question.because.rule] : []));
}

function countOf(run: Scenario, type: string): number {
  return run.everything.filter((event) => event.type === type).length;
}

function refusals(run: Scenario): string[] {
  return run.everything.flatMap((event) => (event.type === "action_refused" ? [event.why] : []));
}

describe("the same failure with nothing changed", () => {
  it.each([
    ["at once", 0],
    ["slower than any restart window", HOUR_MS],
  ])("is tried twice when it comes %s, and then climbs the ladder", (_, ms) => {
    const run = given({ tasks: ["a"] });
    run.pass(ms).ends("a.1", CRASH).pass(ms).ends("a.2", CRASH);
    expect(run.task("a")).toMatchObject({ attempts: 2, status: "waiting_for_input" });
    expect(asked(run)).toEqual(["same_failure"]);
  });

  it("is the same also where others came between", () => {
    const other = failed("crash", "transient", "segmentation fault");
    const run = given({ tasks: ["a"] });
    run.ends("a.1", CRASH).ends("a.2", other).ends("a.3", CRASH);
    expect(run.task("a")).toMatchObject({ attempts: 3, status: "waiting_for_input" });
  });

  it("is remembered over a loss and a restart of Reeve, and a person's word begins anew", () => {
    const run = given({ tasks: ["a"] });
    run.ends("a.1", CRASH).ends("a.2", { type: "lost", evidence: [], outage: true }).ends("a.3", CRASH);
    expect(run.task("a").status).toBe("waiting_for_input");
    run.when({ type: "answer", question: "q1", text: "the disk is mended" }).ends("a.4", CRASH);
    expect(run.task("a").attempt).toBe("a.5");
  });

  it("of the world outside is waited for four times, however far apart", () => {
    const run = given({ tasks: ["a"] });
    for (const number of [1, 2, 3, 4]) run.pass(HOUR_MS / 4).ends(`a.${number}`, failed("network", "transient"));
    expect(run.task("a")).toMatchObject({ attempts: 4, status: "waiting_for_input" });
  });

  it("of an advisor is asked once more, and then it is done without", () => {
    const run = given({ tasks: ["a"], settings: { agents, advisors } }).ends("a.1", UNKNOWN);
    run.pass(120_000).ends("@supervisor-1.1", CRASH).pass(120_000);
    run.ends("@supervisor-1.2", failed("crash", "transient", "another one")).pass(120_000);
    expect(countOf(run, "advice_failed")).toBe(1);
    expect(run.everything.filter((event) => event.type === "attempt_started" && event.advisor)).toHaveLength(2);
    expect(asked(run)).toEqual(["unknown_failure"]);
  });
});

describe("a time-out", () => {
  it("of three tiers gets the next one once; the second asks", () => {
    const run = given({ tasks: ["a"], settings: { agents: tiersOf("low", "middle", "high") } });
    run.ends("a.1", TIMEOUT);
    expect(run.state.attempts.live.get("a.2")?.model).toBe("model-middle");
    run.ends("a.2", TIMEOUT);
    expect(run.task("a")).toMatchObject({ attempts: 2, status: "waiting_for_input" });
  });

  it.each([
    ["the only tier", tiersOf(), undefined],
    ["the highest tier", tiersOf("low", "high"), "high"],
  ])("at %s gets one more try, then climbs", (_, tiers, tier) => {
    const task = { id: "a", ...(tier && { tier }) };
    const run = given({ tasks: [task], settings: { agents: tiers } });
    run.ends("a.1", TIMEOUT).pass(HOUR_MS);
    expect(run.task("a").attempt).toBe("a.2");
    run.ends("a.2", TIMEOUT);
    expect(run.task("a")).toMatchObject({ attempts: 2, status: "waiting_for_input" });
  });
});

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

describe("a supervisor's retry_dependency that names nobody", () => {
  const again = says({ task_id: "c", action: "retry_dependency", reason: "what it builds on is wrong" });
  const settings = { agents, advisors };

  it("works the only task before it again, then the task, and never an advisor", () => {
    const run = given({ tasks: ["a", { id: "c", dependsOn: ["a"] }], settings }).ends("a.1", done("a"));
    run.ends("c.1", UNKNOWN).ends("@supervisor-1.1", again);
    expect(run.task("a").attempt).toBe("a.2");
    expect(run.task("c").status).toBe("waiting");
    run.ends("a.2", done("a"));
    expect(run.task("c").attempt).toBe("c.2");
    expect(run.task("c").addedDependsOn.some((id) => id.startsWith("@"))).toBe(false);
  });

  it("means whoever the debugger suspects, and waits for one that is not done", () => {
    const run = given({ tasks: ["c", { id: "b", dependsOn: ["a"] }, "a"], settings });
    run.task("c").suspect = "b";
    run.ends("c.1", UNKNOWN).ends("@supervisor-1.1", again);
    expect(run.task("c")).toMatchObject({ status: "waiting", addedDependsOn: ["b"] });
  });

  it("means whom its own words name, a number only where they say that it is a task", () => {
    const run = given({ tasks: ["3", { id: "4", dependsOn: ["2"] }, "2", "1"], settings });
    const reason = "Will succeed once Task 4 provides reservation.py, after 1 try";
    run.ends("3.1", UNKNOWN).ends("@supervisor-1.1", says({ task_id: "3", action: "retry_dependency", reason }));
    expect(run.task("3")).toMatchObject({ status: "waiting", addedDependsOn: ["4"] });
  });

  it("is refused where nothing says who is meant, and a person is asked once", () => {
    const tasks = ["a", "b", { id: "c", dependsOn: ["a", "b"] }];
    const run = given({ tasks, settings }).ends("a.1", done("a")).ends("b.1", done("b"));
    run.ends("c.1", UNKNOWN).ends("@supervisor-1.1", again);
    expect(refusals(run)).toEqual(["nothing says which task before c is to be worked again"]);
    expect(asked(run)).toEqual(["unknown_failure"]);
  });

  it("comes to its end, though it is said every time", () => {
    const run = given({ tasks: ["a", { id: "c", dependsOn: ["a"] }], settings }).ends("a.1", done("a"));
    for (let i = 0; i < 50 && run.state.attempts.live.size > 0; i += 1) {
      const [id = ""] = run.state.attempts.live.keys();
      run.ends(id, id.startsWith("@") ? again : id.startsWith("a.") ? done("a") : UNKNOWN);
    }
    expect(run.task("c").status).toBe("waiting_for_input");
    expect(countOf(run, "advice_asked")).toBeLessThanOrEqual(3);
    expect(run.task("a").attempts).toBeLessThanOrEqual(4);
  });
});

describe("advisors are asked", () => {
  const many = Array.from({ length: 6 }, (_, index) => `t${index}`);
  const calls = (limits: object) => ({ advisorCalls: { perLineage: 9, perCause: 9, perHour: 9, ...limits } });

  it.each([
    ["by one cause, whichever task meets it", { perCause: 2 }],
    ["within an hour", { perHour: 2 }],
  ])("at most so often %s; then it goes on without", (_, limits) => {
    const run = given({ tasks: many, settings: { agents, advisors }, policies: calls(limits) });
    for (const id of many) run.ends(`${id}.1`, UNKNOWN);
    expect(countOf(run, "advice_asked")).toBe(2);
    expect(asked(run)).toHaveLength(4);
  });

  it("again after that hour", () => {
    const run = given({ tasks: many, settings: { agents, advisors }, policies: calls({ perHour: 1 }) });
    run.ends("t0.1", UNKNOWN).ends("t1.1", UNKNOWN);
    expect(countOf(run, "advice_asked")).toBe(1);
    run.at += HOUR_MS;
    expect(countOf(run.ends("t2.1", UNKNOWN), "advice_asked")).toBe(2);
  });

  it("at most so often about one lineage, until a person speaks", () => {
    const run = given({ tasks: ["a"], settings: { agents, advisors }, policies: calls({ perLineage: 1 }) });
    run.ends("a.1", UNKNOWN).ends("@supervisor-1.1", says({ task_id: "a", action: "retry", reason: "again" }));
    run.ends("a.2", UNKNOWN);
    expect(countOf(run, "advice_asked")).toBe(1);
    run.when({ type: "answer", question: "q1", text: "it is mended" }).ends("a.3", UNKNOWN);
    expect(countOf(run, "advice_asked")).toBe(2);
  });
});

describe("what costs nothing", () => {
  const limits = { uncountedAttempts: 4, lostAttempts: 3 };

  it("by an outage ends in a question after so many", () => {
    const run = given({ tasks: ["a"], policies: limits });
    for (let i = 1; i < 50 && run.task("a").attempt !== null; i += 1)
      run.ends(`a.${i}`, { type: "lost", evidence: ["the machine is gone"], outage: true });
    expect(run.task("a")).toMatchObject({ attempts: 4, status: "waiting_for_input" });
    expect(asked(run)).toEqual(["lost_too_often"]);
  });

  it("by a lost host ends in a question after so many", () => {
    const run = given({ tasks: ["a"], policies: limits });
    for (let i = 1; i < 50 && run.task("a").attempt !== null; i += 1)
      run
        .up(`a.${i}`)
        .when({ type: "host_lost", host: "here" })
        .when({ type: "host_up", host: "here", bootId: "boot" });
    expect(run.task("a")).toMatchObject({ attempts: 4, status: "waiting_for_input" });
  });

  it("by a usage limit that has always reset already ends in a question after so many", () => {
    const run = given({ tasks: ["a"], policies: limits });
    for (let i = 1; i < 50 && run.task("a").status !== "waiting_for_input"; i += 1) {
      const failure = { class: "rate_limit", restart: "transient", message: "limit", evidence: [] } as const;
      run.ends(`a.${i}`, { type: "failed", failure: { ...failure, retryAt: run.at } }).pass(60_000);
    }
    expect(run.task("a").attempts).toBe(5);
  });

  it("by being blocked ends in a question after so many", () => {
    const tasks = ["a", ...Array.from({ length: 9 }, (_, index) => `b${index}`)];
    const run = given({ tasks, settings: { maxParallel: 1 }, policies: limits });
    const waits = (on: string) => blocked("a", { blocked_reason: "missing_dependency", uncertain_about: on });
    for (let i = 0; i < 9 && run.task("a").status !== "waiting_for_input"; i += 1)
      run.ends(`a.${i + 1}`, waits(`b${i}`)).ends(`b${i}.1`, done(`b${i}`));
    expect(run.task("a").attempts).toBeLessThanOrEqual(4);
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

describe("a host", () => {
  it("that was started anew has lost what stood on the old boot", () => {
    const run = given({ tasks: ["a", "b"] })
      .up("a.1")
      .quietly();
    run.when({ type: "host_up", host: "here", bootId: "another" });
    expect(run.names()).toEqual(["attempt_ended:a.1", "task_requeued:a", "attempt_started:a.2"]);
  });

  it.each([
    ["was never heard of", "elsewhere"],
    ["is lost", "here"],
  ])("that %s gets no claim", (_, host) => {
    const run = given({ tasks: ["a"] }).when({ type: "host_lost", host: "here" });
    run.when({ type: "attempt_claimed", attempt: "a.1", host, inputHash: "hash" });
    expect(run.answer).toEqual({ type: "no" });
    expect(run.state.attempts.live.get("a.1")?.host).toBeNull();
  });

  it("that claims again gets its own claim back, and nobody else does", () => {
    const run = given({ tasks: ["a"] }).when({ type: "host_up", host: "there", bootId: "boot" });
    const claim = { type: "attempt_claimed", attempt: "a.1", host: "here", inputHash: "hash" } as const;
    run.when(claim).quietly();
    expect(run.when(claim).names()).toEqual([]);
    expect(run.answer).toEqual({ type: "go" });
    run.when({ ...claim, host: "there" });
    expect(run.answer).toEqual({ type: "no" });
  });
});
