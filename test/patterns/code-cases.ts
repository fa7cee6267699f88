/** Mistakes in code, and failures that look alike and share nothing. */
import { type CauseCase, seen } from "./cause-case.ts";

export const CODE_CASES: readonly CauseCase[] = [
  {
    cause: "one test",
    kind: "code",
    failures: [
      seen("test_failure", ["--- FAIL: TestRounding (0.01s)", "    rates_test.go:14: got 3, want 4"], { tool: "go" }),
      seen("test_failure", ["--- FAIL: TestRounding (0.02s)", "    rates_test.go:14: got 7, want 8"], { tool: "go" }),
    ],
  },
  {
    cause: "another test",
    kind: "code",
    failures: [seen("test_failure", "--- FAIL: TestRoundingUp (0.00s)", { tool: "go" })],
  },
  {
    cause: "a global name nobody declares",
    kind: "code",
    failures: [
      seen("type_error", "src/a.test.ts(1,1): error TS2304: Cannot find name 'describeRates'."),
      seen("type_error", "src/b.test.ts(9,1): error TS2304: Cannot find name 'describeRates'."),
    ],
  },
  {
    cause: "a file that does not parse",
    kind: "code",
    failures: [
      seen("syntax_error", "src/rates.ts(40,5): error TS1005: ';' expected."),
      seen("syntax_error", 'src/rates.ts:40:5: ERROR: Expected ";" but found "}"', { tool: "esbuild" }),
    ],
  },
  {
    cause: "another such file",
    kind: "code",
    failures: [seen("syntax_error", "src/fees.ts(40,5): error TS1005: ';' expected.")],
  },
  {
    cause: "one file that two tasks changed",
    kind: "code",
    failures: [
      seen("merge_conflict", "CONFLICT (content): Merge conflict in src/routes.ts"),
      seen("merge_conflict", "error: src/routes.ts: patch does not apply"),
    ],
  },
  {
    cause: "another file",
    kind: "code",
    failures: [seen("merge_conflict", "CONFLICT (content): Merge conflict in src/menu.ts")],
  },
  {
    cause: "a rule of the linter in one file",
    kind: "code",
    failures: [seen("lint_failure", "src/a.go:4:2: Error return value is not checked (errcheck)")],
  },
  {
    cause: "the same rule in another file",
    kind: "code",
    failures: [seen("lint_failure", "src/b.go:9:2: Error return value is not checked (errcheck)")],
  },
  {
    cause: "a type mistake in one file",
    kind: "code",
    failures: [seen("type_error", 'rates.py:8: error: Incompatible types in assignment (expression has type "str")')],
  },
  {
    cause: "the same mistake in another",
    kind: "code",
    failures: [seen("type_error", 'fees.py:8: error: Incompatible types in assignment (expression has type "str")')],
  },
  ...alone("a full context", seen("context_overflow", "prompt is too long: 210000 tokens > 200000 maximum")),
  ...alone("too many turns", seen("max_turns", "Reached maximum number of turns (30)")),
  ...alone("a refusal", seen("refusal_or_blocked", "The model declined to answer this request for safety reasons.")),
  ...alone("no JSON", seen("malformed_output", "The result is no JSON object: unexpected token at the end")),
  {
    cause: "the heap of Node is too small",
    kind: "environment",
    failures: [
      seen("out_of_memory", "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory"),
      seen(
        "out_of_memory",
        "<--- JS stacktrace --->\nFATAL ERROR: Ineffective mark-compacts near heap limit Allocation failed",
      ),
    ],
  },
  ...alone("memory of a process that was killed", seen("out_of_memory", "Killed")),
  ...alone(
    "a runner's summary",
    seen("test_failure", ["Test Suites: 1 failed, 4 passed, 5 total", "Tests:       2 failed, 31 passed, 33 total"]),
  ),
  ...alone(
    "a runner's last word",
    seen("unknown", [
      "npm ERR! code ELIFECYCLE",
      "npm ERR! errno 1",
      "npm ERR! Exit status 1",
      "Error: Process completed with exit code 1.",
    ]),
  ),
  ...alone("a command that failed", seen("unknown", "Error: Command failed with exit code 1")),
  ...alone("a limit at nobody knows whom", seen("rate_limit", "429 Too Many Requests")),
  ...alone("a connection to nobody knows where", seen("network", "TypeError: fetch failed")),
  ...alone("nothing at all", seen("unknown", "")),
];

/** Twice the same words, and still two causes. */
function alone(cause: string, failure: CauseCase["failures"][number]): CauseCase[] {
  return ["once", "again"].map((time) => ({ cause: `${cause}, ${time}`, kind: "unknown", failures: [failure] }));
}
