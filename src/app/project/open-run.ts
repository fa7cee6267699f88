/**
 * From what a person typed to a run they can look at. Finds the project and the run, reads the state from the journal
 * whether somebody works on it or not, and says in one sentence what is wrong if it cannot.
 */
import { join } from "node:path";
import type { State } from "../../engine/state.ts";
import { JournalError } from "../../journal/journal-error.ts";
import { readState } from "../../journal/read-run.ts";
import { foldPort } from "../../runtime/fold-port.ts";
import type { Holder } from "../../runtime/lock.ts";
import { EXIT, type ExitCode } from "../../views/cli/exit-codes.ts";
import { badInput, type CommonOptions, fail, type Io } from "../../views/cli/io.ts";
import { findProject, listRuns, type Project, type RunPlace } from "./project.ts";

export interface OpenedRun {
  readonly project: Project;
  readonly place: RunPlace;
  readonly journal: string;
  readonly state: State;
}

/** Finds and reads the run, hands it to the command, and says in one sentence what is wrong where either cannot. */
export function withRun(
  io: Io,
  options: CommonOptions,
  command: (run: OpenedRun) => Promise<ExitCode> | ExitCode,
): Promise<ExitCode> {
  return orJournalTrouble(io, options, async () => {
    const found = findRun(io, options);
    if (typeof found === "number") return found;
    const { state } = await readState(found.journal, foldPort);
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

export type FoundRun = Pick<OpenedRun, "project" | "place" | "journal">;

export function findRun(io: Io, options: CommonOptions): FoundRun | ExitCode {
  const project = findProject(io.cwd);
  const runs = listRuns(project);
  const place = options.run === undefined ? runs.at(-1) : runs.find((run) => run.id === options.run);
  if (place) return { project, place, journal: join(place.dir, "journal.db") };
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
