import { describe, expect, it } from "vitest";
import type { Outcome } from "../../domain/work/outcome.ts";
import type { Scenario } from "../../testing/given.ts";
import { given } from "../../testing/given.ts";
import { CRASH, done, failed } from "../../testing/outcomes.ts";
import { orderOf } from "../attempt/react.ts";
import { outstanding } from "../react.ts";

const OTHER_CRASH = failed("crash", "transient", "segmentation fault");

const LIMIT = failed("rate_limit", "transient", "the usage limit is reached");
const LOST: Outcome = { type: "lost", evidence: ["its keeper was killed"] };

/** Task a at work in the session s1, in which it has used so much. */
function working(sketch: Parameters<typeof given>[0] = { tasks: ["a"] }, tokens = 100): Scenario {
  const run = given(sketch);
  run.when({ type: "attempt_claimed", attempt: "a.1", host: "here", inputHash: "hash" });
  run.when({ type: "attempt_up", attempt: "a.1", pid: 7, dir: "/there" });
  return says(run, "a.1", "s1", tokens).quietly();
}

function says(run: Scenario, attempt: string, session: string | null, tokens: number): Scenario {
  const usage = { tokens, usd: tokens / 100 };
  return run.when({ type: "attempt_progressed", attempt, usage, activity: "half of it", session });
}

describe("the next attempt resumes the agent's session", () => {
  it.each([
    ["a crash", CRASH],
    ["the loss of its keeper", LOST],
    ["a stop from outside", { type: "stopped" }],
    ["an answer without form", failed("malformed_output", "persistent")],
    ["a failure that is told to it", failed("test_failure", "persistent")],
  ] as const)("after %s, with what the session has used", (_, outcome) => {
    const run = working().ends("a.1", outcome, 100);
    expect(orderOf(run.state, "a.2").session).toEqual({
      id: "s1",
      agent: "agent",
      dir: "/there",
      used: { tokens: 100, usd: 1 },
    });
    expect(run.then().find(({ type }) => type === "attempt_started")).toMatchObject({ session: { resumes: "s1" } });
  });

  it("after a usage limit, when the limit resets", () => {
    const failure = { class: "rate_limit", restart: "transient", message: "limit", evidence: [] } as const;
    const run = working().ends("a.1", { type: "failed", failure: { ...failure, retryAt: 1_600_000 } });
    expect(run.task("a").attempt).toBeNull();
    run.pass(700_000);
    expect(orderOf(run.state, "a.2").session?.id).toBe("s1");
    expect(run.task("a").counts.retries).toBe(0);
  });

  it("after the run was stopped, and after its budget was raised", () => {
    const run = working({ tasks: [{ id: "a", budget: { tokens: 50 } }] });
    run.ends("a.1", { type: "stopped" }, 100);
    expect(run.then().at(-1)).toMatchObject({ type: "question_asked" });
    const [question] = run.state.questions.open.keys();
    run.when({ type: "answer", question: question ?? "", text: "go on" });
    expect(orderOf(run.state, "a.2").session?.id).toBe("s1");
  });

  it("and is told first why it was restarted and what had been reached", () => {
    const run = working().ends("a.1", CRASH);
    const { prompt } = orderOf(run.state, "a.2");
    expect(prompt).toMatch(/^You were restarted: .*exit code 1.*half of it/);
  });
});

describe("a new session is begun", () => {
  it.each([
    ["is full", failed("context_overflow", "persistent"), "context_overflow"],
    ["is broken", failed("session_corrupt", "persistent"), "session_corrupt"],
  ] as const)("where the old one %s", (_, outcome, dropped) => {
    const run = working().ends("a.1", outcome);
    expect(run.then()[0]).toMatchObject({ type: "attempt_ended", dropped });
    expect(orderOf(run.state, "a.2").session).toBeNull();
  });

  it("where processes of the earlier attempt may still be there", () => {
    const run = working();
    run.when({ type: "attempt_ended", attempt: "a.1", outcome: LOST, usage: { tokens: 0 }, mayLive: true });
    expect(run.then()[0]).toMatchObject({ dropped: "may_live" });
    expect(orderOf(run.state, "a.2").session).toBeNull();
  });

  it("where its host was lost: nobody can say what goes on there", () => {
    const run = working().when({ type: "host_lost", host: "here" });
    expect(orderOf(run.state, "a.2").session).toBeNull();
  });

  it("where the work it remembers was put aside, also if the one after that crashes before it has one", () => {
    const run = working({ tasks: ["a"], isolated: true }).ends("a.1", failed("spinning", "persistent"));
    const started = run.then().find(({ type }) => type === "attempt_started");
    expect(started).toMatchObject({ changeset: "discard", session: { fresh: "discarded" } });
    run.up("a.2").ends("a.2", OTHER_CRASH);
    expect(orderOf(run.state, "a.3")).toMatchObject({ changeset: "keep", session: null });
  });

  it("where another agent has the task now", () => {
    const agents = { agent: { minutes: 60, parallel: 9, tiers: [] }, other: { minutes: 60, parallel: 9, tiers: [] } };
    const run = working({ tasks: ["a"], settings: { agents } });
    const { spec } = run.task("a");
    run.task("a").spec = { ...spec, agent: "other" };
    run.ends("a.1", CRASH);
    expect(run.then().at(-1)).toMatchObject({ agent: "other", session: { fresh: "other_agent" } });
  });

  it("where the folder is another one: said by who prepares it, and told", () => {
    const run = working().ends("a.1", CRASH).quietly();
    run.when({ type: "attempt_claimed", attempt: "a.2", host: "here", inputHash: "hash" });
    run.when({ type: "attempt_up", attempt: "a.2", pid: 8, dir: "/elsewhere", moved: true });
    expect(run.names()).toContain("attempt_noted:a.2");
    run.ends("a.2", OTHER_CRASH);
    expect(orderOf(run.state, "a.3").session).toBeNull();
  });

  it("of whom the new folder has been told already, that one is resumed there", () => {
    const run = working().ends("a.1", CRASH);
    run.when({ type: "attempt_claimed", attempt: "a.2", host: "here", inputHash: "hash" });
    says(run, "a.2", "s2", 7).when({ type: "attempt_up", attempt: "a.2", pid: 8, dir: "/elsewhere", moved: true });
    run.ends("a.2", OTHER_CRASH);
    expect(orderOf(run.state, "a.3").session).toMatchObject({ id: "s2", dir: "/elsewhere" });
  });
});

describe("what a session has used", () => {
  it("is the sum over its attempts, each counted once", () => {
    const run = working();
    says(run, "a.1", "s1", 100).ends("a.1", CRASH, 150);
    says(run, "a.2", "s1", 30).ends("a.2", OTHER_CRASH, 30);
    expect(orderOf(run.state, "a.3").session?.used.tokens).toBe(180);
  });

  it("begins anew where the agent could not resume and began another", () => {
    const run = working().ends("a.1", CRASH, 100);
    says(run, "a.2", "s2", 0).ends("a.2", OTHER_CRASH, 40);
    expect(orderOf(run.state, "a.3").session).toMatchObject({ id: "s2", used: { tokens: 40 } });
    expect(run.state.spending.usage.tokens).toBe(140);
  });
});

describe("no two live attempts are in one session", () => {
  it("a session in which another one works is not believed", () => {
    const run = working({ tasks: ["a", "b"] });
    says(run.up("b.1"), "b.1", "s1", 1);
    expect(run.task("b").session).toBeNull();
    expect(run.state.attempts.live.get("b.1")?.session).toBeNull();
  });

  it("and not resumed", () => {
    const run = working({ tasks: ["a", "b"], policies: { attemptsMax: 9 } });
    run.ends("a.1", failed("auth", "terminal"));
    says(run.up("b.1"), "b.1", "s1", 1).quietly();
    const [question] = run.state.questions.open.keys();
    run.when({ type: "answer", question: question ?? "", text: "go on" });
    expect(run.then().find(({ type }) => type === "attempt_started")).toMatchObject({ session: { fresh: "in_use" } });
  });
});

describe("a journal of before", () => {
  it("says nothing about the choice: what was told before stays known", () => {
    const run = working();
    expect(run.ends("a.1", done("a")).task("a").session?.id).toBe("s1");
    expect(outstanding(run.state)).toEqual([]);
  });
});

it("a limit is no reason to begin anew", () => {
  expect(working().ends("a.1", LIMIT).task("a").session?.id).toBe("s1");
});
