/** What every tool does, called by the protocol's own client over real HTTP. */
import { expect, test } from "vitest";
import { until } from "../wait.ts";
import { openLab, SECRET } from "./lab.ts";

test("an agent finds all tools", async () => {
  const lab = await openLab();
  const agent = await lab.client("a.1");
  expect(await agent.tools()).toEqual([
    "report_result",
    "report_blocked",
    "ask_person",
    "progress",
    "read_task",
    "read_wisdom",
    "add_wisdom",
    "message",
  ]);
});

test("a question is asked at once and once; the answer is there when it is asked again", async () => {
  const lab = await openLab();
  const agent = await lab.client("a.1");
  expect((await agent.call("ask_person", { question: "Which port?" })).text).toContain("Not answered yet (q1)");
  expect((await agent.call("ask_person", { question: "Which port?" })).text).toContain("Not answered yet (q1)");
  lab.when({ type: "answer", question: "q1", text: "8080" });
  expect((await agent.call("ask_person", { question: "Which port?" })).text).toBe("The answer: 8080");
  const task = JSON.parse((await agent.call("read_task")).text);
  expect(task.questions).toEqual([{ question: "Which port?", answer: "8080" }]);
  expect(task.said_by_people).toEqual(["You asked: Which port?\nThe answer: 8080"]);
});

test("an agent that hangs up while it waits keeps nobody waiting", async () => {
  const lab = await openLab();
  const agent = await lab.client("a.1");
  const waiting = agent.call("ask_person", { question: "Which port?", wait_s: 240 }).catch(() => "gone");
  await until("the sign of its waiting", () => lab.signs.length === 1);
  await agent.close();
  expect(await waiting).toBe("gone");
  const again = await lab.client("a.1");
  lab.when({ type: "answer", question: "q1", text: "8080" });
  expect((await again.call("ask_person", { question: "Which port?", wait_s: 240 })).text).toBe("The answer: 8080");
});

test("where nobody is to be asked, an agent is told to decide by itself", async () => {
  const lab = await openLab({ given: { tasks: ["a"], policies: { escalation: "give_up" } } });
  lab.run.up("a.1").quietly();
  const agent = await lab.client("a.1");
  const { text, isError } = await agent.call("ask_person", { question: "Which port?" });
  expect(isError).toBe(true);
  expect(text).toContain("No person answers questions in this run");
});

test("progress is a life sign without secrets", async () => {
  const lab = await openLab();
  const agent = await lab.client("a.1");
  await agent.call("progress", { text: `runs the tests with ${SECRET}` });
  expect(lab.signs).toEqual([["a.1", "runs the tests with [redacted]"]]);
});

test("what one agent notes all of the run can read, once", async () => {
  const lab = await openLab();
  const [one, other] = [await lab.client("a.1"), await lab.client("b.1")];
  expect((await other.call("read_wisdom")).text).toBe("Nothing has been noted yet.");
  await one.call("add_wisdom", { text: "The tests need a database." });
  await other.call("add_wisdom", { text: "The tests need a database." });
  expect((await other.call("read_wisdom")).text).toBe("- a: The tests need a database.");
});

test("messages reach the task they are for, and all reach all", async () => {
  const lab = await openLab();
  const [one, other] = [await lab.client("a.1"), await lab.client("b.1")];
  await one.call("message", { to: "b", text: "I renamed the table." });
  await one.call("message", { to: "all", text: "Use port 8080." });
  const { messages } = JSON.parse((await other.call("read_task")).text);
  expect(messages).toEqual([
    { from: "a", to: "b", text: "I renamed the table." },
    { from: "a", to: "all", text: "Use port 8080." },
  ]);
  expect(JSON.parse((await one.call("read_task")).text).messages).toEqual([]);
  const nobody = await one.call("message", { to: "zzz", text: "Hello" });
  expect(nobody).toEqual({
    text: "Not taken:\n- There is no task zzz in this run; read_task names them.",
    isError: true,
  });
});

test("read_task tells what is wanted and how it is checked", async () => {
  const gate = { name: "unit", run: "npm test", timeoutS: 60 };
  const acceptance = [{ criterion: "It answers.", verifyBy: "manual" as const }];
  const tasks = [{ id: "a", prompt: "Build it.", files: ["x.ts"], gates: [gate], acceptance }];
  const lab = await openLab({ given: { tasks } });
  lab.run.up("a.1").quietly();
  const agent = await lab.client("a.1");
  expect(JSON.parse((await agent.call("read_task")).text)).toMatchObject({
    task_id: "a",
    prompt: "Build it.",
    files: ["x.ts"],
    gates: [{ name: "unit", run: "npm test" }],
    acceptance,
  });
});

test("malformed arguments and unknown tools are told back in words", async () => {
  const lab = await openLab();
  const agent = await lab.client("a.1");
  expect((await agent.call("no_such_tool")).text).toContain("there is no tool no_such_tool");
  expect((await agent.call("progress", { text: 7 })).text).toBe("Not taken:\n- text: must be text");
  expect((await agent.call("add_wisdom", { text: "   " })).text).toBe("Not taken:\n- text: must say something");
  expect((await agent.call("ask_person", { question: "x", wait_s: 1e9 })).text).toContain(
    "wait_s: must be at most 240",
  );
  expect((await agent.call("message", { to: "b", text: "x".repeat(2001) })).text).toContain("at most 2000 characters");
  expect(lab.run.names()).toEqual([]);
});

test("many calls at once are all served", async () => {
  const lab = await openLab();
  const [one, other] = [await lab.client("a.1"), await lab.client("b.1")];
  const texts = Array.from({ length: 12 }, (_, i) => `fact ${i}`);
  await Promise.all(texts.map((text, i) => (i % 2 ? one : other).call("add_wisdom", { text })));
  expect(lab.run.state.talk.wisdom.map(({ text }) => text).sort()).toEqual(texts.toSorted());
});
