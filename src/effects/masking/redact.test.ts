import fc from "fast-check";
import { expect, test } from "vitest";
import { redact, secretsOf, secretsOfAll } from "./redact.ts";

test("secrets are what is named like a key, and configured values that are not plainly harmless; short words are none", () => {
  const inherited = {
    API_KEY: "key-value",
    github_token: "token-value",
    HOME: "a place of its own",
    DB_PASSWORD: "pass",
    MONKEYS: "monkeys",
    SESSION: "0f3a9c77d1e24b6f",
  };
  expect(secretsOf({ ANY: "4f9d0ca1b7", FLAG: "yes", NODE_ENV: "production" }, inherited)).toEqual([
    "token-value",
    "4f9d0ca1b7",
    "key-value",
  ]);
});

test.each([
  "production",
  "development",
  "/srv/shop/project",
  "./scripts/run.sh",
  "/usr/local/bin:/usr/bin:/bin",
  "https://registry.example.com/npm/",
  "http://localhost:8080",
  "--max-old-space-size=4096",
  "claude-sonnet-4-5-20250929",
  "gpt-4o-mini",
  "us-east-1",
  "en_US.UTF-8",
  "read only",
  "127.0.0.1",
])("%s is configured for an agent and hides nothing", (value) => {
  expect(secretsOf({ SETTING: value }, { OTHER: value })).toEqual([]);
});

test("the password of an address is hidden by itself as well, as it is written and as it is meant", () => {
  const url = "postgres://app:p%40ssword@db.example.com/main";
  const secrets = secretsOf({}, { DATABASE_URL: url });
  expect(redact(`${url} p@ssword p%40ssword`, secrets)).toBe("[redacted] [redacted] [redacted]");
});

test("a row of words may be a passphrase, so it is hidden", () => {
  const value = "correct-horse-battery-staple";
  expect(secretsOf({ SETTING: value }, {})).toEqual([value]);
});

const letters = "abcdefghijklmnopqrstuvwxyz";
const charset = `${letters}${letters.toUpperCase()}0123456789`;
const anyOf = (characters: string, minLength: number) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength: 48 });
/** As machines make them. */
const aKey = fc.oneof(
  anyOf(`${charset}-_`, 20).filter((key) => /\d/.test(key) && /[a-z]/.test(key) && /[A-Z]/.test(key)),
  fc.uuid(),
  fc.uint8Array({ minLength: 12, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString("hex")),
  fc
    .uint8Array({ minLength: 15, maxLength: 33 })
    .filter((bytes) => new Set(bytes).size > 8)
    .map((bytes) => Buffer.from(bytes).toString("base64")),
  anyOf(charset, 20).map((rest) => `sk-${rest}`),
);

test("a key that a machine made is never shown, whatever its variable is called", () => {
  fc.assert(
    fc.property(fc.constantFrom("SETTING", "ENDPOINT", "X"), aKey, fc.string(), fc.string(), (name, key, a, b) => {
      const shown = redact({ text: `${a}${key}${b}`, list: [key] }, secretsOf({ [name]: key }, {}));
      expect(JSON.stringify(shown)).not.toContain(key);
    }),
    { numRuns: 2_000 },
  );
});

const NAMES = ["API_KEY", "GH_TOKEN", "Secret", "DB_PASSWORD_1", "npm_config__auth", "SESSION_COOKIE", "SENTRY_DSN"];

test("what is named like a secret is never shown, whatever it looks like", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...NAMES),
      fc.string({ minLength: 6 }).filter((value) => !"[redacted]".includes(value)),
      fc.boolean(),
      (name, value, isConfigured) => {
        const env = { [name]: value };
        const secrets = isConfigured ? secretsOf(env, {}) : secretsOf({}, env);
        expect(redact(`before ${value} after`, secrets)).toBe("before [redacted] after");
      },
    ),
  );
});

test("no secret changes what kind of thing an event is, or the names of its fields", () => {
  const event = { type: "tool_result", name: "tool_result", text: "failed", outcome: { status: "failed" } };
  expect(redact(event, secretsOf({ A_PASSWORD: "tool_result", MY_SECRET: "failed", X_KEY: "outcome" }, {}))).toEqual({
    type: "tool_result",
    name: "[redacted]",
    text: "[redacted]",
    outcome: { status: "failed" },
  });
});

test("of several agents all that is configured is one, also under the same name", () => {
  expect(secretsOfAll([{ KEY: "of-one" }, { KEY: "of-another" }], { A_KEY: "of-the-caller" })).toEqual([
    "of-the-caller",
    "of-another",
    "of-one",
  ]);
});

test("a secret is replaced wherever it stands, the longer one first", () => {
  const secrets = secretsOf({ A_KEY: "abcdef", B_KEY: "abcdef-long" }, {});
  const value = { type: "x", texts: ["abcdef-long and abcdef"], deep: { n: 1, none: null } };
  expect(redact(value, secrets)).toEqual({
    type: "x",
    texts: ["[redacted] and [redacted]"],
    deep: { n: 1, none: null },
  });
});
