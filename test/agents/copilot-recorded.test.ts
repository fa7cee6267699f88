/** What Copilot CLI printed in real runs, and what Reeve makes of it. */
import { expect, test } from "vitest";
import { copilotDriver } from "../../src/effects/agents/drivers/copilot/copilot-driver.ts";
import type { DriveOrder } from "../../src/effects/agents/drivers/driver-lines.ts";
import { type Played, playRecorded, SESSION } from "./recorded/play-recorded.ts";

function play(name: string | readonly string[], order: Partial<DriveOrder> = {}): Promise<Played> {
  const files = [name].flat().map((each) => `./copilot-1.0.102/${each}.jsonl`);
  return playRecorded(copilotDriver, files, order);
}

test("a turn is told in Reeve's words; its session was chosen before it began", async () => {
  const { lines, end, commands, written } = await play("create-file");
  const types = ["session", "text", "tool_call", "tool_result", "text", "session"];
  expect(lines.map((line) => line.type)).toEqual(types);
  expect(lines[0]).toEqual({ type: "session", id: SESSION });
  expect(lines[3]).toMatchObject({ name: "create", ok: true, text: expect.stringContaining("Created file") });
  expect(end).toEqual({ type: "end", how: "done", text: "Done: hello.txt is there." });
  expect(commands[0]).toContain(SESSION);
  expect(written).toEqual(["Do it."]);
});

test.each([
  ["refused-key", "auth", "terminal"],
  ["no-access", "auth", "terminal"],
  ["no-credit", "billing", "terminal"],
  ["unknown-model", "config_error", "terminal"],
  ["rate-limit", "rate_limit", "transient"],
  ["rate-limit-for-an-hour", "rate_limit", "transient"],
  ["server-error", "overloaded", "transient"],
  ["overloaded", "overloaded", "transient"],
  ["full-context", "context_overflow", "persistent"],
  ["malformed-stream", "malformed_output", "transient"],
  ["page-for-people", "malformed_output", "transient"],
  ["empty-answer", "malformed_output", "transient"],
  ["connection-refused", "network", "transient"],
])("%s is %s, %s", async (name, kind, restart) => {
  const { end } = await play(name);
  expect(end).toMatchObject({ how: "failed", failure: { class: kind, restart } });
  expect(end.failure?.evidence.join("")).not.toBe("");
});

test("waits are told with the status they are for", async () => {
  const { end, lines } = await play("rate-limit-once");
  expect(end.how).toBe("done");
  const notices = lines.filter((line) => line.type === "retry_notice");
  expect(notices).toEqual([{ type: "retry_notice", text: expect.stringContaining("429 (rate_limit)") }]);
});

test("without a result it has crashed", async () => {
  expect((await play("by-hand-no-result")).end).toMatchObject({ how: "failed", failure: { class: "crash" } });
});

test("a session that is gone is begun anew, and that is said", async () => {
  const session = "00000000-0000-4000-8000-00000000dead";
  const { end, lines, commands } = await play(["missing-session", "create-file"], { session });
  expect(end.how).toBe("done");
  expect(commands.map((command) => command.includes("--resume"))).toEqual([true, false]);
  expect(lines).toContainEqual({ type: "note", text: expect.stringContaining(session) });
});

test("the token for Reeve's tools is on no command line", async () => {
  const callback = { url: "http://127.0.0.1:4010/mcp", token: "sesame", name: "reeve" } as const;
  const { commands } = await play("create-file", { callback });
  expect(commands.flat().join(" ")).toContain("--additional-mcp-config");
  expect(commands.flat().join(" ")).not.toContain("sesame");
});

test.each([
  ["connection-cut", "Done: hello.txt is there."],
  ["resumed", "RECALL"],
  ["output-cut", "This answer is cut off"],
])("%s ends as a done turn; whether the answer is a result is judged elsewhere", async (name, text) => {
  const { end } = await play(name);
  expect(end).toMatchObject({ how: "done", text: expect.stringContaining(text) });
});
