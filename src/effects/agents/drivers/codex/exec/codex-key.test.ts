/** Requests of `codex exec` go through the gateway only where it pays with a key. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { paysWithKey } from "./codex-key.ts";

const TOKENS = { access_token: "one" };

test.each([
  ["a key it was logged in with", { auth_mode: "apikey", OPENAI_API_KEY: "sk-one" }, true],
  ["a key, as older ones kept it", { OPENAI_API_KEY: "sk-one" }, true],
  ["a login with ChatGPT", { auth_mode: "chatgpt", OPENAI_API_KEY: null, tokens: TOKENS }, false],
  ["a login with ChatGPT beside a key", { OPENAI_API_KEY: "sk-one", tokens: TOKENS }, false],
  ["what is no login", [], false],
])("%s", (_what, login, isKey) => {
  const home = mkdtempSync(join(tmpdir(), "codex-key-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  writeFileSync(join(home, "auth.json"), JSON.stringify(login));
  expect(paysWithKey({ CODEX_HOME: home })).toBe(isKey);
  expect(paysWithKey({ CODEX_HOME: home, CODEX_API_KEY: "sk-two" })).toBe(true);
});

test("a key in the environment that Codex does not look at is none", () => {
  expect(paysWithKey({ HOME: "/nowhere", OPENAI_API_KEY: "sk-one" })).toBe(false);
});
