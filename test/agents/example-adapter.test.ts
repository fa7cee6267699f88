/** The adapter of the guide docs/agents/add-an-agent.md, as reeve.yaml would name it, under the real process host. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { adapter } from "../../examples/16-own-adapter/pebble.ts";
import type { Outcome } from "../../src/domain/work/outcome.ts";
import { agentAdapters } from "../../src/effects/agents/adapters/adapters.ts";
import { classifyEnd } from "../../src/effects/agents/adapters/classify-end.ts";
import { readOutcome } from "../../src/effects/agents/adapters/read-outcome.ts";
import { AttemptLab } from "../attempts/attempt-lab.ts";

const PEBBLE = fileURLToPath(new URL("./fixtures/pebble.ts", import.meta.url));
const EXAMPLE = fileURLToPath(new URL("../../examples/16-own-adapter/pebble.ts", import.meta.url));

async function run(prompt: string, session?: string): Promise<{ lab: AttemptLab; outcome: Outcome }> {
  const pebble = adapter({ readOutcome, classifyEnd });
  const lab = new AttemptLab({ adapters: { ...agentAdapters, pebble } });
  const more = { prompt, config: { adapter: "pebble" }, ...(session !== undefined && { session }) };
  await lab.start([process.execPath, PEBBLE], more);
  return { lab, outcome: (await lab.ended("task.1")).outcome };
}

test("the example adapter has fewer than 100 lines", () => {
  expect(readFileSync(EXAMPLE, "utf8").split("\n").length).toBeLessThan(100);
});

test("it tells what its agent does, and its result", async () => {
  const { lab, outcome } = await run("work");
  expect(outcome).toMatchObject({ type: "done" });
  expect(lab.events.map(({ event }) => event)).toEqual([
    { type: "session", id: "p1" },
    { type: "text", text: "Looking." },
    { type: "tool_call", name: "shell", input: '{"line":"ls"}' },
    { type: "usage", usage: { tokens: 12 } },
  ]);
});

test("it resumes the session it is given", async () => {
  const { lab } = await run("work", "p7");
  expect(lab.events[0]?.event).toEqual({ type: "session", id: "p7" });
});

test.each([
  ["login", "auth"],
  ["limit", "rate_limit"],
  ["crash", "crash"],
])("it tells failures apart: %s → %s", async (prompt, expected) => {
  expect((await run(prompt)).outcome).toMatchObject({ type: "failed", failure: { class: expected } });
});
