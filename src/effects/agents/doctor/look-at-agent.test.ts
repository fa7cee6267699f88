import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import type { KnownAgent } from "./known-agent.ts";
import { KNOWN_AGENTS, knownAgent } from "./known-agents.ts";
import { compare, forbidsUnattended, loginOf, versionOf } from "./look-at-agent.ts";
import { preflight } from "./preflight.ts";

function home(files: Readonly<Record<string, string>> = {}): string {
  const dir = mkdtempSync(join(tmpdir(), "reeve-login-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  return dir;
}

function known(program: string): KnownAgent {
  const found = knownAgent(program);
  if (!found) throw new Error(program);
  return found;
}

function saying(words: string): string {
  const program = join(home(), "agent");
  writeFileSync(program, `#!/bin/sh\necho '${words}'\n`);
  chmodSync(program, 0o755);
  return program;
}

test.each(KNOWN_AGENTS.map((each) => [each.program, each] as const))("%s without a login has none", (_name, agent) => {
  expect(loginOf(agent, { HOME: home() })).toBeNull();
});

test("a variable is a login, and only its name is told", () => {
  const env = { HOME: home(), ANTHROPIC_API_KEY: "sk-very-secret" };
  expect(loginOf(known("claude"), env)).toBe("ANTHROPIC_API_KEY");
  expect(loginOf(known("claude"), { ...env, ANTHROPIC_API_KEY: "" })).toBeNull();
});

test("a file is a login, also in the place a variable names; an empty one is none", () => {
  const dir = home({
    ".codex/auth.json": '{"token":"secret"}',
    "moved/auth.json": "{}",
    ".gemini/oauth_creds.json": "",
  });
  expect(loginOf(known("codex"), { HOME: dir })).toBe(join(dir, ".codex/auth.json"));
  expect(loginOf(known("codex"), { HOME: "/nowhere", CODEX_HOME: join(dir, "moved") })).toBe(
    join(dir, "moved/auth.json"),
  );
  expect(loginOf(known("gemini"), { HOME: dir })).toBeNull();
});

test("a variable that Codex does not look at is no login of it", () => {
  const env = { HOME: home(), OPENAI_API_KEY: "sk-one", CODEX_API_KEY: "sk-two" };
  expect(loginOf(known("codex"), env)).toBeNull();
  expect(loginOf(known("codex"), env, "codex-exec")).toBe("CODEX_API_KEY");
});

test("a configuration that names no provider of its own is no login", () => {
  const without = home({ ".codex/config.toml": 'model = "x"' });
  const own = home({ ".codex/config.toml": 'model_provider = "mine"' });
  expect(loginOf(known("codex"), { HOME: without })).toBeNull();
  expect(loginOf(known("codex"), { HOME: own })).toBe(join(own, ".codex/config.toml"));
});

test("a setting that forbids to work without asking is named with its file", () => {
  const dir = home({
    ".gemini/settings.json": '{"security":{"disableYoloMode":true}}',
    ".qwen/settings.json": "no json",
  });
  expect(forbidsUnattended(known("gemini"), { HOME: dir })).toBe(
    `${join(dir, ".gemini/settings.json")}: security.disableYoloMode`,
  );
  expect(forbidsUnattended(known("qwen"), { HOME: dir })).toBeNull();
});

test.each([
  ["2.1.325 (Claude Code)", { type: "fits", version: "2.1.325" }],
  ["2.1.999", { type: "fits", version: "2.1.999" }],
  ["3.0.0", { type: "newer", version: "3.0.0" }],
  ["claude 1.0.9", { type: "older", version: "1.0.9" }],
  ["hello", { type: "broken", why: "it printed no version" }],
])("a Claude Code that says %s", async (words, expected) => {
  expect(await versionOf(saying(words), known("claude"), { PATH: process.env["PATH"] })).toEqual(expected);
});

test("versions are ordered as numbers, not as words", () => {
  const version = fc.tuple(fc.nat(300), fc.nat(300), fc.nat(300));
  fc.assert(
    fc.property(version, version, (a, b) => {
      const first = a.findIndex((number, i) => number !== b[i]);
      const expected = first < 0 ? 0 : Math.sign((a[first] ?? 0) - (b[first] ?? 0));
      expect(Math.sign(compare(a.join("."), b.join(".")))).toBe(expected);
    }),
  );
});

test("an agent that may not work without asking is not started, and a person is told why", () => {
  const dir = home({ ".gemini/settings.json": '{"security":{"disableYoloMode":true}}' });
  expect(preflight("gemini", "/usr/bin/gemini", { HOME: dir })).toMatchObject({
    class: "permission",
    restart: "terminal",
    message: expect.stringContaining("was not started"),
  });
  // Over ACP it asks, and is answered.
  expect(preflight("acp", "/usr/bin/gemini", { HOME: dir })).toBeNull();
  expect(preflight("gemini", "/usr/bin/gemini", { HOME: home() })).toBeNull();
});
