/** Failures grouped by root cause: of lines that somebody hands over, or of the project's history. Holds and fixes nothing. */
import { addFailure, createPatternIndex, groupsOf } from "../../engine/causes/groups/pattern-index.ts";
import { readFailureLines } from "../../engine/causes/history/read-failure-lines.ts";
import type { PatternGroup, SeenFailure } from "../../engine/causes/seen-failure.ts";
import { type Project, projectName } from "../project/project.ts";
import { granted, type Reply } from "../reply.ts";
import { badLine, readFailureHistory } from "./failure-history.ts";
import { sharedFile } from "./shared-file.ts";

export interface GroupWish {
  /** Also failures that share their cause with no other. */
  readonly all: boolean;
}

export interface Grouped {
  readonly groups: readonly PatternGroup[];
  readonly failures: number;
  /** What could not be read, one sentence each. */
  readonly trouble: readonly string[];
}

/** `text`: JSON Lines, classified or raw; `name` says where they are from. */
export function groupLines(text: string, name: string, wish: GroupWish): Grouped {
  const { failures, bad } = readFailureLines(text);
  return grouped(
    failures,
    bad.map((each) => badLine(name, each)),
    wish,
  );
}

/** Of all runs of the project, and on request of all projects that share its history. */
export async function groupHistory(
  project: Project,
  wish: GroupWish & { readonly allProjects: boolean },
): Promise<Reply<Grouped>> {
  const shared = sharedFile(project, wish.allProjects);
  if (!shared.ok) return shared;
  const { records, trouble, skipped } = await readFailureHistory(project, undefined, shared.value);
  // A cause of this project is called as its own runs call it.
  const own = projectName(project);
  const lines = records.map((record) => JSON.stringify(record.project === own ? { ...record, project: "" } : record));
  const { failures } = readFailureLines(lines.join("\n"));
  return granted(grouped(failures, [...skipped, ...trouble], wish));
}

function grouped(failures: readonly SeenFailure[], trouble: readonly string[], { all }: GroupWish): Grouped {
  const index = createPatternIndex();
  for (const failure of failures) addFailure(index, failure);
  return { groups: groupsOf(index, all ? 1 : 2), failures: failures.length, trouble };
}
