/** Reports for machines, told as a person would have been told. */
import { expect, test } from "vitest";
import { classify } from "../classify.ts";
import { unfold } from "./unfold.ts";

test("SARIF and every other JSON with a place and a message are diagnostics", () => {
  const location = { physicalLocation: { artifactLocation: { uri: "src/a.py" }, region: { startLine: 3 } } };
  const result = {
    ruleId: "F401",
    level: "error",
    message: { text: "`os` imported but unused" },
    locations: [location],
  };
  expect(unfold(JSON.stringify({ runs: [{ results: [result] }] }, null, 2))).toContain(
    "src/a.py:3:1: error: `os` imported but unused (F401)",
  );
  const eslint = [
    {
      filePath: "/srv/shop/a.js",
      messages: [{ ruleId: "no-undef", severity: 2, message: "'x' is not defined.", line: 1 }],
    },
  ];
  expect(classify({ text: JSON.stringify(eslint) })).toMatchObject({ class: "lint_failure", subject: "no-undef" });
});

test("a test that a JSON report or JUnit calls failed is a failed test", () => {
  const jest = {
    testResults: [
      {
        name: "a.test.js",
        status: "failed",
        assertionResults: [{ status: "failed", title: "adds", failureMessages: ["expected 2 to be 3"] }],
      },
    ],
  };
  expect(classify({ text: JSON.stringify(jest) })).toMatchObject({ class: "test_failure", subject: "adds" });
  const junit =
    '<testsuite><testcase name="adds" classname="a"><failure message="expected 2 to be 3">at a.js:1</failure></testcase></testsuite>';
  expect(classify({ text: junit })).toMatchObject({ class: "test_failure", subject: "adds" });
});

test("what a compiler renders inside of its JSON is read", () => {
  const line = JSON.stringify({
    reason: "compiler-message",
    message: { rendered: "error[E0432]: unresolved import `ledger`\n --> src/main.rs:1:5\n" },
  });
  expect(classify({ text: line, tool: "cargo" })).toMatchObject({ class: "import_error", subject: "ledger" });
});

test("what is no report stays as it is", () => {
  for (const text of ["", "plain words", '{"error":{"message":"overloaded"}}', "{ not json", "<p>html</p>"])
    expect(unfold(text)).toBe(text);
});
