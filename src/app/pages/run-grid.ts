/** The runs of a project, newest first, each with the state of every task: the grid of runs and tasks. Looks only. */
import type { Because } from "../../domain/because.ts";
import type { RunPhase } from "../../engine/run/state.ts";
import { JournalError } from "../../journal/journal-error.ts";
import { type FleetView, projectFleet } from "../look/fleet-view.ts";
import type { TaskState } from "../look/parts/task-view.ts";
import { type Watcher, watcherOf } from "../look/watcher.ts";
import { listRuns, type Project, runPlace } from "../project/project.ts";
import { stateOf } from "../project/records.ts";

export interface GridRun {
  readonly run: string;
  readonly title: string;
  readonly plan: string;
  readonly phase: RunPhase;
  readonly verdict: string | null;
  readonly because: Because | null;
  readonly createdAt: number;
  readonly endedAt: number | null;
  readonly heardAt: number;
  readonly usd: number;
  readonly budget: number | null;
  readonly questions: number;
  /** All that were ever asked in it. */
  readonly asked: number;
  /** When the last task of it was done; null: none is. */
  readonly doneAt: number | null;
  readonly attempts: number;
  /** In the order of the plan; `retried`: it took more than one attempt. */
  readonly tasks: readonly { readonly id: string; readonly state: TaskState; readonly retried: boolean }[];
}

const RUNS_MAX = 40;

export async function readGrid(project: Project, max = RUNS_MAX): Promise<readonly GridRun[]> {
  const places = (await listRuns(project)).slice(-max).reverse();
  const runs: GridRun[] = [];
  for (const { id } of places) {
    try {
      runs.push(gridRun(projectFleet((await stateOf(project, id)).state, 0)));
    } catch (error) {
      // One that cannot be read is no reason to show none.
      if (!(error instanceof JournalError)) throw error;
    }
  }
  return runs.filter(({ run }) => run !== "");
}

export function gridRun(view: FleetView): GridRun {
  const { run, usage, budgets, questions, asked, attempts, tasks, heardAt } = view;
  return {
    run: run.id,
    title: run.title,
    plan: run.plan,
    phase: run.phase,
    verdict: run.verdict,
    because: run.because,
    createdAt: run.createdAt,
    endedAt: run.endedAt,
    heardAt,
    usd: usage.usdKnown,
    budget: budgets.usd ?? null,
    questions: questions.length,
    asked,
    doneAt: tasks.reduce<number | null>(
      (last, { state, since }) => (state === "done" ? Math.max(last ?? 0, since) : last),
      null,
    ),
    attempts,
    tasks: tasks.map(({ id, state, attempts: made }) => ({ id, state, retried: made > 1 })),
  };
}

/** Null: nobody works on it. */
export function whoWorks(project: Project, run: string, now: number): Promise<Watcher | null> {
  return watcherOf(project.runs, run, runPlace(project, run).dir, now);
}
