/** What Gemini CLI printed in real runs, and what Reeve makes of it. */
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { DriveOrder } from "../../src/effects/agents/drivers/driver-lines.ts";
import { geminiCommand, geminiSettings } from "../../src/effects/agents/drivers/gemini/gemini-command.ts";
import { geminiDriver } from "../../src/effects/agents/drivers/gemini/gemini-driver.ts";
import { layGeminiHome } from "../../src/effects/agents/drivers/gemini/gemini-home.ts";
import { retryNotice } from "../../src/effects/agents/drivers/gemini/gemini-reader.ts";
import { NOW, ORDER, type Played, playRecorded, SESSION } from "./recorded/play-recorded.ts";

function play(name: string | readonly string[], order: Partial<DriveOrder> = {}): Promise<Played> {
  const files = [name].flat().map((each) => `./gemini-0.61.0/${each}.jsonl`);
  return playRecorded(geminiDriver, files, order);
}

test("a turn is told in Reeve's words: pieces of a text together, tools, tokens by model", async () => {
  const { lines, end, written } = await play("create-file");
  const types = ["session", "session", "text", "tool_call", "tool_result", "text", "usage"];
  expect(lines.map((line) => line.type)).toEqual(types);
  expect(lines[2]).toEqual({ type: "text", text: "I will create hello.txt." });
  expect(lines.at(-1)).toMatchObject({ usage: { tokens: 2_468 }, model: "gemini-2.5-pro", parts: { cacheRead: 200 } });
  expect(end).toEqual({ type: "end", how: "done", text: "Done: hello.txt is there." });
  expect(written).toEqual(["Do it."]);
});

test.each([
  ["refused-key", "auth", "terminal"],
  ["no-access", "auth", "terminal"],
  ["no-credit", "billing", "terminal"],
  ["unknown-model", "config_error", "terminal"],
  ["rate-limit", "rate_limit", "transient"],
  ["server-error", "overloaded", "transient"],
  ["overloaded", "overloaded", "transient"],
  ["full-context", "context_overflow", "persistent"],
  ["malformed-stream", "malformed_output", "transient"],
  ["page-for-people", "malformed_output", "transient"],
  ["empty-answer", "malformed_output", "transient"],
  ["connection-refused", "network", "transient"],
  ["connection-cut", "network", "transient"],
  ["loop-stopped", "spinning", "persistent"],
  ["killed", "crash", "transient"],
])("%s is %s, %s, whatever its exit status looks like", async (name, kind, restart) => {
  const { end } = await play(name);
  expect(end).toMatchObject({ how: "failed", failure: { class: kind, restart } });
});

test("the time a limit ends is read from what it complains about", async () => {
  expect((await play("rate-limit-for-an-hour")).end.failure?.retryAt).toBe(NOW + 3_600_000);
});

test("it says success to an answer that was cut; the result that is missing then tells", async () => {
  expect((await play("output-cut")).end).toMatchObject({ how: "done", text: "This answer is cut off in the mid" });
});

test("a tool that is not there is a result that is not ok; a limit it got over leaves no failure", async () => {
  const { lines, end } = await play("unknown-tool");
  expect(lines).toContainEqual(expect.objectContaining({ type: "tool_result", ok: false }));
  expect(end.how).toBe("done");
  expect((await play("rate-limit-once")).end.how).toBe("done");
});

test("a resumed turn tells what it used itself, no totals", async () => {
  const { lines } = await play("resumed", { session: SESSION });
  const used = lines.filter((line) => line.type === "usage").map((line) => line.usage.tokens);
  expect(used).toEqual([1_234]);
});

test("a wait is told from its standard error", () => {
  const line = "Attempt 1 failed with status 429. Retrying with backoff... _ApiError: {}";
  expect(retryNotice(line)).toEqual({ type: "retry_notice", text: line });
  expect(retryNotice("YOLO mode is enabled.")).toBeUndefined();
});

test("a session that is gone is begun anew, and that is said; one that was begun before is not begun twice", async () => {
  const session = "00000000-0000-4000-8000-00000000dead";
  const lost = await play(["missing-session", "create-file"], { session });
  expect(lost.end.how).toBe("done");
  expect(lost.lines).toContainEqual({ type: "note", text: expect.stringContaining(session) });
  const taken = await play(["session-taken", "create-file"]);
  expect(taken.commands.map((command) => command.includes(SESSION))).toEqual([true, false]);
});

test("it is always told a model: otherwise it asks another one first", async () => {
  expect((await play("create-file")).commands[0]).toContain("gemini-2.5-pro");
  expect((await play("create-file", { model: "gemini-3-flash" })).commands[0]).toContain("gemini-3-flash");
});

const callback = { url: "http://127.0.0.1:4010/mcp", token: "sesame", name: "reeve" } as const;

test("settings are added to the person's own ones, their login and sessions are linked, nothing of theirs changes", async () => {
  const root = mkdtempSync(join(tmpdir(), "reeve-gemini-home-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const own = join(root, "home", ".gemini");
  mkdirSync(own, { recursive: true });
  const written =
    '{ "ui": { "theme": "x // y" }, // mine\n "mcpServers": { "docs": {} }, "general": { "vimMode": true } }';
  writeFileSync(join(own, "settings.json"), written);
  writeFileSync(join(own, "oauth_creds.json"), "{}");
  const order = { ...ORDER, callback, options: { max_turns: "9", max_retries: "1" } };
  const laid = await layGeminiHome(geminiSettings(order) ?? {}, { scratch: root, env: { HOME: join(root, "home") } });
  if (!laid.ok) throw new Error(laid.sentence);
  const ours = join(laid.home, ".gemini");
  const text = readFileSync(join(ours, "settings.json"), "utf8");
  expect(JSON.parse(text)).toMatchObject({
    ui: { theme: "x // y" },
    mcpServers: { docs: {}, reeve: { httpUrl: callback.url } },
    general: { vimMode: true, maxAttempts: 2 },
    model: { maxSessionTurns: 9 },
  });
  expect(text).not.toContain("sesame");
  expect(["oauth_creds.json", "tmp"].map((name) => lstatSync(join(ours, name)).isSymbolicLink())).toEqual([true, true]);
  expect(readFileSync(join(own, "settings.json"), "utf8")).toBe(written);
});

test("settings that cannot be read are a mistake of configuration, not lost", async () => {
  const root = mkdtempSync(join(tmpdir(), "reeve-gemini-home-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, ".gemini"));
  writeFileSync(join(root, ".gemini", "settings.json"), "{ nonsense");
  const laid = await layGeminiHome({}, { scratch: join(root, "scratch"), env: { HOME: root } });
  expect(laid).toMatchObject({ ok: false, sentence: expect.stringContaining("settings.json") });
  expect(existsSync(join(root, "scratch"))).toBe(false);
});

test("without anything to add its own home is used", () => {
  expect(geminiSettings(ORDER)).toBeNull();
  expect(geminiCommand(ORDER, { how: "begin", id: SESSION }, null).env).not.toHaveProperty("GEMINI_CLI_HOME");
});
