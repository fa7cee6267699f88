/** What Claude Code printed in real runs, and what Reeve makes of it: each of its lies is seen through. */
import { expect, test } from "vitest";
import { claudeDriver } from "../../src/effects/agents/drivers/claude/claude-driver.ts";
import type { DriveOrder } from "../../src/effects/agents/drivers/driver-lines.ts";
import { NOW, type Played, playRecorded, SESSION } from "./recorded/play-recorded.ts";

function play(name: string | readonly string[], order: Partial<DriveOrder> = {}): Promise<Played> {
  const files = [name].flat().map((each) => `./claude-2.1.325/${each}.jsonl`);
  return playRecorded(claudeDriver, files, order);
}

test("a turn is told in Reeve's words, from its session to its end", async () => {
  const { lines, end } = await play("create-file");
  expect(lines.map((line) => line.type)).toEqual([
    "session",
    "session",
    "text",
    "tool_call",
    "tool_result",
    "text",
    "usage",
  ]);
  expect(lines).toContainEqual({
    type: "tool_result",
    name: "Write",
    ok: true,
    text: expect.stringContaining("created"),
  });
  expect(end).toEqual({ type: "end", how: "done", text: "Done: hello.txt is there." });
});

test.each([
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
  ["output-cut", "malformed_output", "persistent"],
  ["declined", "refusal_or_blocked", "persistent"],
  ["connection-reset", "network", "transient"],
  ["connection-refused", "network", "transient"],
  ["max-turns", "max_turns", "persistent"],
  ["max-budget", "budget", "terminal"],
])("%s is %s, %s, though its subtype may say success", async (name, kind, restart) => {
  const { end } = await play(name);
  expect(end).toMatchObject({ how: "failed", failure: { class: kind, restart } });
  expect(end.failure?.evidence.join("")).not.toBe("");
});

test("a refused key ends it at its first retry, which it would repeat for minutes", async () => {
  const { end, ended, lines } = await play("refused-key");
  expect(end).toMatchObject({ how: "failed", failure: { class: "auth", restart: "terminal" } });
  expect(ended).toBe(1);
  expect(lines).toContainEqual({ type: "retry_notice", text: expect.stringContaining("401") });
});

test("a usage limit names the time it ends, as a number or in a time zone", async () => {
  const byNumber = await play("usage-limit");
  expect(byNumber.end.failure).toMatchObject({ class: "rate_limit", retryAt: 1_795_000_000_000 });
  const inWords = await play("by-hand-session-limit");
  expect(inWords.end.failure).toMatchObject({ class: "rate_limit", retryAt: NOW + 14 * 3_600_000 });
  // Beside its words it tells the state of its limits; the time is there also where the words do not say it.
  const byEvent = await play("by-hand-weekly-limit");
  expect(byEvent.end.failure).toMatchObject({ class: "rate_limit", retryAt: 1_795_190_400_000 });
});

test("without a result it has crashed, however its process ended", async () => {
  for (const name of ["terminated", "killed"]) {
    expect((await play(name)).end).toMatchObject({ how: "failed", failure: { class: "crash", restart: "transient" } });
  }
});

test("an interrupt from outside is no success, though its exit status is 0", async () => {
  expect((await play("sigint")).end).toMatchObject({ how: "failed", failure: { class: "crash" } });
});

test("a result that says done beside an exit status that does not is a failure", async () => {
  expect((await play("by-hand-done-but-exit-1")).end).toMatchObject({ how: "failed", failure: { class: "crash" } });
});

test("an answer not in the form that was asked for is left to whoever reads its words", async () => {
  const { end, commands } = await play("schema-unmet", { schema: { type: "object" } });
  expect(end).toMatchObject({ how: "done" });
  expect(end).not.toHaveProperty("structured");
  expect(commands[0]).toContain("--json-schema");
});

test("a stream that was cut once goes on, and the wait is told", async () => {
  const { end, lines } = await play("cut-once");
  expect(end.how).toBe("done");
  expect(lines.filter(({ type }) => type === "retry_notice")).toHaveLength(1);
});

test("an empty answer is a done turn with nothing in it", async () => {
  expect((await play("empty-answer")).end).toEqual({ type: "end", how: "done", text: "" });
});

test("a message heard late gets an answer of its own, which is the one that counts", async () => {
  const { end, lines } = await play("steered-late");
  expect(end).toMatchObject({ how: "done", text: "heard you" });
  expect(lines.filter(({ type }) => type === "usage")).toHaveLength(2);
});

test("its costs run on over a resumed session; what is told is what this turn used", async () => {
  const { lines } = await play("resumed", { session: SESSION });
  const [usage] = lines.filter((line) => line.type === "usage");
  expect(usage?.usage).toEqual({ tokens: 1_234, usd: 0.0051 });
});

test("a version that knows only totals is taken at the difference", async () => {
  const { lines } = await play("by-hand-totals-only", { session: SESSION, usedBefore: { tokens: 500, usd: 0.03 } });
  const [usage] = lines.filter((line) => line.type === "usage");
  expect(usage?.usage.tokens).toBe(1_100);
  expect(usage?.usage.usd).toBeCloseTo(0.02);
});

test("a session that is gone is begun anew, once, and that is said", async () => {
  const session = "00000000-0000-4000-8000-00000000dead";
  const { end, lines, commands } = await play(["missing-session", "create-file"], { session });
  expect(end.how).toBe("done");
  expect(commands.map((command) => command.includes("--resume"))).toEqual([true, false]);
  expect(lines).toContainEqual({ type: "note", text: expect.stringContaining(session) });
});

test("a session that was begun before is not begun a second time", async () => {
  const { end, commands } = await play(["session-taken", "create-file"]);
  expect(end.how).toBe("done");
  const ids = commands.map((command) => command[command.indexOf("--session-id") + 1]);
  expect(ids[0]).toBe(SESSION);
  expect(ids[1]).not.toBe(SESSION);
});

test("a resume that came back as another session is never silent", async () => {
  const { lines } = await play("by-hand-other-session", { session: SESSION });
  expect(lines).toContainEqual({ type: "session", id: "00000000-0000-4000-8000-000000000009" });
  expect(lines).toContainEqual({ type: "note", text: expect.stringContaining("started over") });
});

test("tools it was not allowed to use, and tools of Reeve's it cannot reach, are told", async () => {
  expect((await play("by-hand-denied")).lines).toContainEqual({ type: "note", text: expect.stringContaining("Write") });
  expect((await play("by-hand-callback-down")).lines).toContainEqual({
    type: "note",
    text: expect.stringContaining("reeve"),
  });
});

test("the token for Reeve's tools is on no command line", async () => {
  const callback = { url: "http://127.0.0.1:4010/mcp", token: "sesame", name: "reeve" } as const;
  const { commands } = await play("callback", { callback });
  expect(commands.flat().join(" ")).toContain("--mcp-config");
  expect(commands.flat().join(" ")).not.toContain("sesame");
});
