/** Findings → the report: worst first, one finding per cause, with what follows from them. */
import {
  type CoherenceFinding,
  type CoherenceReport,
  SECTIONS,
  SEVERITIES,
  type Section,
  statusOf,
} from "../../../domain/proof/coherence.ts";

/** `adapting`: what becomes of what has to adapt. A task is tried again; a branch somebody named is theirs to change. */
export function reportOf(
  found: Readonly<Record<Section, readonly CoherenceFinding[]>>,
  adapting: "retry" | "change" = "retry",
): CoherenceReport {
  const sorted = {
    interface_mismatches: tidied(found.interface_mismatches),
    schema_inconsistencies: tidied(found.schema_inconsistencies),
    duplicates: tidied(found.duplicates),
    missing_connections: tidied(found.missing_connections),
    contract_gaps: tidied(found.contract_gaps),
  };
  const all = SECTIONS.flatMap((section) => sorted[section]);
  const critical = all.filter((each) => each.severity === "critical");
  return {
    status: statusOf(sorted),
    ...sorted,
    critical_issues: critical.map((each) => each.sentence).slice(0, FINDINGS_MAX),
    recommendations: recommendationsOf(all, adapting).slice(0, FINDINGS_MAX),
  };
}

const FINDINGS_MAX = 200;

/** One cause is one finding: about one thing, between the same tasks, at the worst it does, with all its places. */
function tidied(findings: readonly CoherenceFinding[]): CoherenceFinding[] {
  const worstFirst = findings.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  const byCause = Map.groupBy(worstFirst, ({ subject, tasks }) => JSON.stringify([subject, tasks.toSorted()]));
  return [...byCause.values()].flatMap(joined).slice(0, FINDINGS_MAX);
}

function joined(same: readonly CoherenceFinding[]): CoherenceFinding[] {
  const [worst] = same;
  return worst === undefined ? [] : [{ ...worst, files: [...new Set(same.flatMap(({ files }) => files))] }];
}

/** One sentence per task that has to adapt; minor findings ask for nothing. */
function recommendationsOf(all: readonly CoherenceFinding[], adapting: "retry" | "change"): string[] {
  const due = all.filter((each) => each.severity !== "minor");
  const byTask = Map.groupBy(due, (each) => each.must_change);
  return [...byTask].map(([task, findings]) => {
    const subjects = [...new Set(findings.map((each) => each.subject))];
    const named = `${subjects.slice(0, 5).join(", ")}${subjects.length > 5 ? ` and ${subjects.length - 5} more` : ""}`;
    if (adapting === "change")
      return task === null ? `Resolve ${named}: no branch has it.` : `Change ${task}, which has to adapt: ${named}.`;
    return task === null
      ? `Change the plan: no task can resolve ${named}.`
      : `Retry ${task} with these findings: ${named}.`;
  });
}
