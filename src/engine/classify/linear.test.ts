/** Time: no output takes longer than in proportion to its length, and 10 MB take less than a second. */
import { expect, test } from "vitest";
import { thoroughly } from "../../../test/thoroughly.ts";
import { classify } from "./classify.ts";
import { RULES } from "./rules/table.ts";

const MB = 1_048_576;

/** Lines that differ, so that none is passed over as a repetition. */
function distinct(piece: string, chars: number): string {
  const body = piece.repeat(Math.ceil(900 / piece.length)).slice(0, 900);
  return Array.from({ length: Math.ceil(chars / 910) }, (_, i) => `${i} ${body} ${i}`).join("\n");
}

/** Of the processor, not of the clock: a busy machine does not make it more. */
function msOf(text: string): number {
  const start = process.cpuUsage();
  classify({ text });
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

const BIG: readonly (readonly [what: string, text: () => string])[] = [
  ["a log of different lines", () => distinct("all is well here, nothing to see. ", 10 * MB)],
  ["a log of different errors", () => distinct("error: status 429 rate limit, cannot find module 'x' ", 10 * MB)],
  ["one endless line", () => "error: ".repeat((10 * MB) / 7)],
  ["nothing but line ends", () => "\n".repeat(10 * MB)],
  ["nothing but carriage returns", () => "\r".repeat(10 * MB)],
  ["nothing but spaces", () => " ".repeat(10 * MB)],
  ["nothing but escapes", () => "\u001b[".repeat(5 * MB)],
  ["JSON that only opens", () => '{"error":'.repeat((10 * MB) / 9)],
  ["lines of JSON that only open", () => '{\n  "a": [\n'.repeat(150_000)],
  ["a text that is never closed in JSON", () => `{\n"${'a\n{ "b'.repeat(250_000)}`],
  ["messages for a build server that never end", () => "##teamcity[testFailed name='a|".repeat(60_000)],
  ["XML that only opens", () => '<testsuite name="a"><testcase name="b"><failure message="'.repeat(30_000)],
  [
    "many events of an agent",
    () => Array.from({ length: 100_000 }, (_, i) => `{"type":"error","message":"failed ${i}"}`).join("\n"),
  ],
];

test.each(thoroughly(BIG, BIG.slice(0, 3)))("10 MB of %s take less than a second", (_what, text) => {
  const made = text();
  msOf("warm");
  expect(msOf(made)).toBeLessThan(1000);
});

const REPORTS: readonly (readonly [what: string, piece: string])[] = [
  ["tests of a report in XML that never end", '<testcase name="a"><failure message="x'],
  ["brackets", "["],
  ["lines that open a report", "{\n"],
  ["diagnostics in JSON, one per line", '{"line":1,"message":"x","file":"a.ts","code":"E1"}\n'],
  ["things that are named and never closed", "package 'a"],
  ["hosts that nobody names", "connect to "],
  ["names of tests", "● a › "],
];

test.each(REPORTS)("400 kB of %s take less than a second", (_what, piece) => {
  msOf("warm");
  expect(msOf(piece.repeat(Math.ceil(400_000 / piece.length)))).toBeLessThan(1000);
});

/** Each word and each piece of a pattern, over and over: what makes a pattern try again from every place. */
const hostile = [
  ...new Set([
    ...RULES.flatMap(({ has }) => has?.split("|") ?? []),
    ...RULES.flatMap(({ match = [] }) => match).flatMap(({ source }) => source.match(/[a-z]{3,} [a-z]{2,}/gi) ?? []),
    ...[
      "a.",
      "a/",
      "a-",
      "1:",
      "a@",
      "''",
      "a b ",
      "https://a.b/",
      "x: ",
      "[a",
      "at a (",
      "› ",
      "1 day ",
      "error: error: ",
    ],
  ]),
];

// Every second of them, of which it is by dice, so that all are tried within a few runs.
const first = Math.floor(Math.random() * 2);
const tried = thoroughly(
  hostile.filter((_, index) => index % 2 === first),
  hostile.filter((_, index) => index % 16 === first),
);

test("no word, however often it is repeated in a line, makes a rule try again and again", () => {
  for (const piece of tried) msOf(distinct(`${piece} `, 2_000));
  expect(tried.filter((piece) => !isQuick(piece))).toEqual([]);
});

/**
 * A second and third look keep the collector of garbage out. Where the machine is slow, or letters take two bytes, so are words that no rule
 * knows: anything worse than linear is far beyond both bounds.
 */
function isQuick(piece: string): boolean {
  const long = distinct(`${piece} `, 16_000);
  const plain = distinct("all is well here – nothing to see. ", 16_000);
  return [1, 2, 3].some(() => msOf(long) < 60) || [1, 2, 3].some(() => msOf(long) < 12 * msOf(plain));
}
