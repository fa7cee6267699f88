/** Looking at a run through its use cases: what each answers, and why it may not. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aProject, aRun, ends, hold, refusalOf, valueIn } from "../../../test/app-lab.ts";
import { blocked, CRASH, done } from "../../testing/outcomes.ts";
import { readEvents } from "./events.ts";
import { explainRun, explainTask } from "./explain.ts";
import { readOutput } from "./output.ts";
import { openQuestions } from "./questions.ts";
import { readStatus } from "./status.ts";

test("a project without runs refuses every look, and says where it looked", async () => {
  const project = aProject();
  const refusal = { what: "no_run", run: null, known: [], stateDir: project.stateDir };
  const looks = [
    readStatus(project),
    openQuestions(project, undefined, 0),
    explainRun(project),
    explainTask(project, "api"),
  ];
  for (const look of looks) expect(refusalOf(await look)).toEqual(refusal);
  expect(refusalOf(await readEvents(project, {}, () => {}))).toEqual(refusal);
});

test("a run that does not exist is refused with those that do", async () => {
  const project = aProject();
  await aRun(project, ["api"]);
  expect(refusalOf(await readStatus(project, "r7"))).toMatchObject({ what: "no_run", run: "r7", known: ["r1"] });
});

test("status: how the run stands, who works on it, and which orders wait", async () => {
  const project = aProject();
  await aRun(project, ["api", "page"], ends("api.1", done("api")));
  const alone = valueIn(await readStatus(project));
  expect(alone.view).toMatchObject({ run: { id: "r1", phase: "working" }, total: 2, counts: { done: 1 } });
  expect(alone).toMatchObject({ holder: null, orders: [] });
  await hold(project, "r1");
  expect(valueIn(await readStatus(project, "r1")).holder).toMatchObject({ pid: process.pid });
});

test("of several runs the newest is meant", async () => {
  const project = aProject();
  await aRun(project, ["api"]);
  await aRun(project, ["page"]);
  expect(valueIn(await readStatus(project)).view.run.id).toBe("r2");
});

test("questions are those that only a person can answer", async () => {
  const project = aProject();
  await aRun(project, ["api"], ends("api.1", blocked("api")));
  const [item] = valueIn(await openQuestions(project, undefined, 61_003));
  expect(item).toMatchObject({
    question: { id: "q1", tasks: ["api"], options: ["left", "right"] },
    severity: "high",
    ageMs: 60_000,
    held: { waiting: ["api"], behind: 0, run: false },
  });
});

test("events come record by record, from any number on", async () => {
  const project = aProject();
  await aRun(project, ["api"], ends("api.1", done("api")));
  const seqs: number[] = [];
  const count = valueIn(await readEvents(project, {}, ({ seq }) => void seqs.push(seq)));
  expect(seqs).toEqual([1, 2, 3, 4]);
  expect(count).toBe(4);
  expect(valueIn(await readEvents(project, { from: 3 }, () => {}))).toBe(2);
});

test("events that are followed go on until somebody has seen enough", async () => {
  const project = aProject();
  await aRun(project, ["api"]);
  const enough = new AbortController();
  const types: string[] = [];
  const read = await readEvents(project, { follow: enough.signal }, ({ events }) => {
    types.push(...events.map(({ type }) => type));
    if (types.includes("attempt_started")) enough.abort();
  });
  expect(read.ok).toBe(true);
  expect(types[0]).toBe("run_created");
});

test("a journal that cannot be read is a refusal, not an exception", async () => {
  const project = aProject();
  const { dir } = await aRun(project, ["api"]);
  writeFileSync(join(dir, "journal.db"), "no database at all, and longer than a header would be".repeat(20));
  expect(refusalOf(await readStatus(project))).toMatchObject({ what: "journal", error: { kind: "corrupt" } });
  expect(refusalOf(await readEvents(project, {}, () => {}))).toMatchObject({ what: "journal" });
});

test("why: what every open task waits for", async () => {
  const project = aProject();
  await aRun(project, ["api", "page"], ends("api.1", blocked("api")));
  const { red, open } = valueIn(await explainRun(project));
  expect(red).toBeNull();
  expect(open).toMatchObject([
    { task: "api", move: { by: "person", question: "q1" } },
    { task: "page", move: { by: "attempt" } },
  ]);
});

test("why of a task: every decision about it, oldest first, also an answer that names only its question", async () => {
  const project = aProject();
  await aRun(
    project,
    ["api", "page"],
    [...ends("api.1", blocked("api")), { type: "answer", question: "q1", text: "left" }],
  );
  const { decisions, move, task } = valueIn(await explainTask(project, "api"));
  expect(task.id).toBe("api");
  const types = decisions.map(({ event }) => event.type);
  expect(types).toContain("question_asked");
  expect(types.indexOf("question_answered")).toBeGreaterThan(types.indexOf("question_asked"));
  expect(decisions.every(({ event }) => !("task" in event) || event.task === "api")).toBe(true);
  expect(move).not.toBeNull();
});

test("why of a task that is not in the plan names the one that may be meant", async () => {
  const project = aProject();
  await aRun(project, ["api", "page"]);
  expect(refusalOf(await explainTask(project, "pag"))).toMatchObject({
    what: "order_refused",
    refusal: { what: "unknown_task", task: "pag" },
    near: "page",
    run: "r1",
  });
});

test("output: of the newest attempt, or of an earlier one; never of one that was not made", async () => {
  const project = aProject();
  const wish = { task: "api", follow: false, signal: new AbortController().signal };
  await aRun(project, ["api", "page"], ends("api.1", CRASH));
  expect(valueIn(await readOutput(project, { ...wish, attempt: 1 })).attempt).toBe("api.1");
  expect(refusalOf(await readOutput(project, { ...wish, attempt: 9 }))).toMatchObject({
    what: "no_attempt",
    task: "api",
  });
  expect(refusalOf(await readOutput(project, { ...wish, task: "x" }))).toMatchObject({ what: "order_refused" });
});
