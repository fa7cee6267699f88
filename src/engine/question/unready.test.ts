/** What is missing before a start: one question for all that need it, nobody fails by it, and what is there again is asked no longer. */
import { describe, expect, it } from "vitest";
import type { Unready } from "../../domain/tree/unready.ts";
import { given, type Scenario } from "../../testing/given.ts";
import { failed } from "../../testing/outcomes.ts";

const TASKS = ["a", "b", "c"];
const LOGIN: Unready = { program: "acc", agents: ["agent"], by: "login", message: "Not logged in.", evidence: [] };
const usage = { tokens: 0, usd: 0 };

function notStarted(run: Scenario, attempt: string, ...unready: readonly Unready[]): Scenario {
  return run.when({ type: "attempt_ended", attempt, outcome: failed("config_error", "terminal"), usage, unready });
}

function allMeetIt(lack: Unready = LOGIN): Scenario {
  const run = given({ tasks: TASKS, settings: { maxParallel: 3 } });
  for (const task of TASKS) notStarted(run, `${task}.1`, lack);
  return run;
}

describe("a login that is missing at a start", () => {
  it("is one question however many tasks meet it; nobody has failed, and no restart is counted", () => {
    const run = allMeetIt();
    expect([...run.state.questions.open.values()]).toMatchObject([{ kind: "ready", missing: "login acc" }]);
    for (const task of TASKS)
      expect(run.task(task)).toMatchObject({ status: "ready", restarts: 0, counts: { retries: 0 } });
    expect(run.state.tree.restarts).toBe(0);
    expect(run.state.attempts.live.size).toBe(0);
    run.pass(3_600_000);
    expect(run.state.attempts.live.size).toBe(0);
  });

  it("that is there again lets all of them start, and the question goes by itself", () => {
    const run = allMeetIt().when({ type: "readiness_seen", unready: [] });
    expect(run.state.questions.open.size).toBe(0);
    expect(run.state.attempts.live.size).toBe(3);
    expect(run.state.run.accepted).toBeUndefined();
  });

  it("is not asked about again once a person has said that it is there", () => {
    const run = allMeetIt().when({ type: "answer", question: "q1", text: "it is in the keychain" });
    expect(run.state.attempts.live.size).toBe(3);
    notStarted(run, "a.2", LOGIN);
    expect(run.state.questions.open.size).toBe(0);
  });

  it("is answered by a retry of any task that waits for it", () => {
    const run = allMeetIt().when({ type: "retry", task: "b", because: "logged in" });
    expect(run.answer).toEqual({ type: "taken" });
    expect(run.state.questions.open.size).toBe(0);
    expect(run.state.attempts.live.size).toBe(3);
  });

  it("holds another agent that lacks it too by the same question", () => {
    const run = allMeetIt();
    run.when({ type: "readiness_seen", unready: [{ ...LOGIN, agents: ["agent", "twin"] }] });
    expect([...run.state.questions.open.values()]).toMatchObject([{ id: "q2", agents: ["agent", "twin"] }]);
    expect(run.state.run.accepted).toBeUndefined();
  });

  it("ends its tasks where nobody is to be asked", () => {
    const run = given({ tasks: ["a"], policies: { escalation: "give_up" } });
    notStarted(run, "a.1", LOGIN);
    expect(run.task("a").status).toBe("given_up");
    expect(run.state.run.phase).toBe("ended");
  });
});

it("a program that is still missing after an answer is asked about again", () => {
  const lack: Unready = { ...LOGIN, program: "claude", by: "agent" };
  const run = allMeetIt(lack).when({ type: "answer", question: "q1", text: "installed" });
  notStarted(run, "a.2", lack);
  expect([...run.state.questions.open.values()]).toMatchObject([{ id: "q2", missing: "agent claude" }]);
});

it("an endpoint that a person lets agents try is not held against their starts again", () => {
  const unreached = { endpoint: "https://api.example.com", agents: ["agent"], detail: "ENOTFOUND" };
  const run = given({ tasks: ["a"], policies: { unreachableMinutes: 0 } });
  run.when({ type: "attempt_ended", attempt: "a.1", outcome: failed("network", "transient"), usage, unreached });
  run.pass(3_000).when({ type: "endpoint_probed", endpoint: unreached.endpoint, problem: "ENOTFOUND" });
  run.when({ type: "answer", question: "q1", text: "start them" });
  expect(run.state.network.trusted).toEqual([unreached.endpoint]);
});
