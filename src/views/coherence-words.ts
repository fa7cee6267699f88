/** Reports about branches and contracts in sentences for people. What they say was found elsewhere. */
import {
  type CoherenceDelta,
  type CoherenceFinding,
  type CoherenceReport,
  SECTIONS,
  type Section,
} from "../domain/proof/coherence.ts";
import type { GateResult, GateVerdict } from "../domain/proof/gate.ts";
import { countOf, plainText } from "./words.ts";

export function coherenceLines(report: CoherenceReport, delta: CoherenceDelta | null, branches: number): string[] {
  const added = new Set(delta?.added.map(keyOf));
  const sections = SECTIONS.flatMap((section) => sectionLines(section, report[section], delta === null ? null : added));
  return [
    headline(report, branches),
    ...sections,
    ...(report.recommendations.length === 0
      ? []
      : ["", ...report.recommendations.map((each) => `→ ${plainText(each)}`)]),
    ...deltaLines(delta),
  ];
}

export function contractLines(results: readonly GateResult[], commit: string): string[] {
  const failed = results.filter((each) => each.verdict === "failed").length;
  const head =
    failed === 0
      ? `The contract is kept at ${plainText(commit)}.`
      : `The contract is not kept at ${plainText(commit)}: ${countOf(failed, "part")} missing.`;
  return [head, ...results.map((each) => `  ${SIGNS[each.verdict]} ${plainText(each.message)}`)];
}

const TITLES: Readonly<Record<Section, string>> = {
  interface_mismatches: "Interfaces that do not match",
  schema_inconsistencies: "Tables that do not fit together",
  duplicates: "Made twice",
  missing_connections: "Used, but not provided",
  contract_gaps: "Promised by the contract, but missing",
};

const SIGNS: Readonly<Record<GateVerdict, string>> = { passed: "✓", warned: "!", failed: "✗", skipped: "-" };

function headline({ status, critical_issues }: CoherenceReport, branches: number): string {
  const what = countOf(branches, "branch").replace(/branchs$/, "branches");
  if (branches === 0) return "There is no open branch to compare.";
  if (status === "coherent") return `${what} compared: they fit together.`;
  const critical = critical_issues.length;
  return status === "issues"
    ? `${what} compared: they can be merged, but with findings.`
    : `${what} compared: they do not fit together (${countOf(critical, "critical finding")}).`;
}

function sectionLines(
  section: Section,
  findings: readonly CoherenceFinding[],
  added: ReadonlySet<string> | null,
): string[] {
  if (findings.length === 0) return [];
  return ["", TITLES[section], ...findings.flatMap((each) => findingLines(each, added?.has(keyOf(each)) ?? false))];
}

function findingLines(finding: CoherenceFinding, isNew: boolean): string[] {
  const mark = isNew ? " (new)" : "";
  return [
    `  ${finding.severity}${mark}: ${plainText(finding.sentence)}`,
    `    ${finding.files.map(plainText).join("  ")}`,
  ];
}

function deltaLines(delta: CoherenceDelta | null): string[] {
  if (delta === null) return [];
  const { added, resolved, unchanged } = delta;
  if (added.length + resolved.length + unchanged.length === 0) return [];
  return [
    "",
    `Since the last comparison: ${added.length} new, ${resolved.length} resolved, ${unchanged.length} unchanged.`,
  ];
}

function keyOf({ sentence, files }: CoherenceFinding): string {
  return JSON.stringify([sentence, files]);
}
