/** A result that an agent reported before its end: what it is worth when that end goes wrong. */
import { expect, test } from "vitest";
import type { BlockedResult, DoneResult, Outcome } from "../../domain/work/outcome.ts";
import { given } from "../../testing/given.ts";
import { blocked, CRASH, done } from "../../testing/outcomes.ts";
import { TALK_MAX } from "../talk/talk.ts";

const DONE = resultOf(done("a", { decisions: ["used sqlite"] }));
const BLOCKED = resultOf(blocked("a", { uncertain_about: "Red or blue?" }));

test("a result that was reported counts though the agent then crashed", () => {
  const run = given({ tasks: ["a"] })
    .up("a.1")
    .quietly();
  run.when({ type: "result_reported", attempt: "a.1", result: DONE }).ends("a.1", CRASH);
  const [reported, ended, done] = run.then();
  expect(reported).toEqual({ type: "result_reported", attempt: "a.1", result: DONE });
  expect(ended).toMatchObject({ outcome: { type: "done", result: DONE }, despite: "exit code 1" });
  expect(done).toEqual({ type: "task_done", task: "a" });
});

test("it counts though the agent then hung until its time was up, and is proved like any other", () => {
  const run = given({ tasks: ["a"], isolated: true }).up("a.1");
  run
    .when({ type: "result_reported", attempt: "a.1", result: DONE })
    .pass(61 * 60_000)
    .quietly();
  expect(run.state.attempts.live.get("a.1")?.phase).toBe("stopping");
  run.ends("a.1", { type: "stopped" });
  expect(run.task("a").status).toBe("verifying");
});

test("it counts for nothing where the run was stopped, or the group starts anew", () => {
  const run = given({ tasks: ["a"] }).up("a.1");
  run.when({ type: "result_reported", attempt: "a.1", result: DONE }).when({ type: "stop" }).quietly();
  run.ends("a.1", { type: "stopped" });
  expect(run.task("a").status).toBe("ready");
});

test("a crash without a report is a crash", () => {
  const run = given({ tasks: ["a"] })
    .up("a.1")
    .quietly()
    .ends("a.1", CRASH);
  expect(run.names()).toContain("task_requeued:a");
});

test("an answer takes back that the agent had reported itself blocked", () => {
  const run = given({ tasks: ["a"] }).up("a.1");
  const asked = { text: "Red or blue?", options: [], waitMs: 60_000, blocked: "ambiguous_spec" } as const;
  run.when({ type: "agent_asked", attempt: "a.1", ...asked });
  run.when({ type: "result_reported", attempt: "a.1", result: BLOCKED });
  run.when({ type: "answer", question: "q1", text: "blue" }).quietly().ends("a.1", CRASH);
  expect(run.names()).toContain("task_requeued:a");
  expect(run.state.questions.open.size).toBe(0);
});

test("an agent that reports without end is stopped from that, and the last report that was taken stands", () => {
  const run = given({ tasks: ["a"] }).up("a.1");
  const report = (n: number) =>
    run.when({ type: "result_reported", attempt: "a.1", result: { ...DONE, decisions: [`${n}`] } as DoneResult });
  for (let n = 1; n <= TALK_MAX.results + 1; n += 1) report(n);
  expect(run.answer).toMatchObject({ refusal: { what: "said_enough", kind: "results" } });
  expect(run.state.attempts.live.get("a.1")?.reported).toMatchObject({ decisions: [`${TALK_MAX.results}`] });
});

function resultOf(outcome: Outcome): DoneResult | BlockedResult {
  if (outcome.type === "done" || outcome.type === "blocked") return outcome.result;
  throw new Error(outcome.type);
}
