/** What is found between branches, in the fewest words, for tests of the engine. */
import { COHERENT, type CoherenceFinding, type CoherenceReport, type Section } from "../domain/proof/coherence.ts";

export function found(section: Section, finding: Partial<CoherenceFinding>): CoherenceReport {
  const whole: CoherenceFinding = {
    subject: "load",
    severity: "critical",
    tasks: ["a", "b"],
    files: ["b.ts:3"],
    sentence: "a changes `load`, but b still relies on it.",
    must_change: "b",
    ...finding,
  };
  return { ...COHERENT, status: "critical", [section]: [whole], critical_issues: [whole.sentence] };
}

export const MISMATCH = found("interface_mismatches", {});
