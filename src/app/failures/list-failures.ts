/** What failed in the runs of a project, why, what was done about it and what came of it. */
import type { FailureRecord } from "../../engine/causes/history/failure-record.ts";
import { findRun } from "../project/open-run.ts";
import { type Project, projectName } from "../project/project.ts";
import { granted, type Reply } from "../reply.ts";
import { readFailureHistory } from "./failure-history.ts";
import { sharedFile } from "./shared-file.ts";

export interface FailuresWish {
  /** Undefined: of all runs. */
  readonly run?: string | undefined;
  /** Also what other projects have told. */
  readonly allProjects: boolean;
}

export interface Failures {
  /** Oldest first. */
  readonly records: readonly FailureRecord[];
  /** This project, by the name its records have. */
  readonly own: string;
  /** Journals that could not be read to their end, one sentence each. */
  readonly trouble: readonly string[];
  /** Lines of other histories that are no entries, one sentence each. */
  readonly skipped: readonly string[];
}

export async function listFailures(project: Project, { run, allProjects }: FailuresWish): Promise<Reply<Failures>> {
  const found = run === undefined ? null : await findRun(project, run);
  if (found && !found.ok) return found;
  const shared = sharedFile(project, allProjects);
  if (!shared.ok) return shared;
  return granted({ ...(await readFailureHistory(project, run, shared.value)), own: projectName(project) });
}
