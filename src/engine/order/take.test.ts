/** A person takes a task over and hands it back. */
import { expect, it } from "vitest";
import { given } from "../../testing/given.ts";
import { blocked, done } from "../../testing/outcomes.ts";

it("ends the attempt, keeps its work, and nobody starts until it is handed back", () => {
  const run = given({ tasks: ["a", { id: "b", dependsOn: ["a"] }], isolated: true })
    .up("a.1")
    .quietly();
  run.when({ type: "take", task: "a" });
  expect(run.names()).toEqual(["attempt_stopping:a.1", "question_asked"]);
  run.ends("a.1", { type: "stopped" });
  expect(run.task("a")).toMatchObject({ status: "waiting_for_input", changeset: "keep" });
  run.pass(3_600_000);
  expect(run.state.attempts.live.size).toBe(0);
  run.when({ type: "retry", task: "a", because: "I fixed the import", changeset: "keep" });
  expect(run.names()).toContain("attempt_started:a.2");
  expect(run.state.questions.open.size).toBe(0);
});

it("reminds nobody: whoever took it knows of it", () => {
  const run = given({ tasks: ["a"] })
    .up("a.1")
    .when({ type: "take", task: "a" });
  expect([...run.state.questions.open.values()]).toMatchObject([{ tasks: ["a"], ackedAt: run.at }]);
});

it("also holds what was said done while it was taken: that is proved after it is handed back", () => {
  const run = given({ tasks: ["a"], isolated: true })
    .up("a.1")
    .when({ type: "take", task: "a" });
  run.ends("a.1", done("a"));
  expect(run.task("a").status).toBe("waiting_for_input");
});

it("asks nothing more of a task that waits for a person already, and is refused for what is done or unknown", () => {
  const run = given({ tasks: ["a", "b"] })
    .ends("a.1", blocked("a"))
    .ends("b.1", done("b"))
    .quietly();
  expect(run.when({ type: "take", task: "a" }).answer).toEqual({ type: "taken" });
  expect(run.names()).toEqual([]);
  expect(run.when({ type: "take", task: "b" }).answer).toMatchObject({ refusal: { what: "task_done" } });
  expect(run.when({ type: "take", task: "c" }).answer).toMatchObject({ refusal: { what: "unknown_task" } });
});

it("is refused while it is being merged, because nobody could say what would be true afterwards", () => {
  const run = given({ tasks: ["a"], isolated: true })
    .up("a.1")
    .ends("a.1", done("a"))
    .verified("a.1");
  expect(run.when({ type: "take", task: "a" }).answer).toMatchObject({ refusal: { what: "task_merging" } });
});
