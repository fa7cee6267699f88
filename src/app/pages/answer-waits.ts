/**
 * How long questions waited for a person's answer, over the runs of a project. Read from the journals, where it stands and
 * nowhere else; a run that nothing was added to since is not read again. Looks only.
 */
import type { Project } from "../project/project.ts";
import { recordsOf } from "../project/records.ts";
import type { GridRun } from "./run-grid.ts";

/** Of the newest that asked anything: a median needs no more. */
const RUNS_MAX = 12;

interface Read {
  readonly heardAt: number;
  readonly waits: readonly number[];
}

const known = new Map<string, Read>();

/** Null: no question was answered yet. */
export async function medianWaitMs(project: Project, runs: readonly GridRun[]): Promise<number | null> {
  const waits: number[] = [];
  for (const run of runs.filter(({ asked }) => asked > 0).slice(0, RUNS_MAX))
    waits.push(...(await waitsOf(project, run)));
  waits.sort((a, b) => a - b);
  return waits[Math.floor(waits.length / 2)] ?? null;
}

async function waitsOf(project: Project, { run, heardAt }: GridRun): Promise<readonly number[]> {
  const key = `${project.root} ${run}`;
  const before = known.get(key);
  if (before?.heardAt === heardAt) return before.waits;
  const asked = new Map<string, number>();
  const waits: number[] = [];
  for await (const { at, events } of recordsOf(project, run, 1))
    for (const event of events) {
      if (event.type === "question_asked") asked.set(event.question.id, at);
      const since = event.type === "question_answered" ? asked.get(event.question) : undefined;
      if (since !== undefined) waits.push(at - since);
    }
  known.set(key, { heardAt, waits });
  return waits;
}
