/** What agents say while they work: questions without an end, words for the others. */
import { expect, test } from "vitest";
import { given, type Scenario } from "../../testing/given.ts";
import { blocked, CRASH, done } from "../../testing/outcomes.ts";
import { TALK_MAX } from "./talk.ts";

const BLOCKED = blocked("a", { uncertain_about: "Red or blue?" });

const ask = (run: Scenario, waitMs = 0, text = "Red or blue?") =>
  run.when({ type: "agent_asked", attempt: "a.1", text, options: [], waitMs, blocked: "ambiguous_spec" });

test("a question is open at once, and the agent works on", () => {
  const run = ask(
    given({ tasks: ["a"] })
      .up("a.1")
      .quietly(),
  );
  expect(run.answer).toEqual({ type: "asked", question: "q1" });
  expect(run.names()).toEqual(["question_asked"]);
  expect(run.task("a").status).toBe("working");
  expect(ask(run).answer).toEqual({ type: "asked", question: "q1" });
  expect(run.names()).toEqual([]);
});

test("an agent that went on is told the answer while it works, and so are those after it", () => {
  const run = ask(given({ tasks: ["a"] }).up("a.1")).quietly();
  run.when({ type: "answer", question: "q1", text: "blue" });
  const note = "You asked: Red or blue?\nThe answer: blue";
  const [answered, told] = run.then();
  expect(answered).toEqual({ type: "question_answered", question: "q1", text: "blue" });
  expect(told).toEqual({ type: "task_told", task: "a", message: "q1", text: note, to: "a.1" });
  expect(run.state.talk.answers).toEqual([
    { question: "q1", task: "a", attempt: "a.1", asked: "Red or blue?", answer: "blue" },
  ]);
  expect(run.task("a").status).toBe("working");
  run.ends("a.1", CRASH).pass(1000);
  expect(run.state.attempts.live.get("a.2")?.briefing.notes).toEqual([note]);
});

test("one that waits gets the answer by its call alone", () => {
  const run = ask(given({ tasks: ["a"] }).up("a.1"), 60_000).quietly();
  run.when({ type: "answer", question: "q1", text: "blue" });
  expect(run.names()).toEqual(["question_answered"]);
  expect(run.task("a")).toMatchObject({ notes: ["You asked: Red or blue?\nThe answer: blue"], untold: [] });
  expect(run.state.attempts.live.get("a.1")?.waitsUntil).toBeUndefined();
});

test("one that hangs up and asks again every second does not fill the journal", () => {
  const run = ask(given({ tasks: ["a"] }).up("a.1"), 60_000);
  let waits = 0;
  for (let second = 0; second < 60; second += 1) {
    run.pass(1_000).quietly();
    waits += ask(run, 60_000).names().length;
  }
  expect(waits).toBe(6);
});

test("an agent that ends because it is blocked has its task wait for the question it had asked", () => {
  const run = ask(given({ tasks: ["a"] }).up("a.1")).quietly();
  run.ends("a.1", BLOCKED);
  expect(run.names()).toEqual(["attempt_ended:a.1", "question_awaited:a"]);
  expect([...run.state.questions.open.values()]).toMatchObject([{ id: "q1", tasks: ["a"] }]);
  expect(run.task("a")).toMatchObject({ status: "waiting_for_input", question: "q1" });
  run.when({ type: "answer", question: "q1", text: "blue" });
  expect(run.state.attempts.live.get("a.2")?.briefing.notes).toEqual(["You asked: Red or blue?\nThe answer: blue"]);
});

test("an answer that came while the agent was ending is not asked for again, and not for ever", () => {
  const run = ask(given({ tasks: ["a"] }).up("a.1"));
  run.when({ type: "answer", question: "q1", text: "blue" }).quietly();
  run.ends("a.1", BLOCKED);
  expect(run.names()).toEqual(["attempt_ended:a.1", "task_requeued:a", "attempt_started:a.2"]);
  expect(run.state.attempts.live.get("a.2")?.briefing.notes).toEqual(["You asked: Red or blue?\nThe answer: blue"]);
  run.up("a.2").ends("a.2", BLOCKED);
  expect(run.task("a").status).toBe("waiting_for_input");
});

test("what was asked needs no answer any more when the task is done, and the run can end", () => {
  const run = ask(given({ tasks: ["a"] }).up("a.1")).quietly();
  run.ends("a.1", done("a"));
  expect(run.names()).toEqual(["attempt_ended:a.1", "task_done:a", "question_withdrawn:a", "run_ended"]);
  run.when({ type: "answer", question: "q1", text: "blue" });
  expect(run.answer).toMatchObject({ type: "refused", refusal: { what: "unknown_question" } });
});

test("a question outlives a crash of its agent", () => {
  const run = ask(given({ tasks: ["a"] }).up("a.1"))
    .ends("a.1", CRASH)
    .pass(1000)
    .up("a.2")
    .quietly();
  expect([...run.state.questions.open.keys()]).toEqual(["q1"]);
  const again = { type: "agent_asked", text: "Red or blue?", options: [], waitMs: 0 } as const;
  expect(run.when({ ...again, attempt: "a.2" }).answer).toEqual({ type: "asked", question: "q1" });
  expect(run.when({ ...again, attempt: "a.1" }).answer).toMatchObject({ refusal: { what: "attempt_over" } });
});

test("time spent waiting for a person is not counted as work, once and not without end", () => {
  const run = given({ tasks: ["a"] }).up("a.1");
  const deadline = () => run.state.attempts.live.get("a.1")?.deadlineAt ?? 0;
  const before = deadline();
  ask(run, 60_000);
  ask(run, 60_000);
  expect(deadline() - before).toBe(60_000);
  run.pass(30_000);
  ask(run, 60_000);
  expect(deadline() - before).toBe(90_000);
  for (let i = 0; i < 30; i += 1) ask(run.pass(240_000), 240_000);
  expect(deadline() - before).toBe(TALK_MAX.waitMs);
  run.pass(24 * 3_600_000);
  expect(run.state.attempts.live.get("a.1")?.phase).toBe("stopping");
});

test("whoever waits for a person and asks again does not go in circles", () => {
  const agents = { agent: { minutes: 60, parallel: 10, tiers: [], repeats: 3 } };
  const repeated = { type: "calls_repeated", attempt: "a.1", tool: "ask", input: "x", same: 9, alike: 9 } as const;
  const waits = ask(given({ tasks: ["a"], settings: { agents } }).up("a.1"), 60_000).when(repeated);
  expect(waits.state.attempts.live.get("a.1")?.phase).toBe("working");
  expect(waits.pass(180_000).when(repeated).state.attempts.live.get("a.1")?.phase).toBe("stopping");
});

test("too many questions, notes or messages of one task are refused", () => {
  const run = given({ tasks: ["a", "b"] })
    .up("a.1")
    .up("b.1");
  for (let i = 0; i <= TALK_MAX.questionsPerTask; i += 1) ask(run, 0, `question ${i}`);
  expect(run.answer).toMatchObject({ refusal: { what: "said_enough", kind: "questions" } });
  for (let i = 0; i <= TALK_MAX.wisdomPerTask; i += 1)
    run.when({ type: "agent_learned", attempt: "a.1", text: `fact ${i}` });
  expect(run.answer).toMatchObject({ refusal: { what: "said_enough", kind: "wisdom" } });
  for (let i = 0; i <= TALK_MAX.messagesPerTask; i += 1)
    run.when({ type: "agent_wrote", attempt: "a.1", to: null, text: `word ${i}` });
  expect(run.answer).toMatchObject({ refusal: { what: "said_enough", kind: "messages" } });
  expect(run.when({ type: "agent_learned", attempt: "b.1", text: "more" }).answer).toEqual({ type: "taken" });
});

test("an agent that has ended says nothing any more", () => {
  const run = given({ tasks: ["a"] })
    .up("a.1")
    .ends("a.1", CRASH)
    .quietly();
  for (const input of [
    { type: "agent_learned", attempt: "a.1", text: "x" },
    { type: "agent_wrote", attempt: "a.1", to: null, text: "x" },
  ] as const)
    expect(run.when(input).answer).toEqual({
      type: "refused",
      refusal: { what: "attempt_over", attempt: "a.1" },
    });
  expect(run.names()).toEqual([]);
});
