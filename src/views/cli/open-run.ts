/**
 * From what a person typed to a run they can look at. Finds the project and the run, reads the state from the journal
 * whether somebody works on it or not, and says in one sentence what is wrong if it cannot.
 */
import type { State } from "../../engine/state.ts";
import { JournalError } from "../../journal/journal-error.ts";
import type { Holder } from "../../journal/runs.ts";
import { findProject, listRuns, type Project, type RunPlace } from "../../runtime/project.ts";
import { runFold } from "../../runtime/run/run-fold.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import { badInput, type CommonOptions, fail, type Io } from "./io.ts";

export interface OpenedRun {
  readonly project: Project;
  readonly place: RunPlace;
  readonly state: State;
}

/** Finds and reads the run, hands it to the command, and says in one sentence what is wrong where either cannot. */
export function withRun(
  io: Io,
  options: CommonOptions,
  command: (run: OpenedRun) => Promise<ExitCode> | ExitCode,
): Promise<ExitCode> {
  return orJournalTrouble(io, options, async () => {
    const found = await findRun(io, options);
    if (typeof found === "number") return found;
    const { state } = await found.project.runs.state(found.place.id, runFold);
    return command({ ...found, state });
  });
}

/** A journal that cannot be read or written is no bug: it gets its sentence and its exit code. */
export async function orJournalTrouble(
  io: Io,
  { json }: CommonOptions,
  work: () => Promise<ExitCode>,
): Promise<ExitCode> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    return fail(io, json, EXIT.journal, error.sentence);
  }
}

export type FoundRun = Pick<OpenedRun, "project" | "place">;

export async function findRun(io: Io, options: CommonOptions): Promise<FoundRun | ExitCode> {
  const project = findProject(io.cwd);
  const runs = await listRuns(project);
  const place = options.run === undefined ? runs.at(-1) : runs.find((run) => run.id === options.run);
  if (place) return { project, place };
  const known = runs.length === 0 ? "" : ` Known runs: ${runs.map((run) => run.id).join(", ")}.`;
  const what = options.run === undefined ? "There is no run here yet" : `There is no run ${options.run} here`;
  return badInput(
    io,
    options.json,
    `${what} (looked in ${project.stateDir}).${known} Start one with \`reeve run plan.yaml\`.`,
  );
}

export function holderText(holder: Holder): string {
  if (holder.pid === 0) return "somebody works on it";
  return `pid ${holder.pid} on ${holder.host} works on it`;
}
