/** Gates that print reports for machines, among noise: Reeve knows what failed, says so in words, and tells the next attempt. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { gitIn } from "../repository.ts";
import { inTurn, writes } from "./git-kit.ts";
import { cleanUp, planOf, shellProject } from "./kit.ts";
import type { TestProject } from "./project.ts";

interface Report {
  readonly prints: string;
  readonly class: string;
  readonly subject: string;
  /** A line that `why`, the history of failures and the next prompt have. */
  readonly line: string;
}

const json = (value: unknown) => JSON.stringify(value);
const result = (file: string) => ({
  ruleId: "js/sql-injection",
  level: "error",
  message: { text: "This query depends on a user-provided value." },
  locations: [{ physicalLocation: { artifactLocation: { uri: file }, region: { startLine: 12 } } }],
});
const passes = (at: number) => `<testcase classname="shop" name="fine_${at}" time="0.001"/>`;
const goes = (action: string, more: object = {}) =>
  json({ Time: "2026-01-01T00:00:00Z", Action: action, Package: "shop", Test: "TestRounds", ...more });

const REPORTS: Readonly<Record<string, Report>> = {
  sarif: {
    prints: json({
      version: "2.1.0",
      runs: [{ tool: { driver: { name: "CodeQL" } }, results: [result("src/db.js")] }],
    }),
    class: "lint_failure",
    subject: "js/sql-injection",
    line: "src/db.js:12:1: error: This query depends on a user-provided value. (js/sql-injection)",
  },
  junit: {
    prints: `<?xml version="1.0"?><testsuites><testsuite name="shop">${Array.from({ length: 300 }, (_, at) => passes(at)).join("")}<testcase classname="shop" name="adds_up"><failure message="AssertionError: expected 3 to be 4">at cart.js:9</failure></testcase>${passes(300)}</testsuite></testsuites>`,
    class: "test_failure",
    subject: "adds_up",
    line: "AssertionError: expected 3 to be 4",
  },
  "junit-cut": {
    prints: `<?xml version="1.0"?><testsuites><testsuite name="shop"><testcase classname="shop" name="drops_none"><failure message="AssertionError: expected 1 to be 2">at cart.js:9`,
    class: "test_failure",
    subject: "drops_none",
    line: "AssertionError: expected 1 to be 2",
  },
  tap: {
    prints: `TAP version 13\n1..1\nnot ok 1 - test/sum.test.ts > cart > sums all # time=5.38ms\n    ---\n    error:\n        name: "AssertionError"\n        message: "expected 5 to be 6 // Object.is equality"\n    ...`,
    class: "test_failure",
    subject: "sums all",
    line: 'message: "expected 5 to be 6 // Object.is equality"',
  },
  cargo: {
    prints: [
      json({ reason: "compiler-artifact", package_id: "path+file:///w/shop#0.1.0", target: { name: "build" } }),
      json({
        reason: "compiler-message",
        package_id: `path+file:///${"w/".repeat(200)}shop#0.1.0`,
        message: { rendered: "error[E0432]: unresolved import `tariffkit`\n --> src/main.rs:1:5\n", level: "error" },
      }),
      json({ reason: "build-finished", success: false }),
    ].join("\n"),
    class: "import_error",
    subject: "tariffkit",
    line: "error[E0432]: unresolved import `tariffkit`",
  },
  eslint: {
    prints: json([
      { filePath: "/w/ok.js", messages: [], source: "x".repeat(2_000) },
      {
        filePath: "/w/src/cart.js",
        messages: [{ ruleId: "no-unused-vars", severity: 2, message: "'total' is never used.", line: 3, column: 7 }],
      },
    ]),
    class: "lint_failure",
    subject: "no-unused-vars",
    line: "/w/src/cart.js:3:1: error: 'total' is never used. (no-unused-vars)",
  },
  shellcheck: {
    prints: json([
      { file: "deploy.sh", line: 3, column: 6, level: "error", code: 2068, message: "Double quote array." },
    ]),
    class: "lint_failure",
    subject: "SC2068",
    line: "deploy.sh:3:1: error: Double quote array. (SC2068)",
  },
  pytest: {
    prints: json({
      created: 1,
      environment: { padding: "x".repeat(500) },
      tests: [
        {
          nodeid: "tests/test_total.py::test_total",
          outcome: "failed",
          call: { outcome: "failed", crash: { path: "/w/t.py", message: "AssertionError: assert 7 == 8" } },
        },
      ],
    }),
    class: "test_failure",
    subject: "test_total",
    line: "AssertionError: assert 7 == 8",
  },
  go: {
    prints: [
      goes("run"),
      goes("output", { Output: "    rounds_test.go:9: got 3, want 4\n" }),
      goes("output", { Output: "--- FAIL: TestRounds (0.00s)\n" }),
      goes("fail", { Elapsed: 0 }),
    ].join("\n"),
    class: "test_failure",
    subject: "TestRounds",
    line: "rounds_test.go:9: got 3, want 4",
  },
  tsc: {
    prints: "src/rate.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.",
    class: "type_error",
    subject: "src/rate.ts",
    line: "src/rate.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.",
  },
};

const NAMES = Object.keys(REPORTS);
const check = (name: string) =>
  `test ! -e ${name}.txt || grep -q right ${name}.txt || { echo "npm warn config noise" >&2; cat ${name}.report; echo "Debugger attached." >&2; exit 1; }\n`;

interface Told {
  readonly task: string;
  readonly class: string;
  readonly subject: string | null;
  readonly evidence: readonly string[];
}

let project: TestProject;
let failures: readonly Told[];

beforeAll(() => {
  const plan = planOf(...NAMES.map((name) => `id: ${name}, gates: [sh ${name}.sh]`));
  const file = "$REEVE_TASK_ID.txt";
  project = shellProject(plan, { "*": inTurn(writes(file, "wrong"), writes(file, "right")) }, "max_parallel: 4\n", "");
  for (const [name, { prints }] of Object.entries(REPORTS)) {
    project.write(`${name}.sh`, check(name));
    project.write(`${name}.report`, `${prints}\n`);
  }
  gitIn(project.dir, "init", "--quiet", "--initial-branch=main");
  gitIn(project.dir, "add", "--all");
  gitIn(project.dir, "commit", "--quiet", "--message", "Begin");
  expect(project.reeve("run", "plan.yaml").code).toBe(0);
  failures = project.json<Told>("failures");
});

afterAll(() => cleanUp(project));

it.each(NAMES)("what %s reports is known by its class and its subject, and told in words everywhere", (name) => {
  const report = REPORTS[name];
  const told = failures.filter(({ task }) => task === name);
  expect(told).toMatchObject([{ class: report?.class, subject: report?.subject }]);
  expect(told[0]?.evidence).toContain(report?.line);
  expect(project.reeve("why", name).out).toContain(`| ${report?.line}`);
  const prompt = readFileSync(join(project.dir, ".reeve/runs/r1/attempts", `${name}.2`, "prompt.txt"), "utf8");
  expect(prompt).toContain(report?.line);
  expect(prompt).not.toMatch(/[{<]"?(?:created|reason|testsuites|Action|runs)/);
});
