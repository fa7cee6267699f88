/** What Qwen Code printed in real runs, and what Reeve makes of it. */
import { expect, test } from "vitest";
import type { DriveOrder } from "../../src/effects/agents/drivers/driver-lines.ts";
import { qwenSettings } from "../../src/effects/agents/drivers/qwen/qwen-command.ts";
import { qwenDriver } from "../../src/effects/agents/drivers/qwen/qwen-driver.ts";
import { type Played, playRecorded, SESSION } from "./recorded/play-recorded.ts";

function play(name: string | readonly string[], order: Partial<DriveOrder> = {}): Promise<Played> {
  const files = [name].flat().map((each) => `./qwen-0.24.4/${each}.jsonl`);
  return playRecorded(qwenDriver, files, order);
}

test.each([
  ["refused-key", "auth"],
  ["no-credit", "billing"],
  ["unknown-model", "config_error"],
  ["rate-limit", "rate_limit"],
  ["server-error", "overloaded"],
])("%s is %s, though its exit status is 0", async (name, kind) => {
  expect((await play(name)).end).toMatchObject({ how: "failed", failure: { class: kind } });
});

test.each(["full-context", "loop-halted", "connection-refused", "malformed-stream"])(
  "%s is told in words only, and left to the classifier",
  async (name) => {
    const { end } = await play(name);
    expect(end).toMatchObject({ how: "failed", failure: { class: "unknown" } });
    expect(end.failure?.evidence.join("")).not.toBe("");
  },
);

test("limits it reached come as an exit status without a result", async () => {
  expect((await play("turns-reached")).end).toMatchObject({ how: "failed", failure: { class: "max_turns" } });
  expect((await play("tool-calls-reached")).end).toMatchObject({ how: "failed", failure: { class: "budget" } });
});

test("a session that is gone is begun anew, and that is said", async () => {
  const session = "00000000-0000-4000-8000-00000000dead";
  const { end, lines } = await play(["missing-session", "steps"], { session });
  expect(end.how).toBe("done");
  expect(lines).toContainEqual({ type: "note", text: expect.stringContaining(session) });
});

test("a session that was begun before is not begun a second time", async () => {
  expect((await play(["session-taken", "steps"])).commands).toHaveLength(2);
});

test("its totals run on over a resumed session; what is told is what this turn used", async () => {
  const used = ({ lines }: Played) =>
    lines.reduce((sum, line) => sum + (line.type === "usage" ? line.usage.tokens : 0), 0);
  const first = used(await play("steps"));
  expect(first).toBe(2_468);
  // One request more than it shows: an errand of its own.
  expect(used(await play("resumed", { session: SESSION, usedBefore: { tokens: first } }))).toBe(2_468);
  expect(used(await play("resumed", { session: SESSION }))).toBe(1_234);
});

test("the answer to the last message counts", async () => {
  expect((await play("steered")).end).toMatchObject({ how: "done", text: "heard you" });
});

test("it is kept from waiting for a limit by itself, which takes most of an hour without a word", () => {
  const order = { options: {} } as DriveOrder;
  expect(qwenSettings(order)).toMatchObject({ model: { generationConfig: { maxRetries: 0 } } });
  const asked = { options: { max_retries: "3" } } as unknown as DriveOrder;
  expect(qwenSettings(asked)).toMatchObject({ model: { generationConfig: { maxRetries: 3 } } });
});
