import fc from "fast-check";
import { expect, test } from "vitest";
import { displaySafe } from "../../domain/display-safe.ts";
import { redact, secretsOf, secretsOfAll } from "./safe-text.ts";

test.each([
  ["colours", "\u001b[1;31mred\u001b[0m", "red"],
  ["a window title", "\u001b]0;title\u0007text", "text"],
  ["a link", "\u001b]8;;http://x\u001b\\here\u001b]8;;\u001b\\", "here"],
  ["a title without end", "\u001b]0;title", ""],
  ["cursor movement and clearing", "a\u001b[2J\u001b[10;20Hb", "ab"],
  ["carriage return and backspace", "secret\r\b\bshown", "secretshown"],
  ["eight-bit controls", "\u009b31mx\u0085", "x"],
  ["reversed and hidden writing", "a\u202eb\u2066c\u200bd\ufeff", "abcd"],
  ["tab and line feed, which stay", "a\tb\nc", "a\tb\nc"],
  ["text of any script", "é 日本 🎉", "é 日本 🎉"],
])("%s", (_what, text, shown) => {
  expect(displaySafe(text)).toBe(shown);
});

test("nothing that acts on a terminal is left of any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(displaySafe(text)).not.toMatch(/[\p{Cc}--[\t\n]]/v);
    }),
  );
});

test("secrets are what is configured for the agent and what is named like a key; short words are none", () => {
  const inherited = {
    API_KEY: "key-value",
    github_token: "token-value",
    HOME: "a place of its own",
    DB_PASSWORD: "pass",
    MONKEYS: "monkeys",
  };
  expect(secretsOf({ ANY: "configured", FLAG: "yes" }, inherited)).toEqual(["token-value", "configured", "key-value"]);
});

test("of several agents all that is configured is one, also under the same name", () => {
  expect(secretsOfAll([{ KEY: "of-one" }, { KEY: "of-another" }], { A_KEY: "of-the-caller" })).toEqual([
    "of-the-caller",
    "of-another",
    "of-one",
  ]);
});

test("a secret is replaced wherever it stands, the longer one first", () => {
  const secrets = secretsOf({ A: "abcdef", B: "abcdef-long" }, {});
  const value = { type: "x", texts: ["abcdef-long and abcdef"], deep: { n: 1, none: null } };
  expect(redact(value, secrets)).toEqual({
    type: "x",
    texts: ["[redacted] and [redacted]"],
    deep: { n: 1, none: null },
  });
});
