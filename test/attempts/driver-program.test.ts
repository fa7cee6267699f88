/** The real driver program under a real keeper, with a small agent that speaks its dialect. */
import { expect, test } from "vitest";
import { until } from "../wait.ts";
import { AttemptLab, FIXTURES } from "./attempt-lab.ts";

const AGENT = [`${FIXTURES}stream-json.sh`];

function turn(prompt: string) {
  return { prompt, config: { adapter: "claude" } };
}

test("a driver runs the agent's turn and ends with it", async () => {
  const lab = new AttemptLab();
  await lab.start(AGENT, turn("work"));
  const { outcome, leftovers } = await lab.ended();
  expect(outcome).toMatchObject({ type: "done" });
  expect(leftovers).toBe(0);
  expect(lab.events.filter(({ event }) => event.type === "session")).toHaveLength(1);
});

test("the same attempt presets the same session, another one another", async () => {
  const lab = new AttemptLab();
  await lab.start(AGENT, turn("work"));
  await lab.ended();
  await lab.start(AGENT, { ...turn("work"), attemptId: "task.2" });
  await lab.ended("task.2");
  const sessions = lab.events.flatMap(({ event }) => (event.type === "session" ? [event.id] : []));
  expect(new Set(sessions).size).toBe(2);
  for (const session of sessions)
    expect(session).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("an agent that goes without a last word has crashed, though it exits with 0", async () => {
  const lab = new AttemptLab();
  await lab.start(AGENT, turn("die"));
  expect((await lab.ended()).outcome).toMatchObject({ type: "failed", failure: { class: "crash" } });
});

test("a stop takes the agent and its tools with it", async () => {
  const lab = new AttemptLab();
  await lab.start(AGENT, turn("hang"));
  await lab.said("hanging");
  await lab.host.stop("task.1", 5_000);
  expect((await lab.ended()).outcome).toEqual({ type: "stopped" });
  await until("every process of the attempt to end", async () => (await lab.processes()).length === 0);
});

test("a message reaches the agent while it works, once, though it was sent twice", async () => {
  const lab = new AttemptLab();
  await lab.start(AGENT, turn("listen"));
  await lab.said("listening");
  const message = { type: "steer", id: "m1", text: "the word" } as const;
  await lab.host.steer("task.1", message);
  await lab.host.steer("task.1", message);
  expect((await lab.ended()).outcome).toMatchObject({ type: "done" });
  expect(lab.events.filter(({ event }) => event.type === "text" && event.text === "heard the word")).toHaveLength(1);
});

test("an interrupt ends the turn in order, and everything the agent left behind", async () => {
  const lab = new AttemptLab();
  await lab.start(AGENT, turn("hang"));
  await lab.said("hanging");
  await lab.host.steer("task.1", { type: "interrupt", id: "i1" });
  expect((await lab.ended()).outcome).toEqual({ type: "stopped" });
});

test("Reeve is killed: driver and agent are found again, and hear what is said to them then", async () => {
  const lab = new AttemptLab();
  const pid = await lab.start(AGENT, turn("listen"));
  await lab.said("listening");
  await lab.crash();
  expect(await lab.host.adopt(lab.request(AGENT, turn("listen")))).toMatchObject({ state: "running", agent: { pid } });
  await lab.host.steer("task.1", { type: "steer", id: "m1", text: "the word" });
  await lab.said("heard the word");
  expect((await lab.ended()).outcome).toMatchObject({ type: "done" });
  expect(lab.ends).toHaveLength(1);
});
