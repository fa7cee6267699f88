/**
 * What is found when branches that are to become one are laid side by side: the report's vocabulary, and what changed
 * since the last report. Keys are those of the published schema, because agents write the same report. It looks at
 * nothing itself.
 */
import type { TaskId } from "../spec/plan.ts";

/** critical: the whole cannot work. major: it will not do what one of the tasks meant. minor: worth a look. */
export const SEVERITIES = ["critical", "major", "minor"] as const;
export type Severity = (typeof SEVERITIES)[number];

export const SECTIONS = [
  "interface_mismatches",
  "schema_inconsistencies",
  "duplicates",
  "missing_connections",
  "contract_gaps",
] as const;
export type Section = (typeof SECTIONS)[number];

export interface CoherenceFinding {
  /** What it is about: an export, a table, a module, an entity. */
  readonly subject: string;
  readonly severity: Severity;
  readonly tasks: readonly TaskId[];
  /** `path:line`, or a path alone; relative to the project. */
  readonly files: readonly string[];
  /** One sentence for people. */
  readonly sentence: string;
  /** The task that has to adapt; null where only a change of the plan can resolve it. */
  readonly must_change: TaskId | null;
}

export const COHERENCE_STATUSES = ["coherent", "issues", "critical"] as const;
export type CoherenceStatus = (typeof COHERENCE_STATUSES)[number];

export interface CoherenceReport extends Readonly<Record<Section, readonly CoherenceFinding[]>> {
  readonly status: CoherenceStatus;
  /** The sentences of the critical findings. */
  readonly critical_issues: readonly string[];
  /** What to do next, one sentence each. */
  readonly recommendations: readonly string[];
}

export interface CoherenceDelta {
  readonly added: readonly CoherenceFinding[];
  readonly resolved: readonly CoherenceFinding[];
  readonly unchanged: readonly CoherenceFinding[];
}

/** A finding is the same one when it is about the same thing between the same tasks and files; lines may move. */
export function compareReports(previous: CoherenceReport | null, current: CoherenceReport): CoherenceDelta {
  const before = keyed(previous);
  const now = keyed(current);
  return {
    added: [...now].filter(([key]) => !before.has(key)).map(([, each]) => each),
    resolved: [...before].filter(([key]) => !now.has(key)).map(([, each]) => each),
    unchanged: [...now].filter(([key]) => before.has(key)).map(([, each]) => each),
  };
}

/** The parts that follow from the findings; the same for a report made by rules and one made by an agent. */
export function statusOf(found: Readonly<Record<Section, readonly CoherenceFinding[]>>): CoherenceStatus {
  const all = SECTIONS.flatMap((section) => found[section]);
  if (all.some((each) => each.severity === "critical")) return "critical";
  return all.some((each) => each.severity === "major") ? "issues" : "coherent";
}

export interface Critical {
  readonly section: Section;
  /** By which it is known again. */
  readonly key: string;
  readonly finding: CoherenceFinding;
}

export function criticalOf(report: CoherenceReport): Critical[] {
  return SECTIONS.flatMap((section) =>
    report[section]
      .filter(({ severity }) => severity === "critical")
      .map((finding) => ({ section, key: causeOf(section, finding), finding })),
  );
}

export const COHERENT: CoherenceReport = {
  status: "coherent",
  interface_mismatches: [],
  schema_inconsistencies: [],
  duplicates: [],
  missing_connections: [],
  contract_gaps: [],
  critical_issues: [],
  recommendations: [],
};

function keyed(report: CoherenceReport | null): Map<string, CoherenceFinding> {
  const entries = SECTIONS.flatMap((section) =>
    (report?.[section] ?? []).map((each): [string, CoherenceFinding] => [keyOf(section, each), each]),
  );
  return new Map(entries);
}

/** Lines may move; what it is about does not. */
function keyOf(section: Section, { subject, tasks, files }: CoherenceFinding): string {
  const paths = new Set(files.map((file) => file.replace(/:\d+$/, "")));
  return JSON.stringify([section, subject, tasks.toSorted(), [...paths].toSorted()]);
}

/** Whoever moves it to another file has not resolved it. */
function causeOf(section: Section, { subject, tasks }: CoherenceFinding): string {
  return JSON.stringify([section, subject, tasks.toSorted()]);
}
