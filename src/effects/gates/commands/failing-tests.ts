/**
 * Reads the names of failing tests off what a test runner printed: vitest, jest, mocha, node:test, TAP, pytest, unittest,
 * go test, cargo, rspec, gradle, maven, dotnet, phpunit, exunit, and reports for machines. Line by line, bounded; a runner it does not know gives no
 * names. Decides nothing.
 */

import { asTold } from "../../../engine/classify/formats/unfold.ts";

const NAMES_MAX = 2_000;
const LINE_LENGTH_MAX = 500;

/** Without repetition, in the order in which they were printed. */
export function failingTests(output: string): readonly string[] {
  const lines = asTold(output)
    .split("\n")
    .map((line) => line.slice(0, LINE_LENGTH_MAX).trimEnd());
  const patterns = lines.some((line) => MOCHA_SUMMARY.test(line)) ? [...PATTERNS, MOCHA_ITEM] : PATTERNS;
  const names = new Set<string>();
  for (const line of lines) {
    const name = nameIn(line, patterns);
    if (name !== undefined) names.add(name);
    if (names.size >= NAMES_MAX) break;
  }
  return [...names];
}

/** Each has one group, the name. No pattern tries a line more than once from any place of it. */
const PATTERNS: readonly RegExp[] = [
  // vitest: " FAIL  src/a.test.ts > suite > name"; jest: "FAIL src/a.test.js". Go's has a tab and comes below.
  /^ ?FAIL {1,2}(\S.*)$/,
  // jest: "  ● suite › name"
  /^ {1,4}● (\S.*)$/,
  // node:test: "✖ name (1.2ms)"
  /^ *✖ (\S.*)$/,
  // vitest, reporting file by file: "   × name 3ms"
  /^ +× (\S.*)$/,
  // pytest: "FAILED tests/test_a.py::test_x - AssertionError", "ERROR tests/test_b.py"
  /^(?:FAILED|ERROR) ([^\s:]+\.py(?:::\S+)?)/,
  // a report for machines that names no file
  /^FAILED report::(\S+)/,
  // unittest: "FAIL: test_x (mod.Case)"
  /^(?:FAIL|ERROR): (\w+ \([\w.]+\))/,
  // go: "--- FAIL: TestX (0.00s)", "FAIL\tpath/of/package [build failed]"
  /^ *--- FAIL: (\S+)/,
  /^FAIL\t(\S+)/,
  // TAP: "not ok 3 - name"
  /^ *not ok \d+(?: -)? (\S.*)$/,
  // cargo: "test a::b ... FAILED"
  /^test (\S+) \.\.\. FAILED$/,
  // rspec: "rspec ./spec/a_spec.rb:12 # Thing does it"
  /^rspec (\.\/\S+)/,
  // gradle: "ThingTest > does it FAILED"
  /^(\S.* > \S.*) FAILED$/,
  // maven: "[ERROR]   ThingTest.doesIt:12 expected …", "[ERROR] a.b.ThingTest.doesIt -- Time elapsed: …"
  /^\[ERROR\] {1,4}((?:[\w$]+\.)+[\w$]+)(?::\d+| -- Time elapsed)/,
  // dotnet: "  Failed Space.ThingTests.DoesIt [12 ms]"
  /^ +Failed ([\w.+`]+(?:\([^)]*\))?) \[/,
  // phpunit: "1) Tests\\ThingTest::testIt"
  /^\d+\) ((?:\w+\\)*\w+::\w+)/,
  // exunit: "  1) test does it (ThingTest)"
  /^ +\d+\) (test \S.*\([\w.]+\))$/,
];

const MOCHA_SUMMARY = /^ *\d+ failing\b/;
/** Only where mocha says that something fails: a numbered list may be anything. */
const MOCHA_ITEM = /^ *\d+\) (\S.*)$/;

/** TAP's word for failures that do not count. */
const EXPECTED = /# *(todo|skip)\b/i;
/** How long it took, and node:test's headline. */
const DURATION = / ?\(?\d+(\.\d+)? ?m?s\)?$/;
const HEADLINES = new Set(["failing tests:"]);

function nameIn(line: string, patterns: readonly RegExp[]): string | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(line)?.[1];
    if (found === undefined) continue;
    const name = found.replace(DURATION, "").replace(/:$/, "").trim();
    return EXPECTED.test(found) || HEADLINES.has(found) || name === "" ? undefined : name;
  }
  return undefined;
}
