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

const ESLINT = [
  {
    filePath: "/srv/shop/a.js",
    messages: [{ ruleId: "no-undef", severity: 2, message: "'x' is not defined.", line: 1 }],
  },
];
const JEST = {
  testResults: [
    {
      name: "a.test.js",
      status: "failed",
      assertionResults: [{ fullName: "adds the tax to the total", status: "failed" }],
    },
  ],
};
const pretty = (value: unknown) => JSON.stringify(value, null, 2);

test.each([
  ["jest", JSON.stringify(JEST), "adds the tax to the total"],
  [
    "mocha, which says only what a test threw",
    pretty({
      stats: { failures: 1 },
      tests: [
        { title: "is quiet", fullTitle: "Ledger is quiet", err: {} },
        {
          title: "keeps the balance",
          fullTitle: "Ledger keeps the balance",
          err: { code: "ERR_X", message: "4 !== 5" },
        },
      ],
    }),
    "Ledger keeps the balance",
  ],
  [
    "JUnit",
    '<testsuites><testsuite name="n"><testcase name="pays the bill"><failure message="2 != 3"/></testcase></testsuite></testsuites>',
    "pays the bill",
  ],
  [
    "messages for a build server",
    "##teamcity[testStarted name='testKeeps' flowId='1']\n##teamcity[testFailed name='testKeeps' message='4 is not |'5|'' details='a.php:3|n']\n",
    "testKeeps",
  ],
])("the name of a failed test is told whole by %s", (_who, text, subject) => {
  expect(classify({ text })).toMatchObject({ class: "test_failure", subject });
});

test.each([
  [
    "in a JUnit report, where rules are called tests",
    `<testsuites name="ruff"><testsuite name="app.py" package="org.ruff"><testcase name="org.ruff.F401" line="1"><failure message="\`os\` imported but unused">line 1, col 8, \`os\` imported but unused</failure></testcase></testsuite></testsuites>`,
    "F401",
  ],
  [
    "in Checkstyle's XML with single quotes",
    `<?xml version='1.0'?>\n<checkstyle version='4.3'>\n<file name='run.sh' >\n<error line='2' severity='info' message='Double quote &#40;to prevent globbing&#41;.' source='ShellCheck.SC2086' />\n</file>\n</checkstyle>\n`,
    "SC2086",
  ],
])("what a linter found is a finding, %s", (_how, text, subject) => {
  expect(classify({ text })).toMatchObject({ class: "lint_failure", subject });
});

test("several reports in one output are read, and so is what is said between and after them", () => {
  const told = unfold(`> eslint\n${pretty(ESLINT)}\n> jest\n${pretty(JEST)}\nnpm ERR! errno 1\n`);
  expect(told).toContain("/srv/shop/a.js:1:1: error: 'x' is not defined. (no-undef)");
  expect(told).toContain("not ok 1 - adds the tax to the total");
  expect(told).toMatch(/> jest[\s\S]*npm ERR! errno 1/);
  const junit = '<testsuite name="n"><testcase name="a b"><failure message="m"/></testcase></testsuite>';
  expect(classify({ text: `${junit}\nError: connect ECONNREFUSED 10.1.2.3:9000\n` }).class).toBe("network");
});

test("a report that was cut off is read as far as it goes", () => {
  const whole = pretty([...ESLINT, ...ESLINT, ...ESLINT]);
  expect(unfold(`> lint\n${whole.slice(0, whole.length * 0.7)}`)).toContain("(no-undef)");
});

test("source code that opens braces hides no report behind it", () => {
  expect(unfold(`function f() {\n  return {\n    "a": 1\n${pretty(JEST)}`)).toContain("not ok 1 - adds the tax");
  const open = '{\n  "a": [\n'.repeat(1_000);
  expect(unfold(open)).toBe(open);
});

test.each([
  ["with a byte order mark", `\uFEFF${JSON.stringify(ESLINT)}`],
  ["in letters of two bytes", Buffer.from(`\uFEFF${JSON.stringify(ESLINT)}`, "utf16le").toString("utf8")],
  ["with the line ends of Windows", pretty(ESLINT).replaceAll("\n", "\r\n")],
])("a report %s is read like any other", (_how, text) => {
  expect(classify({ text })).toMatchObject({ class: "lint_failure", subject: "no-undef" });
});

test("what a Go test said is evidence beside its name, from its text and from its JSON", () => {
  const text = "--- FAIL: TestRounds (0.00s)\n    sum_test.go:5: rounded to 2, want 3\nFAIL\nFAIL\tshop\t0.013s\n";
  const evidence = "sum_test.go:5: rounded to 2, want 3";
  expect(classify({ text }).evidence).toContain(evidence);
  const lines = ["    sum_test.go:5: rounded to 2, want 3\n", "--- FAIL: TestRounds (0.00s)\n", "FAIL\n"].map(
    (Output) => JSON.stringify({ Action: "output", Package: "shop", Test: "TestRounds", Output }),
  );
  expect(classify({ text: lines.join("\n") }).evidence).toEqual(
    expect.arrayContaining([evidence, "--- FAIL: TestRounds (0.00s)"]),
  );
});
