/** `reeve history`: the runs of the project, newest last: what they were, how they ended, what they cost, how long they took. */
import { listHistory, type PastRun } from "../../../app/failures/list-history.ts";
import type { RecurringCause } from "../../../app/failures/recurring-causes.ts";
import { findProject } from "../../../app/project/project.ts";
import { spentText } from "../../../domain/words/spent.ts";
import { clip, durationOf, plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printErr, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";
import { dateText } from "../times.ts";

export interface HistoryOptions extends CommonOptions {
  readonly allProjects?: boolean;
}

export async function historyCommand(io: Io, { allProjects = false, json }: HistoryOptions): Promise<ExitCode> {
  const project = findProject(io.cwd);
  const listed = await listHistory(project, allProjects);
  if (!listed.ok) return refuse(io, json, listed.refusal);
  const { runs, causes, trouble } = listed.value;
  if (json) {
    for (const run of runs) printJson(io, rowOf(run));
    // One line per run is what scripts read; causes are for those who ask for more.
    if (allProjects) for (const { solvedBy, ...cause } of causes) printJson(io, { ...cause, solved_by: solvedBy });
  } else {
    const none = runs.length + trouble.length === 0 ? [`There is no run in ${project.stateDir} yet.`] : [];
    const met = causes.length === 0 ? [] : ["", "Met in more than one run:", ...causes.map(causeLine)];
    const lines = [...runs.map(lineOf), ...met, ...none];
    if (lines.length > 0) print(io, lines);
  }
  for (const sentence of trouble) printErr(io, `reeve: ${plainText(sentence)}`);
  return trouble.length > 0 ? EXIT.journal : EXIT.ok;
}

function rowOf(past: PastRun): object {
  const { total, counts, spent } = past;
  return {
    run: past.run,
    title: past.title,
    plan: past.planFile,
    phase: past.phase,
    verdict: past.verdict,
    tasks: { total, ...counts },
    attempts: past.attempts,
    tokens: spent.tokens,
    // null: for some of it no price is known; `usd_known` is the rest.
    usd: spent.usd,
    usd_known: spent.usdKnown,
    created_at: past.createdAt,
    ended_at: past.endedAt,
    took_ms: past.tookMs,
  };
}

function lineOf({ run, title, verdict, phase, counts, total, spent, createdAt, tookMs }: PastRun): string {
  const parts = [
    dateText(createdAt),
    run,
    verdict ?? phase,
    `${counts.done} of ${total} done`,
    durationOf(tookMs),
    spentText(spent) || "no cost known",
    plainText(title),
  ];
  return parts.join("  ");
}

function causeLine({ cause, failures, runs, solvedBy }: RecurringCause): string {
  const helped = solvedBy === null ? "not solved yet" : `last solved by ${solvedBy.replaceAll("_", " ")}`;
  return clip(`  ${plainText(cause)}: ${failures} times in ${plainText(runs.join(", "))}; ${helped}`, 120);
}
