/** The scripted agent as a real process under a real keeper: every step, and every mistake in a script. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { AgentEvent } from "../../src/effects/agents/adapters/agent-adapter.ts";
import type { AttemptEnded } from "../../src/effects/agents/host/agent-host.ts";
import { AttemptLab } from "./attempt-lab.ts";

test("says, writes, calls tools, counts its usage and gives a result", async () => {
  const { lab, run } = play(`
tasks:
  task:
    - say: hello
    - write: { path: src/new.txt, text: content }
    - tool: { name: edit, input: { file: new.txt }, output: changed }
    - sleep: 0
    - usage: { tokens: 120, usd: 0.02 }
    - result: { files_created: [src/new.txt], decisions: [kept it small] }
`);
  const { outcome } = await run();
  expect(outcome).toMatchObject({
    type: "done",
    result: { task_id: "task", files_created: ["src/new.txt"], decisions: ["kept it small"] },
  });
  expect(readFileSync(join(lab.workspace, "src/new.txt"), "utf8")).toBe("content");
  const events: AgentEvent[] = [
    { type: "session", id: "scripted-task-1" },
    { type: "text", text: "hello" },
    { type: "tool_call", name: "edit", input: '{"file":"new.txt"}' },
    { type: "tool_result", name: "edit", ok: true, text: "changed" },
    { type: "usage", usage: { tokens: 120, usd: 0.02 } },
  ];
  expect(lab.events.map(({ event }) => event)).toEqual(events);
});

test("resolves a conflict by keeping both sides, and leaves a file without one as it is", async () => {
  const { lab, run } = play("default: [resolve: routes.txt, resolve: plain.txt, result: {}]");
  const conflict = ["all", "<<<<<<< integrated", "theirs", "=======", "mine", ">>>>>>> this task", ""].join("\n");
  writeFileSync(join(lab.workspace, "routes.txt"), conflict);
  writeFileSync(join(lab.workspace, "plain.txt"), "a\n======\nb");
  expect((await run()).outcome).toMatchObject({ type: "done" });
  expect(readFileSync(join(lab.workspace, "routes.txt"), "utf8")).toBe("all\ntheirs\nmine\n");
  expect(readFileSync(join(lab.workspace, "plain.txt"), "utf8")).toBe("a\n======\nb");
});

test("each attempt has its own steps, and a session is resumed under its name", async () => {
  const { lab, run } = play(
    "tasks: { task: [[say: first, crash: SIGSEGV], [say: second, result: { status: blocked, blocked_reason: ambiguous_spec, uncertain_about: which one }]] }",
  );
  expect((await run()).outcome).toMatchObject({
    failure: { class: "crash", message: expect.stringContaining("SIGSEGV") },
  });
  expect((await run({ attemptId: "task.2", number: 2, session: "scripted-task-1" })).outcome).toMatchObject({
    type: "blocked",
  });
  expect(lab.events.filter(({ attempt }) => attempt === "task.2")[0]?.event).toEqual({
    type: "session",
    id: "scripted-task-1",
  });
});

test.each([
  ["fail: the tests are red", { class: "crash", restart: "transient", message: "the tests are red" }],
  [
    "fail: { message: slow down, class: rate_limit, code: 9 }",
    { class: "rate_limit", message: "slow down", evidence: ["slow down"] },
  ],
  ["fail: { class: auth, restart: terminal }", { class: "auth", restart: "terminal" }],
  ["exit: 3", { class: "crash", evidence: ["exit 3"] }],
  ["crash", { class: "crash", message: expect.stringContaining("SIGKILL") }],
  ["say: nothing more", { class: "malformed_output", evidence: ["nothing more"] }],
  ["result: not json", { class: "malformed_output", message: expect.stringContaining("not JSON") }],
  ["result: { status: perhaps }", { class: "malformed_output" }],
])("the step `%s` ends the attempt as a failure", async (step, failure) => {
  const { run } = play(`default: [${step}]`);
  expect((await run()).outcome).toMatchObject({ type: "failed", failure });
});

test("hangs until it is stopped", async () => {
  const { lab, start } = play("default: [say: here, hang]");
  await start();
  await lab.said("here");
  expect(await lab.host.stop("task.1", 5_000)).toMatchObject({ type: "stopped", report: { forced: false } });
});

test("spins: the same call over and over, as often as told", async () => {
  const { lab, run } = play("default: [spin: { tool: grep, times: 4, every_s: 0 }, result: {}]");
  expect((await run()).outcome.type).toBe("done");
  const calls = lab.events.map(({ event }) => event).filter((event) => event.type === "tool_call");
  expect(calls).toHaveLength(4);
  expect(new Set(calls.map((call) => JSON.stringify(call))).size).toBe(1);
});

test.each([
  ["default: [sya: hi]", 'steps.yaml:1:11 there is no step "sya" here — did you mean `say`?'],
  ["tasks: { other: [hang] }", "has no steps for the task task — add it under `tasks`, or add a `default`"],
  ["", "steps.yaml:1:1 the file is empty"],
])("a mistake in the script (%s) is told with its place, and only a person can mend it", async (text, sentence) => {
  const { run } = play(text);
  expect((await run()).outcome).toMatchObject({
    failure: { class: "config_error", restart: "terminal", message: expect.stringContaining(sentence) },
  });
});

test("a script that is not there, or not named, is told as well", async () => {
  const lab = new AttemptLab();
  await lab.start([], {
    config: { adapter: "scripted", options: { script: join(lab.dir, "none.yaml") } },
    attemptId: "none.1",
  });
  await lab.start([], { config: { adapter: "scripted" }, attemptId: "unnamed.1" });
  expect((await lab.ended("none.1")).outcome).toMatchObject({
    failure: { message: expect.stringContaining("none.yaml cannot be read") },
  });
  expect((await lab.ended("unnamed.1")).outcome).toMatchObject({
    failure: { message: expect.stringContaining("set `script`") },
  });
});

type Request = Parameters<AttemptLab["start"]>[1];

function play(text: string): {
  lab: AttemptLab;
  start: (more?: Request) => Promise<number>;
  run: (more?: Request) => Promise<AttemptEnded>;
} {
  const lab = new AttemptLab();
  const script = join(lab.dir, "steps.yaml");
  writeFileSync(script, text);
  const start = (more: Request = {}): Promise<number> =>
    lab.start([], { config: { adapter: "scripted", options: { script } }, ...more });
  const run = async (more: Request = {}): Promise<AttemptEnded> => {
    await start(more);
    return await lab.ended(more?.attemptId);
  };
  return { lab, start, run };
}
