/** What is told of a failed test: its name, and what it said itself. */
import { expect, test } from "vitest";
import { classify } from "./classify.ts";

test.each([
  [
    "vitest",
    " FAIL  test/sum.test.ts > cart > sums up\nAssertionError: expected 3 to be 4 // Object.is equality\n\n ❯ test/sum.test.ts:5:17",
    ["AssertionError: expected 3 to be 4 // Object.is equality"],
  ],
  [
    "jest",
    "  ● cart › sums up\n\n    expect(received).toBe(expected) // Object.is equality\n\n    Expected: 4\n    Received: 3\n\nTests:       1 failed, 1 total",
    ["Expected: 4", "Received: 3"],
  ],
  [
    "go",
    "--- FAIL: TestTotal (0.00s)\n    total_test.go:9: total = 3, want 4\nFAIL",
    ["total_test.go:9: total = 3, want 4"],
  ],
  [
    "go with subtests",
    "--- FAIL: TestTotal (0.00s)\n    --- FAIL: TestTotal/two (0.00s)\n        total_test.go:9: total = 3, want 4\nFAIL",
    ["total_test.go:9: total = 3, want 4"],
  ],
  [
    "go -v, which prints it before",
    "=== RUN   TestTotal\n    total_test.go:9: total = 3, want 4\n--- FAIL: TestTotal (0.00s)\nFAIL",
    ["total_test.go:9: total = 3, want 4"],
  ],
  [
    "testify",
    "--- FAIL: TestTotal (0.00s)\n    total_test.go:9: \n        \tError Trace:\t/w/total_test.go:9\n        \tError:      \tNot equal: \n        \t            \texpected: 4\n        \t            \tactual  : 3\nFAIL",
    ["expected: 4", "actual  : 3"],
  ],
  [
    "cargo",
    "test tests::totals ... FAILED\n\n---- tests::totals stdout ----\nthread 'tests::totals' panicked at src/lib.rs:9:9:\nassertion `left == right` failed\n  left: 3\n right: 4",
    ["assertion `left == right` failed", "left: 3", "right: 4"],
  ],
  [
    "node:test",
    "not ok 1 - sums up\n  ---\n  error: |-\n    Expected values to be strictly equal:\n    \n    3 !== 4\n  code: 'ERR_ASSERTION'\n  ...",
    ["Expected values to be strictly equal:", "3 !== 4"],
  ],
])("%s: what was expected and what came is told beside the name", (_runner, text, lines) => {
  const found = classify({ text, exitCode: 1 });
  expect(found.class).toBe("test_failure");
  expect(found.evidence).toEqual(expect.arrayContaining(lines));
});

test("what the next test said is not told of this one, and all of it stays within eight lines", () => {
  const tests = Array.from(
    { length: 30 },
    (_, at) => `not ok ${at + 1} - part ${at}\n  ---\n  message: "part ${at} is off"`,
  );
  const { evidence } = classify({ text: tests.join("\n"), exitCode: 1 });
  expect(evidence.length).toBeLessThanOrEqual(8);
  const named = evidence.flatMap((line) => /part (\d+)$/.exec(line)?.[1] ?? []);
  const said = evidence.flatMap((line) => /part (\d+) is off/.exec(line)?.[1] ?? []);
  expect(said.length).toBeGreaterThan(0);
  expect(said.every((part) => named.includes(part))).toBe(true);
});

test("a test that a report names without its file is told by its name alone", () => {
  const junit =
    '<testsuite><testcase name="adds" classname="a"><failure message="expected 2 to be 3"/></testcase></testsuite>';
  expect(classify({ text: junit }).evidence).toEqual(["FAILED adds", "expected 2 to be 3"]);
});
