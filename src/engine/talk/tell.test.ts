import { expect, it } from "vitest";
import { given, type Scenario } from "../../testing/given.ts";
import { CRASH, done, failed } from "../../testing/outcomes.ts";
import { orderOf } from "../attempt/react.ts";
import { outstanding, react } from "../react.ts";

function told(run: Scenario, text = "use tabs"): Scenario {
  return run.when({ type: "tell", task: "a", message: "m1", text });
}

const HANDED_ON = { type: "tell_attempt", attempt: "a.1", message: { id: "m1", text: "use tabs" } };

it("what is said to an agent at work is handed on to it, and owed until somebody says what became of it", () => {
  const run = told(
    given({ tasks: ["a"] })
      .up("a.1")
      .quietly(),
  );
  expect(run.answer).toEqual({ type: "told", message: "m1", to: "a.1" });
  const [event] = run.then();
  expect(event && react(event, run.state)).toEqual([HANDED_ON]);
  expect(outstanding(run.state)).toContainEqual(HANDED_ON);
  run.when({ type: "attempt_told", attempt: "a.1", message: "m1", how: "sent" });
  expect(run.names()).toEqual(["attempt_told:a.1"]);
  expect(outstanding(run.state)).not.toContainEqual(HANDED_ON);
  run.when({ type: "attempt_told", attempt: "a.1", message: "m1", how: "sent" });
  expect(run.names()).toEqual([]);
});

it("whoever comes after reads it in the prompt, heard or not", () => {
  const run = told(given({ tasks: ["a"] }).up("a.1")).ends("a.1", CRASH);
  expect(orderOf(run.state, "a.2").prompt).toContain("Said by the people you work for:\n- use tabs");
  expect(outstanding(run.up("a.2").state)).not.toContainEqual(expect.objectContaining({ type: "tell_attempt" }));
});

it("the same input again is not the same any more when somebody said something", () => {
  const run = told(given({ tasks: ["a"] }).up("a.1")).ends("a.1", failed("malformed_output", "persistent"));
  expect(orderOf(run.state, "a.2").prompt).toContain("- use tabs");
});

it("one that starts is told when it is up", () => {
  const run = told(given({ tasks: ["a"] }));
  expect(outstanding(run.state)).not.toContainEqual(HANDED_ON);
  const up = run.up("a.1").then().at(-1);
  expect(up && react(up, run.state)).toEqual([HANDED_ON]);
});

it("where nobody works it waits for the next attempt; one that is being stopped is not told", () => {
  const waiting = given({ tasks: [{ id: "b" }, { id: "a", dependsOn: ["b"] }] });
  expect(told(waiting).answer).toEqual({ type: "told", message: "m1", to: null });
  waiting.ends("b.1", done("b"));
  expect(orderOf(waiting.state, "a.1").prompt).toContain("- use tabs");
  const stopping = told(
    given({ tasks: ["a"] })
      .up("a.1")
      .when({ type: "stop" }),
  );
  expect(stopping.answer).toMatchObject({ to: null });
});

it("said twice under one name, it counts once", () => {
  const run = told(told(given({ tasks: ["a"] }).up("a.1")));
  expect(run.task("a").notes).toEqual(["use tabs"]);
  expect(run.answer).toEqual({ type: "told", message: "m1", to: "a.1" });
});

it("a task that is done or not known is told nothing", () => {
  const run = told(given({ tasks: ["a"] }).ends("a.1", done("a")));
  expect(run.answer).toMatchObject({ type: "refused", refusal: { what: "task_done" } });
  run.when({ type: "tell", task: "zzz", message: "m2", text: "x" });
  expect(run.answer).toMatchObject({ refusal: { what: "unknown_task" } });
});

it("what a driver notes is kept once, however often it is read, and not without bound", () => {
  const run = given({ tasks: ["a"] })
    .up("a.1")
    .quietly();
  for (let each = 0; each < 50; each += 1) {
    run.when({ type: "attempt_noted", attempt: "a.1", text: `note ${each % 25}` });
    run.when({ type: "attempt_noted", attempt: "a.1", text: "the session was gone" });
  }
  expect(run.names()).toHaveLength(20);
});
