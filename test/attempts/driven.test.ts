/** Drivers as the host sees them, with small programs in their place: what is believed of their lines, and what is not. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { AgentAdapter, AttemptRequest } from "../../src/effects/agents/adapters/agent-adapter.ts";
import { drivenAdapter } from "../../src/effects/agents/adapters/driven-adapter.ts";
import { until } from "../wait.ts";
import { AttemptLab } from "./attempt-lab.ts";

const RESULT = '{"status":"done","task_id":"task"}';
const line = (value: object): string => `echo '${JSON.stringify(value)}'`;
const end = (more: object): string => line({ type: "end", how: "done", text: RESULT, ...more });

/** The driven adapter, with a shell script where the driver would be. */
function faked(script: string): AgentAdapter {
  const real = drivenAdapter("fake");
  const launch = (request: AttemptRequest) => ({ ...real.launch(request), command: ["sh", "-c", script] });
  return { ...real, launch };
}

function lab(script: string): AttemptLab {
  return new AttemptLab({ adapters: { fake: faked(script) } });
}

async function run(script: string): Promise<AttemptLab> {
  const world = lab(script);
  await world.start([], { config: { adapter: "fake" } });
  await world.ended();
  return world;
}

test("its lines become events, and its end with exit status 0 a result", async () => {
  const session = line({ type: "session", id: "s1" });
  const world = await run(`${session}; ${line({ type: "note", text: "began anew" })}; ${end({})}`);
  expect(world.events.map(({ event }) => event)).toEqual([
    { type: "session", id: "s1" },
    { type: "note", text: "began anew" },
  ]);
  expect((await world.ended()).outcome).toMatchObject({ type: "done" });
});

test("without its last line it crashed, though it exits with 0", async () => {
  const world = await run(line({ type: "text", text: RESULT }));
  expect((await world.ended()).outcome).toMatchObject({
    type: "failed",
    failure: { class: "crash", restart: "transient" },
  });
});

test("done with a bad exit status is a failure", async () => {
  expect((await (await run(`${end({})}; exit 3`)).ended()).outcome).toMatchObject({ type: "failed" });
});

test("a failure keeps its class, its time and its words; notes are evidence", async () => {
  const failure = { class: "rate_limit", restart: "transient", message: "A limit.", retryAt: 5_000, evidence: ["429"] };
  const note = line({ type: "note", text: "The session was gone." });
  const world = await run(`${note}; ${end({ how: "failed", failure })}; exit 1`);
  expect((await world.ended()).outcome).toEqual({
    type: "failed",
    failure: { ...failure, evidence: ["429", "The session was gone."] },
  });
});

test("a failure nobody could name is read from its words", async () => {
  const failure = {
    class: "unknown",
    restart: "unknown",
    message: "It failed.",
    evidence: ["API Error: 529 Overloaded"],
  };
  const world = await run(`${end({ how: "failed", failure })}; exit 1`);
  expect((await world.ended()).outcome).toMatchObject({ type: "failed", failure: { class: "overloaded" } });
});

test("what an agent complained about on the way is not taken for why it failed", async () => {
  const failure = {
    class: "unknown",
    restart: "unknown",
    message: "It failed.",
    evidence: ["API Error: Connection error."],
  };
  const world = await run(`echo "spawn rg EACCES: permission denied" >&2; ${end({ how: "failed", failure })}; exit 1`);
  expect((await world.ended()).outcome).toMatchObject({ type: "failed", failure: { class: "network" } });
});

test("lines that are not what they should be are not believed", async () => {
  const bad = [{ type: "usage", usage: { tokens: -5 } }, { type: "end", how: "splendid", text: "" }, { type: "boast" }];
  const world = await run([...bad.map(line), "echo not json", end({})].join("; "));
  expect(world.events).toEqual([]);
  expect((await world.ended()).outcome).toMatchObject({ type: "done" });
});

test("an interrupted turn is a stop, but not one that a stranger's signal interrupted", async () => {
  const interrupted = end({ how: "interrupted", text: "" });
  expect((await (await run(`${interrupted}; exit 1`)).ended()).outcome).toEqual({ type: "stopped" });
  const killed = await run(`${interrupted}; exit 143`);
  expect((await killed.ended()).outcome).toMatchObject({ type: "failed", failure: { class: "crash" } });
});

test("a message lies in its inbox once it was sent; agents without one say so", async () => {
  const world = lab(`until [ -e "$REEVE_INBOX" ]; do sleep 0.05; done; cat "$REEVE_INBOX" >heard; ${end({})}`);
  const message = { type: "steer", id: "m1", text: "listen" } as const;
  expect(await world.host.steer("task.1", message)).toEqual({ type: "not_running" });
  await world.start([], { config: { adapter: "fake" } });
  expect(await world.host.steer("task.1", message)).toEqual({ type: "sent" });
  expect((await world.ended()).outcome).toMatchObject({ type: "done" });
  const plain = new AttemptLab();
  await plain.start(["sh", "-c", `until [ -e go ]; do sleep 0.05; done; echo '${RESULT}'`]);
  expect(await plain.host.steer("task.1", message)).toEqual({ type: "cannot" });
  writeFileSync(join(plain.workspace, "go"), "");
  await plain.ended();
});

test("a program that is not there is refused before anything starts", async () => {
  const world = new AttemptLab();
  const answer = await world.host.start(world.request(["no-such-agent"], { config: { adapter: "claude" } }));
  expect(answer).toMatchObject({ type: "failed", outcome: { failure: { class: "config_error" } } });
});

test("Reeve is killed: the driver and its agent live on, are found again, and their end is told once", async () => {
  const script = `sh -c 'until [ -e go ]; do sleep 0.05; done' & echo '{"type":"session","id":"s1"}'; wait; ${end({})}`;
  const world = lab(script);
  const request = { config: { adapter: "fake" } };
  const pid = await world.start([], request);
  await world.when(() => world.events.at(0));
  await world.crash();
  expect(await world.host.adopt(world.request([], request))).toMatchObject({ state: "running", agent: { pid } });
  writeFileSync(join(world.workspace, "go"), "");
  expect((await world.ended()).outcome).toMatchObject({ type: "done" });
  expect(world.ends).toHaveLength(1);
  await until("every process of the attempt to end", async () => (await world.processes()).length === 0);
});
