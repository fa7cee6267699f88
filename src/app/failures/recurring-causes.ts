/** Causes that were met in more than one run, of this project or of all that share its history, and what helped. */

import { addFailure, createPatternIndex, groupsOf } from "../../engine/causes/groups/pattern-index.ts";
import type { FailureRecord } from "../../engine/causes/history/failure-record.ts";
import { type Project, projectName } from "../project/project.ts";
import { readFailureHistory } from "./failure-history.ts";

export interface RecurringCause {
  readonly cause: string;
  readonly failures: number;
  /** Oldest first; of another project with its name. */
  readonly runs: readonly string[];
  /** What was done where it was solved last; null: nowhere. */
  readonly solvedBy: string | null;
}

const SHOWN_MAX = 10;

export async function recurringCauses(project: Project, shared: string | undefined): Promise<RecurringCause[]> {
  const { records } = await readFailureHistory(project, undefined, shared);
  const byId = new Map(records.map((record) => [record.id, record]));
  const index = createPatternIndex();
  for (const { id, class: kind, subject, error, evidence, project: of } of records)
    addFailure(index, {
      id,
      class: kind,
      ...(subject !== null && { subject }),
      text: [error, ...evidence].join("\n"),
      project: of,
    });
  const own = projectName(project);
  return groupsOf(index, 2)
    .map(({ root_cause, members }) =>
      causeOf(
        root_cause,
        members.flatMap((id) => byId.get(id) ?? []),
        own,
      ),
    )
    .filter(({ runs }) => runs.length > 1)
    .slice(0, SHOWN_MAX);
}

function causeOf(cause: string, members: readonly FailureRecord[], own: string): RecurringCause {
  const sorted = members.toSorted((a, b) => a.at - b.at);
  const runs = [...new Set(sorted.map(({ project, run }) => (project === own ? run : `${run} of ${project}`)))];
  const solved = sorted.findLast(({ resolution }) => resolution?.outcome === "done");
  return { cause, failures: members.length, runs, solvedBy: solved?.resolution?.action ?? null };
}
