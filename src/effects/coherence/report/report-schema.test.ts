import { expect, test } from "vitest";
import { compareReports } from "../../../domain/proof/coherence.ts";
import { coherenceSchema, parseCoherenceReport } from "./report-schema.ts";

const finding = {
  subject: "getUser",
  severity: "critical",
  tasks: ["a", "b"],
  files: ["src/a.ts:3"],
  sentence: "a removes it and b uses it.",
  must_change: "b",
};

test("a report with nothing in it is coherent, and fits the published schema", () => {
  const parsed = parseCoherenceReport({ status: "coherent" });
  expect(parsed).toMatchObject({ ok: true, report: { status: "coherent", duplicates: [], recommendations: [] } });
  expect(coherenceSchema.safeParse(parsed.ok && parsed.report).success).toBe(true);
});

test("status and critical issues follow from the findings, whatever the report claims", () => {
  const parsed = parseCoherenceReport({
    status: "coherent",
    interface_mismatches: [finding],
    critical_issues: [],
    recommendations: ["Talk."],
  });
  expect(parsed).toMatchObject({
    ok: true,
    report: {
      status: "critical",
      critical_issues: ["a removes it and b uses it."],
      recommendations: ["Talk.", "Retry b with these findings: getUser."],
    },
  });
});

test("what is absent in a finding is filled in, what is too long is cut, unknown keys are dropped", () => {
  const parsed = parseCoherenceReport({ duplicates: [{ sentence: "x".repeat(5000), colour: "red" }], extra: 1 });
  expect(parsed).toEqual({
    ok: true,
    report: expect.objectContaining({
      status: "issues",
      duplicates: [
        { subject: "", severity: "major", tasks: [], files: [], sentence: "x".repeat(2000), must_change: null },
      ],
    }),
  });
});

test.each([
  [null, "the report must be a JSON object"],
  [[], "the report must be a JSON object"],
  [{ duplicates: "none" }, "duplicates must be a list"],
  [{ duplicates: ["text"] }, "duplicates[0] must be an object"],
  [{ duplicates: [{}] }, "duplicates[0].sentence is missing"],
  [
    { duplicates: [{ ...finding, severity: "awful" }] },
    "duplicates[0].severity must be one of: critical, major, minor",
  ],
  [{ duplicates: [{ ...finding, tasks: "a" }] }, "duplicates[0].tasks must be a list of texts"],
])("%j is refused: %s", (value, problem) => {
  expect(parseCoherenceReport(value)).toEqual({ ok: false, problems: [problem] });
});

test("what is new, resolved and unchanged since the last report; a line that moved is no change", () => {
  const report = (...duplicates: object[]) => {
    const parsed = parseCoherenceReport({ duplicates });
    if (!parsed.ok) throw new Error(parsed.problems.join());
    return parsed.report;
  };
  const moved = { ...finding, files: ["src/a.ts:9"], sentence: "Said otherwise." };
  const other = { ...finding, subject: "other" };
  const third = { ...finding, tasks: ["a", "c"] };
  const delta = compareReports(report(finding, other), report(moved, third));
  expect(delta.added.map((each) => each.tasks)).toEqual([["a", "c"]]);
  expect(delta.resolved.map((each) => each.subject)).toEqual(["other"]);
  expect(delta.unchanged.map((each) => each.files)).toEqual([["src/a.ts:9"]]);
  expect(compareReports(null, report(finding)).added).toHaveLength(1);
});
