/** The runs of a project, oldest first: what they were, how they ended, what they cost, how long they took. */
import { type Spent, spentOf } from "../../domain/words/spent.ts";
import type { State } from "../../engine/state.ts";
import { JournalError } from "../../journal/journal-error.ts";
import type { Project } from "../project/project.ts";
import { stateOf } from "../project/records.ts";
import { granted, type Reply } from "../reply.ts";
import { type RecurringCause, recurringCauses } from "./recurring-causes.ts";
import { sharedFile } from "./shared-file.ts";

export interface History {
  readonly runs: readonly PastRun[];
  /** Causes that were met in more than one run. */
  readonly causes: readonly RecurringCause[];
  /** Runs whose journal cannot be read, one sentence each. */
  readonly trouble: readonly string[];
}

export interface PastRun {
  readonly run: string;
  readonly title: string;
  readonly planFile: string;
  readonly phase: string;
  readonly verdict: string | null;
  readonly total: number;
  readonly counts: { readonly done: number; readonly skipped: number; readonly given_up: number };
  readonly attempts: number;
  readonly spent: Spent;
  readonly createdAt: number;
  readonly endedAt: number | null;
  /** From its beginning to its end, or to what was last heard of it. */
  readonly tookMs: number;
}

/** `allProjects`: causes also of the projects that share this one's failure history. */
export async function listHistory(project: Project, allProjects: boolean): Promise<Reply<History>> {
  const shared = sharedFile(project, allProjects);
  if (!shared.ok) return shared;
  const runs: PastRun[] = [];
  const trouble: string[] = [];
  for (const run of await project.runs.list()) {
    try {
      const { state, head } = await stateOf(project, run);
      runs.push(pastRun(run, state, head.at));
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      trouble.push(error.sentence);
    }
  }
  return granted({ runs, trouble, causes: await recurringCauses(project, shared.value) });
}

function pastRun(id: string, state: State, heardAt: number): PastRun {
  const { run, derived, spending } = state;
  const { done, skipped, given_up } = derived.counts;
  return {
    run: id,
    title: run.title,
    planFile: run.planFile,
    phase: run.phase,
    verdict: run.verdict,
    total: state.tasks.size,
    counts: { done, skipped, given_up },
    attempts: state.attempts.started,
    spent: spentOf(spending.usage, spending.usdUnknown),
    createdAt: run.createdAt,
    endedAt: run.endedAt,
    tookMs: Math.max(0, (run.endedAt ?? heardAt) - run.createdAt),
  };
}
