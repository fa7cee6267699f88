/** What this machine lacks: one hold for all, one question where only a person can help, and nobody pays. */
import { expect, it } from "vitest";
import type { MachineNeed } from "../../domain/proof/machine-need.ts";
import type { Outcome } from "../../domain/work/outcome.ts";
import { given, type Scenario } from "../../testing/given.ts";
import { done, failed } from "../../testing/outcomes.ts";

const TASKS = ["a", "b", "c"];

function lacks(machine: MachineNeed): Outcome {
  const outcome = failed("config_error", "terminal", "The program git was not found on PATH.");
  if (outcome.type !== "failed") throw new Error("not a failure");
  return { ...outcome, failure: { ...outcome.failure, machine } };
}

function allLack(machine: MachineNeed): Scenario {
  const run = given({ tasks: TASKS, settings: { maxParallel: 3 } });
  for (const task of TASKS) run.ends(`${task}.1`, lacks(machine));
  return run;
}

it("a missing git is asked about once, however many tasks meet it, and none of them has failed", () => {
  const run = allLack("git");
  expect([...run.state.questions.open.values()]).toMatchObject([{ kind: "endpoint", endpoint: "machine:git" }]);
  for (const task of TASKS) {
    expect(run.task(task).status).toBe("ready");
    expect(run.task(task).counts.retries).toBe(0);
  }
});

it("room that is missing is waited for, without a question", () => {
  const run = allLack("room");
  expect(run.state.questions.open.size).toBe(0);
  expect([...run.state.network.held.keys()]).toEqual(["machine:room"]);
});

it("what is there again lets all tasks start, and withdraws the question", () => {
  const run = allLack("git");
  run.when({ type: "timer_due", timer: { of: "endpoint", endpoint: "machine:git" } });
  run.when({ type: "endpoint_probed", endpoint: "machine:git", problem: null });
  expect(run.state.questions.open.size).toBe(0);
  expect(run.state.attempts.live.size).toBe(3);
});

it("work that cannot be verified for it is verified later, however often that fails", () => {
  const run = given({ isolated: true, tasks: ["a"] })
    .up("a.1")
    .ends("a.1", done("a"));
  const outcome = lacks("disk");
  if (outcome.type !== "failed") throw new Error("not a failure");
  for (let round = 0; round < 6; round += 1)
    run.when({ type: "job_failed", task: "a", attempt: "a.1", job: "verify", failure: outcome.failure });
  expect(run.task("a").status).toBe("verifying");
  expect(run.state.questions.open.size).toBe(0);
});
