import fc from "fast-check";
import { expect, test } from "vitest";
import { failingTests } from "./failing-tests.ts";

const RUNNERS: readonly (readonly [string, string, readonly string[]])[] = [
  [
    "vitest",
    " ✓ src/b.test.ts (2 tests) 4ms\n ❯ src/a.test.ts (2 tests | 1 failed) 9ms\n   × adds 3ms\n FAIL  src/a.test.ts > sum > adds\nAssertionError: expected 3",
    ["adds", "src/a.test.ts > sum > adds"],
  ],
  ["jest", "FAIL src/a.test.js\n  ● sum › adds\n\n    expect(received)", ["src/a.test.js", "sum › adds"]],
  [
    "pytest",
    "tests/test_a.py F.\nFAILED tests/test_a.py::TestSum::test_adds[1-2] - assert 3 == 4\nERROR tests/test_b.py - ImportError",
    ["tests/test_a.py::TestSum::test_adds[1-2]", "tests/test_b.py"],
  ],
  ["unittest", "FAIL: test_adds (sums.SumTest)\nTraceback", ["test_adds (sums.SumTest)"]],
  [
    "go test",
    "--- FAIL: TestSum (0.00s)\n    --- FAIL: TestSum/adds (0.00s)\nFAIL\nFAIL\texample.org/sum\t0.003s",
    ["TestSum", "TestSum/adds", "example.org/sum"],
  ],
  ["TAP", "ok 1 - fine\nnot ok 2 - adds\nnot ok 3 - later # todo wanted\n# fail 1", ["adds"]],
  ["node:test", "✔ fine (0.3ms)\n✖ adds (1.25ms)\n✖ failing tests:\n", ["adds"]],
  ["mocha", "  sum\n    1) adds\n\n  0 passing (4ms)\n  1 failing\n\n  1) sum\n       adds:\n", ["adds", "sum"]],
  [
    "a JUnit report",
    '<testsuite><testcase name="adds"><failure message="expected 3"/></testcase><testcase name="fine"/></testsuite>',
    ["adds"],
  ],
  [
    "pytest's JSON",
    JSON.stringify({
      tests: [
        { nodeid: "t/test_a.py::test_adds", outcome: "failed" },
        { nodeid: "b", outcome: "passed" },
      ],
    }),
    ["t/test_a.py::test_adds"],
  ],
  ["cargo", "test sums::adds ... FAILED\ntest sums::fine ... ok", ["sums::adds"]],
];

test.each(RUNNERS)("%s's failing tests are read", (_runner, output, names) => {
  expect(failingTests(output)).toEqual(names);
});

test("a numbered list is no list of failures unless mocha says that something fails", () => {
  expect(failingTests("1) first do this\n2) then that\n")).toEqual([]);
});

test("any output is read in bounded time and gives bounded names", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 2_000 }), (text) => failingTests(text).length <= 2_000));
  const flood = `${" ".repeat(200_000)}FAIL${" ".repeat(200_000)}\n`.repeat(5) + "not ok 1 - x ".repeat(100_000);
  expect(failingTests(flood).length).toBeLessThanOrEqual(2_000);
  expect(failingTests(Array.from({ length: 5_000 }, (_, at) => `not ok ${at} - test ${at}`).join("\n"))).toHaveLength(
    2_000,
  );
});
