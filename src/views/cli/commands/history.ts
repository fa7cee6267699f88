/** `reeve history`: the runs of the project, newest last: what they were, how they ended, what they cost, how long they took. */
import { spentOf, spentText } from "../../../domain/spent.ts";
import type { State } from "../../../engine/state.ts";
import { JournalError } from "../../../journal/journal-error.ts";
import { findProject } from "../../../runtime/project.ts";
import { runFold } from "../../../runtime/run/run-fold.ts";
import { durationOf, plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, print, printJson } from "../io.ts";
import { causeLine, recurring } from "../recurring-causes.ts";
import { sharedFile } from "../shared-file.ts";
import { dateText } from "../times.ts";

export interface HistoryOptions extends CommonOptions {
  readonly allProjects?: boolean;
}

export async function historyCommand(io: Io, options: HistoryOptions): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok;
  const project = findProject(io.cwd);
  const shared = sharedFile(project, options.allProjects);
  if ("sentence" in shared) return badInput(io, options.json, shared.sentence);
  const runs = await project.runs.list();
  for (const id of runs) {
    try {
      const { state, head } = await project.runs.state(id, runFold);
      const row = rowOf(id, state, head.at);
      if (options.json) printJson(io, row);
      else print(io, [lineOf(row)]);
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      io.err(`reeve: ${plainText(error.sentence)}\n`);
      code = EXIT.journal;
    }
  }
  const causes = await recurring(project, shared.file);
  // One line per run is what scripts read; causes are for those who ask for more.
  if (options.json && options.allProjects) for (const cause of causes) printJson(io, cause);
  if (!options.json && causes.length > 0) print(io, ["", "Met in more than one run:", ...causes.map(causeLine)]);
  if (runs.length === 0 && !options.json) print(io, [`There is no run in ${project.stateDir} yet.`]);
  return code;
}

interface HistoryRow {
  readonly run: string;
  readonly title: string;
  readonly plan: string;
  readonly phase: string;
  readonly verdict: string | null;
  readonly tasks: {
    readonly total: number;
    readonly done: number;
    readonly skipped: number;
    readonly given_up: number;
  };
  readonly attempts: number;
  readonly tokens: number;
  /** Null where no price is known for some of it. */
  /** null: for some of it no price is known; `usd_known` is the rest. */
  readonly usd: number | null;
  readonly usd_known: number;
  readonly created_at: number;
  readonly ended_at: number | null;
  /** From its beginning to its end, or to what was last heard of it. */
  readonly took_ms: number;
}

function rowOf(id: string, state: State, heardAt: number): HistoryRow {
  const { run, derived } = state;
  const { tokens, usd, usdKnown } = spentOf(state.spending.usage, state.spending.usdUnknown);
  const { done, skipped, given_up } = derived.counts;
  return {
    run: id,
    title: run.title,
    plan: run.planFile,
    phase: run.phase,
    verdict: run.verdict,
    tasks: { total: state.tasks.size, done, skipped, given_up },
    attempts: state.attempts.started,
    tokens,
    usd,
    usd_known: usdKnown,
    created_at: run.createdAt,
    ended_at: run.endedAt,
    took_ms: Math.max(0, (run.endedAt ?? heardAt) - run.createdAt),
  };
}

function lineOf(row: HistoryRow): string {
  const { tasks } = row;
  const how = row.verdict ?? row.phase;
  const used = spentText({ tokens: row.tokens, usd: row.usd, usdKnown: row.usd_known });
  const parts = [
    dateText(row.created_at),
    row.run,
    how,
    `${tasks.done} of ${tasks.total} done`,
    durationOf(row.took_ms),
    used === "" ? "no cost known" : used,
    plainText(row.title),
  ];
  return parts.join("  ");
}
