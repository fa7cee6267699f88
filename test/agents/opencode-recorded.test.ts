/** What OpenCode's server told in real runs, and what Reeve makes of it. */
import { expect, test } from "vitest";
import { type PlayedServer, type PlayOptions, playOpencode, recordedEvents } from "./recorded/play-opencode.ts";
import { NOW } from "./recorded/play-recorded.ts";

function play(name: string, options: PlayOptions = {}): Promise<PlayedServer> {
  return playOpencode(recordedEvents(name), options);
}

test("a turn is told in Reeve's words, with the cost of every step", async () => {
  const { lines, end } = await play("create-file");
  const types = ["session", "tool_call", "text", "tool_result", "usage", "text", "usage"];
  expect(lines.map((line) => line.type)).toEqual(types);
  const usage = lines.filter((line) => line.type === "usage");
  expect(usage.map((line) => line.usage)).toEqual([
    { tokens: 1_234, usd: 0.00381 },
    { tokens: 1_234, usd: 0.00381 },
  ]);
  expect(usage[0]).toMatchObject({ model: "scripted/model", parts: { input: 1_100, cacheRead: 100 } });
  expect(end).toEqual({ type: "end", how: "done", text: "Done: hello.txt is there." });
});

test.each([
  ["refused-key", "auth", "terminal"],
  ["no-credit", "billing", "terminal"],
  ["unknown-model", "config_error", "terminal"],
  ["full-context", "context_overflow", "persistent"],
  ["output-cut", "malformed_output", "persistent"],
])("%s is %s, %s", async (name, kind, restart) => {
  const { end } = await play(name);
  expect(end).toMatchObject({ how: "failed", failure: { class: kind, restart } });
  expect(end.failure?.evidence.join("")).not.toBe("");
});

test.each([
  ["rate-limit", 0, "rate_limit"],
  ["malformed-stream", 1, "malformed_output"],
  ["overloaded", 1, "overloaded"],
  ["server-error", 1, "overloaded"],
  ["connection-refused", 2, "network"],
])("%s is waited for by itself for ever; Reeve's patience ends after %i waits", async (name, retries, kind) => {
  const { end, lines, asked } = await play(name, { order: { options: { max_retries: String(retries) } } });
  expect(end).toMatchObject({ how: "failed", failure: { class: kind, restart: "transient" } });
  expect(lines.filter((line) => line.type === "retry_notice")).toHaveLength(retries + 1);
  expect(asked.at(-1)).toBe("POST /session/ses_1/abort");
});

function status(next: number, message = "This would exceed your rate limit."): string {
  const properties = { sessionID: "ses_1", status: { type: "retry", attempt: 1, message, next } };
  return JSON.stringify({ type: "session.status", properties });
}

test("what ends only in an hour is not waited for, and when it ends is told", async () => {
  const { end } = await play("rate-limit-for-an-hour");
  expect(end.failure).toMatchObject({ class: "rate_limit" });
  expect(end.failure?.retryAt).toBeGreaterThan(NOW + 3_500_000);
});

test("a stream that was cut once goes on, and the wait is told", async () => {
  const { end, lines } = await play("cut-once", { order: { options: { max_retries: "1" } } });
  expect(end.how).toBe("done");
  expect(lines.filter((line) => line.type === "retry_notice")).toHaveLength(1);
});

test.each([
  ["Provider is overloaded", "overloaded"],
  ["Cannot connect to API: Unable to connect.", "network"],
  ["Too Many Requests", "rate_limit"],
])("a wait for %j is %s", async (message, kind) => {
  const { end } = await playOpencode([status(NOW + 1_000, message)], { order: { options: { max_retries: "0" } } });
  expect(end.failure?.class).toBe(kind);
});

test("answers with nothing in them, again and again, are given up", async () => {
  const { end, lines, asked } = await play("page-for-people");
  expect(end).toMatchObject({ how: "failed", failure: { class: "malformed_output", restart: "transient" } });
  expect(end.failure?.evidence.join("")).toContain("unknown");
  expect(lines.filter((line) => line.type === "usage")).toEqual([]);
  expect(asked.at(-1)).toBe("POST /session/ses_1/abort");
});

test("it asks whether it may, and it may", async () => {
  const { asked, bodies, end } = await play("permission");
  expect(end.how).toBe("done");
  expect(bodies[asked.indexOf("POST /permission/per_8/reply")]).toBe('{"reply":"once"}');
});

test("a question to a person is turned down, whoever of its helpers asks", async () => {
  const question = { type: "question.asked", properties: { id: "que_1", sessionID: "ses_helper" } };
  const { asked, end } = await playOpencode([JSON.stringify(question), ...recordedEvents("create-file")]);
  expect(end.how).toBe("done");
  expect(asked).toContain("POST /question/que_1/reject");
});

test("an answer as data is given as data; one that is not is malformed", async () => {
  const order = { schema: { type: "object" } };
  const { end, bodies } = await play("structured", { order });
  expect(end).toMatchObject({ how: "done", structured: { status: "done", task_id: "t" } });
  expect(bodies.join()).toContain('"json_schema"');
  const unmet = await play("schema-unmet", { order });
  expect(unmet.end).toMatchObject({ how: "failed", failure: { class: "malformed_output" } });
});

test("a message that came in between gets the last answer", async () => {
  expect((await play("steered")).end).toMatchObject({ how: "done", text: "heard" });
});

test("a server that ends before its turn does has crashed", async () => {
  const { end } = await playOpencode(recordedEvents("create-file").slice(0, 5), { dies: true });
  expect(end).toMatchObject({ how: "failed", failure: { class: "crash", restart: "transient" } });
});

test("an abort that Reeve did not ask for is no success", async () => {
  expect((await play("aborted")).end).toMatchObject({ how: "failed", failure: { class: "crash" } });
});

test("a session is resumed in its own directory; another one, or none, is begun anew and that is said", async () => {
  const same = await play("create-file", { order: { session: "ses_1" } });
  expect(same.asked).not.toContain("POST /session");
  for (const session of ["ses_elsewhere", "ses_gone"]) {
    const { lines, asked } = await play("create-file", { order: { session } });
    expect(asked).toContain("POST /session");
    expect(lines[0]).toEqual({ type: "note", text: expect.stringContaining(session) });
  }
});

test("tools of Reeve's that it cannot reach are told: it would go on without a word", async () => {
  const callback = { url: "http://127.0.0.1:4010/mcp", token: "sesame", name: "reeve" } as const;
  const { lines, env } = await play("create-file", { order: { callback } });
  expect(lines).toContainEqual({ type: "note", text: expect.stringContaining("failed") });
  expect(env["OPENCODE_CONFIG_CONTENT"]).toContain("Bearer sesame");
  expect(env["OPENCODE_SERVER_PASSWORD"]).toMatch(/.{20}/);
});

test("a model that names no provider is a mistake of configuration", async () => {
  expect((await playOpencode([], { order: { model: "opus" } })).end.failure?.class).toBe("config_error");
});
