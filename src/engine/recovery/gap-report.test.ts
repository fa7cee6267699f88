import fc from "fast-check";
import { expect, test } from "vitest";
import type { GateResult } from "../../domain/proof/gate.ts";
import { gapReport, REPORT_LENGTH_MAX } from "./gap-report.ts";

function gate(more: Partial<GateResult>): GateResult {
  const blank = { gate: "quality", name: "tests", message: "`npm test` failed.", evidence: [], tookMs: 1 } as const;
  return { verdict: "failed", ...blank, ...more };
}

test("where nothing failed there is nothing to report", () => {
  expect(gapReport([gate({ verdict: "passed" }), gate({ verdict: "warned" }), gate({ verdict: "skipped" })])).toBe("");
});

test("every failed gate is told with its sentence and its evidence, others are not", () => {
  const report = gapReport([
    gate({ evidence: ["$ npm test", "not ok 1 - adds"] }),
    gate({ name: "docs", verdict: "warned" }),
    gate({ gate: "scope", name: "scope", message: "Three files were not declared." }),
  ]);
  expect(report).toBe(
    [
      "2 gates were not passed:",
      "## quality: tests\n`npm test` failed.\n    $ npm test\n    not ok 1 - adds",
      "## scope\nThree files were not declared.",
    ].join("\n\n"),
  );
});

test("of long evidence the command and the end stay, and what is missing is said", () => {
  const evidence = ["$ npm test", ...Array.from({ length: 400 }, (_, at) => `line ${at} ${"x".repeat(50)}`)];
  const report = gapReport([gate({ evidence })]);
  expect(report).toContain("$ npm test");
  expect(report).toMatch(/… \d+ lines left out …/);
  expect(report).toContain("line 399 ");
  expect(report).not.toContain("line 0 ");
});

test("of very many gates the first are told and the others counted", () => {
  const report = gapReport(Array.from({ length: 100 }, (_, at) => gate({ name: `gate ${at}` })));
  expect(report).toMatch(/… and 86 more that did not pass, left out here\.$/);
});

test("a report keeps its bound, whatever the gates say", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 500 });
  const any = fc.record({ name: text, message: text, evidence: fc.array(text, { maxLength: 45 }) }).map(gate);
  fc.assert(
    fc.property(fc.array(any, { minLength: 1, maxLength: 60 }), (gates) => {
      const report = gapReport(gates);
      expect(report.length).toBeLessThanOrEqual(REPORT_LENGTH_MAX);
      expect(report.isWellFormed()).toBe(true);
    }),
  );
});
