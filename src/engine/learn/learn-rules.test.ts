/** What people correct becomes rules that can be read; what is too general does not. */
import { expect, test } from "vitest";
import { matchText } from "../classify/text-pattern.ts";
import type { Correction } from "./correction.ts";
import { readCorrection } from "./correction.ts";
import { learnRules } from "./learn-rules.ts";
import { linePattern } from "./line-pattern.ts";
import { saidMeaning } from "./said-meaning.ts";

const correction = (line: string, more: Partial<Correction> = {}): Correction => ({
  lines: [line],
  class: "overloaded",
  from: "classify --correct",
  at: 1,
  ...more,
});

test("like lines become one rule, with what it is about in its place", () => {
  const { rules } = learnRules([
    correction("licence daemon of simulator-7 refused the seat 12", { subject: "simulator-7" }),
    correction("licence daemon of simulator-9 refused the seat 40", {
      subject: "simulator-9",
      at: 2,
      from: "retry a in r1",
    }),
  ]);
  expect(rules).toEqual([
    {
      match: "licence daemon of {subject} refused the seat",
      class: "overloaded",
      times: 2,
      from: ["classify --correct", "retry a in r1"],
    },
  ]);
});

test("of two that contradict each other the later counts", () => {
  const line = "the vault of east-2 is sealed";
  const { rules } = learnRules([correction(line, { at: 5, class: "auth" }), correction(line, { at: 2 })]);
  expect(rules.map(({ class: of, times }) => [of, times])).toEqual([["auth", 1]]);
});

test("a line that could be anybody's becomes no rule, and that is said", () => {
  const { rules, left } = learnRules([correction("Process exited with code 1")]);
  expect(rules).toEqual([]);
  expect(left).toEqual([
    "What classify --correct says about overloaded cannot become a rule: its lines could be anybody's.",
  ]);
});

test("paths, addresses, numbers and quoted names do not stay in a pattern", () => {
  expect(linePattern("pool 'main' at /srv/a/b.sock gave up after 30s: see https://x.example/y", undefined)).toBe(
    "pool * at * gave up after * see",
  );
});

test.each([
  ["licence daemon of simulator-7 refused the seat", "licence daemon of simulator-9 refused the seat"],
  ["queue depth=17,limit reached for east-2", "queue depth=18,limit reached for west-4"],
  ['worker "a\tb" of pool 3   gave up', 'worker "c" of pool 12   gave up'],
])("the pattern of %j fits it, and others like it", (line, other) => {
  const pattern = linePattern(line, undefined) ?? "";
  expect(matchText(pattern, line)).toBeDefined();
  expect(matchText(pattern, other)).toBeDefined();
});

test.each([
  ["the API key is set now", "auth"],
  ["VPN was down", "network"],
  ["it was rate_limit all along", "rate_limit"],
  ["paid the invoice", "billing"],
  ["try again", null],
  ["the network was down and the token had expired", null],
])("%s means %s", (words, of) => {
  expect(saidMeaning(words)).toBe(of);
});

test("a line that is no correction is none", () => {
  for (const raw of ["", "{", "[]", '{"class":"nonsense","lines":[],"at":1}', '{"class":"auth"}'])
    expect(readCorrection(raw)).toBeNull();
  expect(readCorrection(JSON.stringify(correction("x")))).toEqual(correction("x"));
});
