/** The ACP driver with a tiny agent, for what real agents cannot be made to do. Through the real process host. */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Outcome } from "../../src/domain/work/outcome.ts";
import type { AgentEvent, AttemptRequest } from "../../src/effects/agents/adapters/agent-adapter.ts";
import { AttemptLab } from "../attempts/attempt-lab.ts";

const TINY = fileURLToPath(new URL("./fixtures/tiny-acp-agent.ts", import.meta.url));
const DONE = '{"status":"done","task_id":"task"}';

interface Wish extends Partial<AttemptRequest> {
  readonly how?: string;
  readonly options?: Readonly<Record<string, string>>;
}

class TinyLab extends AttemptLab {
  tiny(prompt: string, { how = "", options = {}, ...more }: Wish = {}) {
    const config = { adapter: "acp", env: { TINY: how }, options };
    return [[process.execPath, TINY], { prompt, config, ...more }] as const;
  }

  async run(prompt: string, wish: Wish = {}): Promise<Outcome> {
    await this.start(...this.tiny(prompt, wish));
    return (await this.ended("task.1")).outcome;
  }

  texts(): string {
    return this.of("text").join("\n");
  }

  of(type: "text" | "retry_notice"): readonly string[] {
    return this.events.flatMap(({ event }) => (event.type === type ? [event.text] : []));
  }

  all<T extends AgentEvent["type"]>(type: T): readonly AgentEvent[] {
    return this.events.map(({ event }) => event).filter((event) => event.type === type);
  }
}

test("pieces are told as one passage, and the last passage is the answer", async () => {
  const lab = new TinyLab();
  expect(await lab.run(`say ${DONE}`)).toMatchObject({ type: "done" });
  expect(lab.of("text")).toEqual([DONE]);
  expect(lab.all("session")).toEqual([{ type: "session", id: "tiny-1" }]);
});

test("a question whether it may is answered once and with yes, or with no where the configuration says so", async () => {
  const yes = new TinyLab();
  await yes.run("ask");
  expect(yes.texts()).toContain('"optionId":"once"');
  expect(yes.all("tool_call")).toMatchObject([{ name: "Run it" }]);
  const no = new TinyLab();
  await no.run("ask", { options: { permissions: "deny" } });
  expect(no.texts()).toContain('"optionId":"no"');
});

test("files are read and written for it inside the workspace only", async () => {
  const lab = new TinyLab();
  const { workspace } = lab;
  const outside = join(lab.dir, "outside");
  mkdirSync(outside);
  mkdirSync(join(workspace, ".git"));
  writeFileSync(join(outside, "secret"), "hidden");
  symlinkSync(outside, join(workspace, "way-out"));
  symlinkSync(join(outside, "not-yet"), join(workspace, "dangling"));
  await lab.run(`write ${workspace}/new/deep/a.txt\nread new/deep/a.txt\nread nothing.txt\nsay .`);
  expect(readFileSync(join(workspace, "new/deep/a.txt"), "utf8")).toBe("written\n");
  expect(lab.texts()).toContain('answer {"content":"written\\n"}');
  expect(existsSync(join(workspace, "nothing.txt"))).toBe(false);
  const bad = [
    `${outside}/secret`,
    "../outside/secret",
    "way-out/secret",
    "dangling",
    ".git/config",
    "way-out/x/y",
    ".",
  ];
  const more = { attemptId: "task.2", number: 2 };
  await lab.start(
    ...lab.tiny([...bad.map((path) => `write ${path}`), ...bad.map((path) => `read ${path}`)].join("\n"), more),
  );
  await lab.ended("task.2");
  expect(lab.texts()).not.toContain("hidden");
  expect(lab.texts().match(/refused: /g)).toHaveLength(2 * bad.length + 1);
  expect(readFileSync(join(outside, "secret"), "utf8")).toBe("hidden");
  for (const made of ["not-yet", "x"]) expect(existsSync(join(outside, made))).toBe(false);
  expect(existsSync(join(workspace, ".git/config"))).toBe(false);
});

test("a terminal is refused, and an update nobody knows of does no harm", async () => {
  const lab = new TinyLab();
  expect(await lab.run(`terminal\nodd\nsay ${DONE}`)).toMatchObject({ type: "done" });
  expect(lab.texts()).toContain("refused: ");
});

test("one that is not logged in says so, with what it offers; a configured way is used", async () => {
  const without = await new TinyLab().run(`say ${DONE}`, { how: "login" });
  expect(without).toMatchObject({
    type: "failed",
    failure: { class: "auth", message: expect.stringContaining("key") },
  });
  const wrong = await new TinyLab().run(`say ${DONE}`, { how: "login", options: { auth_method: "card" } });
  expect(wrong).toMatchObject({ type: "failed", failure: { class: "auth" } });
  expect(await new TinyLab().run(`say ${DONE}`, { how: "login", options: { auth_method: "key" } })).toMatchObject({
    type: "done",
  });
});

test("what is no ACP agent, or speaks another version of it, is a mistake in the configuration", async () => {
  expect(await new TinyLab().run("", { how: "old" })).toMatchObject({ failure: { class: "config_error" } });
  expect(await new TinyLab().run("", { how: "deaf" })).toMatchObject({ failure: { class: "crash" } });
  expect(await new TinyLab().run("", { model: "big" })).toMatchObject({
    failure: { class: "config_error", message: expect.stringContaining("no model") },
  });
});

test("history that is replayed, also after the answer, is no news", async () => {
  const lab = new TinyLab();
  expect(await lab.run(`say ${DONE}`, { session: "tiny-1" })).toMatchObject({ type: "done" });
  expect(lab.texts()).not.toContain("old words");
});

test("a session that is gone is begun anew, and that is said", async () => {
  const lab = new TinyLab();
  expect(await lab.run(`say ${DONE}`, { session: "tiny-0" })).toMatchObject({ type: "done" });
  const text = expect.stringContaining("The session tiny-0 was not found");
  expect(lab.events.map(({ event }) => event)).toContainEqual({ type: "note", text });
});

test.each([
  ["say Error: 402 Your credit balance is too low.", "billing"],
  ["say Error: Authentication failed with provider (HTTP 401).", "auth"],
  [
    "say Error: Failed to get a response; retried 5 times. Last error: 429 This would exceed your rate limit.",
    "rate_limit",
  ],
  ["say Error: Failed to get a response; retried 5 times. Last error: 500 Internal server error.", "overloaded"],
  ["say Error: Could not connect to the provider.", "network"],
  ["say unexpected status 503 Service Unavailable", "overloaded"],
  ["say Error: 400 This model's maximum context length is 200000 tokens.", "context_overflow"],
  ["fail 429 This would exceed your rate limit.", "rate_limit"],
  ["fail -32000 Please log in", "auth"],
  ["fail -32603 Internal error: Prompt is too long", "context_overflow"],
  ["stop max_tokens", "context_overflow"],
  ["stop max_turn_requests", "max_turns"],
  ["stop refusal", "refusal_or_blocked"],
  ["stop cancelled", "crash"],
  ["die", "crash"],
  ["say I looked at the error in main.ts and fixed it.", "malformed_output"],
])("%s → %s", async (prompt, expected) => {
  expect(await new TinyLab().run(prompt)).toMatchObject({ type: "failed", failure: { class: expected } });
});

test("a retry that is told in words is a retry notice, and no part of the answer", async () => {
  const lab = new TinyLab();
  const notice = "Info: Request failed due to a transient API error. Retrying...";
  expect(await lab.run(`piece ${notice}\nsay ${DONE}`)).toMatchObject({ type: "done" });
  expect(lab.of("retry_notice")).toEqual([notice]);
  expect(lab.of("text")).toEqual([DONE]);
});

test("an answer that speaks of errors is an answer", async () => {
  expect(await new TinyLab().run(`say Error: was in the tests; mended. ${DONE}`)).toMatchObject({ type: "done" });
});

test("totals of a session are told as what is new, also after a resume", async () => {
  const lab = new TinyLab();
  await lab.run("cost 0.5\nusage 300", { session: "tiny-1", usedBefore: { tokens: 100, usd: 0.2 } });
  const used = lab.all("usage").flatMap((event) => (event.type === "usage" ? [event.usage] : []));
  expect(used.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(200);
  expect(used.reduce((sum, { usd = 0 }) => sum + usd, 0)).toBeCloseTo(0.3, 9);
});

test("an interrupt cancels the turn", async () => {
  const lab = new TinyLab();
  await lab.start(...lab.tiny("ask\nwait"));
  await lab.when(() => lab.all("tool_call").at(0));
  await lab.host.steer("task.1", { type: "interrupt", id: "1" });
  expect((await lab.ended("task.1")).outcome).toEqual({ type: "stopped" });
});
