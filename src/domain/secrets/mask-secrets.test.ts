/** What is masked and what is not. No secret stands in this file as one. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { secretSamples } from "../../../test/secrets/secret-samples.ts";
import { workRatio } from "../../../test/work-ratio.ts";
import { displaySafe } from "../words/display-safe.ts";
import { findSecrets } from "./find-secrets.ts";
import { LineMasker } from "./line-masker.ts";
import { MASK, maskLines, maskSecrets, maskText } from "./mask-secrets.ts";

const SAMPLES = [...secretSamples()];
const INNOCENT = readFileSync(new URL("../../../test/secrets/innocent-lines.txt", import.meta.url), "utf8")
  .trimEnd()
  .split("\n");

/** How a text may be written by whoever has it in hand. */
const WRITTEN: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  "in a sentence": (text) => `The value is ${text} and more.`,
  "in JSON": (text) => JSON.stringify({ text: `a\n${text}\nb` }),
  "in JSON in JSON": (text) => JSON.stringify({ line: JSON.stringify({ text: `a\n${text}\nb` }) }),
  "with every letter escaped": (text) =>
    [...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
  "with slashes escaped": (text) => text.replaceAll("/", "\\/"),
  "in UTF-16": (text) => [...text].map((letter) => `${letter}\0`).join(""),
  "in UTF-16, the other end first": (text) => [...text].map((letter) => `\0${letter}`).join(""),
  "with marks that nobody sees": (text) => [...text].join("\u200b"),
  "with colours in it": (text) => `${text.slice(0, 3)}\u001b[1m${text.slice(3)}`,
  "with tags in it": (text) => `${text.slice(0, 9)}\u{e0041}${text.slice(9)}`,
  "as a line of a diff": (text) => text.replaceAll(/^/gm, "+"),
};

describe.each(Object.entries(WRITTEN))("%s", (_how, write) => {
  test.each(SAMPLES)("%s is masked, and nothing of it is left", (_kind, { text, secret }) => {
    const masked = maskText(write(text));
    expect(masked).toContain(MASK);
    for (const shown of [masked, displaySafe(masked), masked.replaceAll("\0", "")]) {
      expect(shown).not.toContain(secret);
      expect(shown).not.toContain(secret.slice(-8));
    }
  });
});

test.each(SAMPLES)("%s is sure enough to stop work", (_kind, { text }) => {
  expect(findSecrets(text).filter(({ isWeak }) => !isWeak)).toHaveLength(1);
});

test("a key that has a mark just before its end is no stand-in", () => {
  const key = ["AIza", "SyD3kL9xQ7vB2nM5tR8wY1pC4fG6hJ0kS-Z"].join("");
  expect(findSecrets(key)).toEqual([{ from: 0, to: key.length, kind: "google" }]);
});

test("what is sent to be let in is masked in an address too", () => {
  const value = ["q8Zk3Lq9Xv7Bn2Mt", "5Rw8Yp1Cd4Fg6Hj"].join("");
  expect(maskText(`https://example.net/?h=Authorization:%20Bearer%20${value}&x=1`)).not.toContain(value);
});

const MADE_UP = ["Tr0ub4dor", "and3"].join("-");

test.each([
  `Authorization: Bearer ${MADE_UP}`,
  `{"authorization":"Basic ${MADE_UP}"}`,
  `machine git.example.com login bob password ${MADE_UP}`,
  `curl -u bob:${MADE_UP} https://example.com`,
  `docker run -e DB_PASSWORD=${MADE_UP} shop`,
  `DB_PASSWORD="two words ${MADE_UP}"`,
  `password: ${MADE_UP}`,
  `{"db":{"password":"${MADE_UP}"}}`,
  `ftp://bob:p@${MADE_UP}@example.com/x`,
])("what lets somebody in is known by what stands before it: %s", (text) => {
  expect(maskText(text)).not.toContain(MADE_UP);
});

test("none of 200 innocent lines is taken for one, each by itself and all together", () => {
  expect(INNOCENT.length).toBeGreaterThanOrEqual(200);
  const alarms = (text: string) => findSecrets(text).filter(({ isWeak }) => !isWeak);
  expect(INNOCENT.filter((line) => alarms(line).length > 0)).toEqual([]);
  expect(alarms(INNOCENT.join("\n"))).toEqual([]);
});

test("a text without a secret is left as it is, a value is the same value", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...INNOCENT)), fc.lorem(), (lines, text) => {
      const value = { lines, deep: { text: text.replaceAll(/\w{40,}/g, "") } };
      if (findSecrets(lines.join("\n")).length === 0) expect(maskSecrets(value)).toBe(value);
    }),
  );
});

test("whatever stands around it, a secret is masked and the rest of the line is not", () => {
  fc.assert(
    fc.property(fc.constantFrom(...SAMPLES), fc.string({ maxLength: 40 }), (sample, around) => {
      const [, { text, secret }] = sample;
      const masked = maskText(`${around.replaceAll(/[\w\\/+=.-]$/g, "")} ${text} ${around}`);
      expect(masked).not.toContain(secret);
    }),
  );
});

describe("a private key", () => {
  const text = secretSamples().get("PEM")?.text ?? "";
  const lines = text.split("\n");

  test("is masked line by line, so that as many lines come out as went in", () => {
    expect(maskText(`a\n${text}\nb`).split("\n")).toEqual(["a", ...lines.map(() => MASK), "b"]);
    expect(maskLines(["a", ...lines, "b"])).toEqual(["a", ...lines.map(() => MASK), "b"]);
  });

  test("is masked where its beginning or its end was cut off", () => {
    expect(maskText(`a\n${lines.slice(0, 3).join("\n")}`)).toBe(`a\n${MASK}\n${MASK}\n${MASK}`);
    expect(maskText(`${lines.slice(2).join("\n")}\nb`)).toBe(`${MASK}\n${MASK}\n${MASK}\n${MASK}\nb`);
    expect(maskText(`{"text":"${lines.slice(0, 3).join("\\n")}`)).not.toContain(lines[1]);
  });

  test("that comes line by line is masked, and what follows one without an end is not", () => {
    const masker = new LineMasker();
    const said = ["before", ...lines, "after", ...lines.slice(0, 2), "a sentence", "another"];
    const masks = lines.map(() => MASK);
    const shown = ["before", ...masks, "after", MASK, MASK, "a sentence", "another"];
    expect(said.map((line) => masker.mask(line))).toEqual(shown);
  });
});

const ESCAPES: Readonly<Record<string, (letter: string) => string>> = {
  JSON: (letter) => `\\u${hexOf(letter).padStart(4, "0")}`,
  "JSON in JSON": (letter) => `\\\\u${hexOf(letter).padStart(4, "0")}`,
  "a program": (letter) => `\\x${hexOf(letter)}`,
  "a program, in braces": (letter) => `\\u{${hexOf(letter)}}`,
  "an address": (letter) => `%${hexOf(letter)}`,
  HTML: (letter) => `&#${letter.charCodeAt(0)};`,
  "HTML in hex": (letter) => `&#x${hexOf(letter)};`,
};

describe.each(Object.entries(ESCAPES))("a key in the escapes of %s", (_name, escaped) => {
  test("is masked, in whole and in part, and what stands around it is not", () => {
    const key = ["ghp", "wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx"].join("_");
    const whole = [...key].map(escaped).join("");
    expect(maskText(`a ${whole} b`)).toBe(`a ${MASK} b`);
    expect(maskText(`a ${escaped("g")}${key.slice(1)} b`)).toBe(`a ${MASK} b`);
    expect(maskText(`a ${key.slice(0, 9)}${escaped(key.charAt(9))}${key.slice(10)} b`)).toBe(`a ${MASK} b`);
    const innocent = [..."a plain sentence"].map(escaped).join("");
    expect(maskText(innocent)).toBe(innocent);
  });
});

function hexOf(letter: string): string {
  return letter.charCodeAt(0).toString(16);
}

/** Each of these would take hours where an expression can be read in more than one way. */
const HOSTILE = [
  ...[
    "gh",
    "ey",
    "sk-ant-",
    "pypi-",
    "AKIA",
    "://a:",
    "password=",
    "token:token:",
    "bearer ",
    "authorization: bearer ",
    "login a password ",
    "\\",
    "a\u200d",
    "=",
    "%41",
    "\\x41",
    "&#65;",
  ],
  ...["\u001b[", "\u001b]a", "-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----", "A".repeat(64).concat("\n")],
];

test.each(HOSTILE)("%j, again and again, takes time in proportion to its length", (piece) => {
  const work = (length: number) => () => void maskText(piece.repeat(Math.ceil(length / piece.length)));
  expect(workRatio(work(200_000), work(50_000))).toBeLessThan(12);
});
