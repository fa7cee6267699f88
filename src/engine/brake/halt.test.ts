/** The brake of a run: one question, and what each answer to it does. */
import { describe, expect, it } from "vitest";
import type { SupervisorAnswer } from "../../domain/work/role-answers.ts";
import { given, type Scenario } from "../../testing/given.ts";
import { blocked, done, failed } from "../../testing/outcomes.ts";
import { orderOf } from "../attempt/react.ts";
import { freezeState, thawState } from "../state.ts";

const MANY = Array.from({ length: 10 }, (_, i) => `t${i}`);
const DEAD = failed("permission", "terminal", "it may not write there.");

/** Only the share of failed tasks halts it, not that they fail by one class. */
const BY_SHARE = { brake: { same: 0, ofLast: 8, diskMb: 0, memoryMb: 0, violations: [] } };

/** Four of ten have failed, one was blocked, the others' agents have ended: the run stands. */
function halted(policies = {}): Scenario {
  const run = given({ tasks: MANY, policies: { ...BY_SHARE, ...policies } });
  run.ends("t9.1", blocked("t9"));
  for (const id of MANY.slice(0, 4)) run.ends(`${id}.1`, DEAD);
  for (const id of MANY.slice(4, 9)) run.ends(`${id}.1`, { type: "stopped" });
  return run.pass(1).quietly();
}

function open(run: Scenario): Scenario {
  const { settings } = run.state;
  return run.when({ type: "run_opened", host: "here", bootId: "boot", pid: 2, version: "0", adopted: [], settings });
}

const asked = (run: Scenario) => [...run.state.questions.open.values()].find(({ kind }) => kind === "halt");
const answer = (run: Scenario, text: string) => run.when({ type: "answer", question: asked(run)?.id ?? "", text });

describe("a run in which too many tasks failed", () => {
  it("is halted with one question: what happened, why, what was done, what answers do", () => {
    const run = halted();
    expect(run.state.run.phase).toBe("halted");
    expect([...run.state.questions.open.values()].filter(({ kind }) => kind === "halt")).toHaveLength(1);
    expect(asked(run)).toMatchObject({ id: "q6", tasks: [] });
    const { text, options, because } = asked(run) ?? {};
    expect(text).toBe(
      '4 of 10 tasks failed, more than 30 %: something is probably wrong with all of them. The run is halted. The failed tasks took 4 attempts; their questions: q2, q3, q4, q5. What should Reeve do? If you fixed the cause, say what changed ("retry: …"): the failed tasks are retried, and their prompts say so.',
    );
    expect(because?.evidence).toEqual(["4 × permission: it may not write there (t0, t1, t2, t3)"]);
    expect(options?.map((option) => option.split(":")[0])).toEqual(["resume", "stop"]);
  });

  it("stays halted until it is answered, however often it is opened, and after a crash in the middle of the halt", () => {
    expect(open(open(halted())).state.run.phase).toBe("halted");
    const run = given({ tasks: MANY, policies: BY_SHARE });
    for (const id of MANY.slice(0, 4)) run.ends(`${id}.1`, DEAD);
    expect(run.state.run.phase).toBe("stopping");
    open(run);
    for (const id of MANY.slice(4)) run.ends(`${id}.1`, { type: "lost", evidence: [] });
    expect(run.state.run.phase).toBe("halted");
    expect(run.state.attempts.live.size).toBe(0);
  });

  it("goes on with the others at `go on`; the failed ones keep their questions", () => {
    const run = answer(open(halted()).quietly(), "go on");
    expect(run.state.run.phase).toBe("working");
    expect(run.names().filter((name) => name.startsWith("attempt_started"))).toEqual(
      ["t4.2", "t5.2", "t6.2", "t7.2", "t8.2"].map((id) => `attempt_started:${id}`),
    );
    expect([...run.state.questions.open.keys()]).toEqual(["q1", "q2", "q3", "q4", "q5"]);
  });

  it("tries the failed ones again where it is said what changed, and tells them so", () => {
    const run = answer(open(halted()), "retry: the key is set now");
    expect(run.state.run.phase).toBe("working");
    expect([...run.state.questions.open.keys()]).toEqual(["q1"]);
    expect(orderOf(run.state, "t0.2").prompt).toContain("- the key is set now");
    for (const id of MANY.slice(0, 9)) run.ends(`${id}.2`, done(id));
    run.when({ type: "answer", question: "q1", text: "left" }).ends("t9.2", done("t9"));
    expect(run.state.run).toMatchObject({ phase: "ended", verdict: "done" });
  });

  it("takes any other words for what changed, but not none at all", () => {
    expect(answer(halted(), "It is mended.").task("t0").attempt).toBe("t0.2");
    const run = answer(halted(), " retry ");
    expect(run.answer).toMatchObject({ refusal: { what: "no_change", question: "q6" } });
    expect(run.names()).toEqual([]);
  });

  it("ends at `stop`, and `reeve retry` brings a task back", () => {
    const run = answer(halted(), "stop");
    expect(run.state.run).toMatchObject({ phase: "ended", verdict: "failed" });
    expect(run.state.questions.open.size).toBe(0);
    run.when({ type: "retry", task: "t4", because: "needed after all" });
    expect(run.state.run.phase).toBe("working");
    expect(run.task("t4").attempt).toBe("t4.2");
  });

  it("counts anew from the answer: the same failures do not halt it again, as many new ones do", () => {
    const run = answer(halted(), "go on").pass(1);
    for (const id of ["t4", "t5", "t6"]) run.ends(`${id}.2`, DEAD);
    expect(run.state.run.phase).toBe("working");
    run.ends("t7.2", DEAD);
    expect(run.state.run.phase).toBe("stopping");
    expect(asked(run)?.text).toMatch(/^4 of 10 tasks failed/);
  });

  it("can be answered while its agents are still ending", () => {
    const run = given({ tasks: MANY, policies: BY_SHARE });
    for (const id of MANY.slice(0, 4)) run.ends(`${id}.1`, DEAD);
    answer(run, "go on");
    for (const id of MANY.slice(4)) run.ends(`${id}.1`, { type: "stopped" });
    expect(run.state.run).toMatchObject({ phase: "working", because: null });
    expect(run.task("t4").attempt).toBe("t4.2");
  });

  it("asks also where single tasks are given up instead of asked about", () => {
    const run = halted({ escalation: "give_up" });
    expect([...run.state.questions.open.values()]).toMatchObject([{ kind: "halt" }]);
    expect(answer(run, "the key is set").task("t0").attempt).toBe("t0.2");
  });

  it("is the same after a snapshot", () => {
    const run = halted();
    const copy = thawState(JSON.parse(JSON.stringify(freezeState(run.state))));
    expect(copy.questions).toEqual(run.state.questions);
    expect(freezeState(copy)).toEqual(JSON.parse(JSON.stringify(freezeState(run.state))));
  });
});

describe("a supervisor that says to halt", () => {
  const advisors = { supervisor: { agent: "agent", template: "{{trigger}}" } };
  const says: SupervisorAnswer = {
    diagnosis: "all of it writes into one table",
    pattern_detected: null,
    actions: [],
    recommendations: [],
    should_halt: true,
    halt_reason: "going on would destroy data",
  };

  function advised(): Scenario {
    const run = given({ tasks: ["a", "b"], settings: { advisors } }).ends("a.1", failed("unknown", "unknown"));
    return run.ends("@supervisor-1.1", { type: "advised", role: "supervisor", answer: says });
  }

  it("stops the agents and asks with its reason; the task it was asked about waits for the answer", () => {
    const run = advised();
    expect(run.state.run.phase).toBe("stopping");
    expect(run.state.attempts.live.get("b.1")?.phase).toBe("stopping");
    expect(asked(run)).toMatchObject({ tasks: ["a"], because: { rule: "advised" } });
    expect(asked(run)?.text).toContain("going on would destroy data");
    expect(asked(run)?.because.evidence).toContain("supervisor: all of it writes into one table");
  });

  it.each(["go on", "a second table is there now"])("goes on at %j, and the task is told", (text) => {
    const run = answer(advised().ends("b.1", { type: "stopped" }), text);
    expect(run.state.run.phase).toBe("working");
    expect(orderOf(run.state, "a.2").prompt).toContain(`- ${text}`);
    expect(run.state.questions.open.size).toBe(0);
  });

  it("stays asked when that task is retried by hand", () => {
    const run = advised().ends("b.1", { type: "stopped" });
    run.when({ type: "retry", task: "a", because: "mended" });
    expect(asked(run)).toMatchObject({ tasks: [] });
    expect(answer(run, "go on").task("a").attempt).toBe("a.2");
  });
});
