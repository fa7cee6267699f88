/** All runs of a project beside each other, the newest first: how each stands, and how each of its tasks does. It only looks. */
import { runFold } from "../../runtime/run/run-fold.ts";
import { listRuns, type Project } from "../project/project.ts";
import { granted, orJournalTrouble, type Reply } from "../reply.ts";
import { type FleetView, projectFleet } from "./fleet-view.ts";
import type { TaskState } from "./parts/task-view.ts";

export interface RunSummary {
  readonly run: FleetView["run"];
  readonly tasks: readonly { readonly id: string; readonly state: TaskState; readonly attempts: number }[];
  readonly done: number;
  readonly usage: FleetView["usage"];
}

/** So many of the newest are read. */
const RUNS_MAX = 100;

/** One whose journal cannot be read is left out: `reeve status --run` says what is wrong with it. */
export function summarizeRuns(project: Project): Promise<Reply<readonly RunSummary[]>> {
  return orJournalTrouble(async () => {
    const places = (await listRuns(project)).slice(-RUNS_MAX).reverse();
    const found: RunSummary[] = [];
    for (const { id } of places) {
      const known = await project.runs.state(id, runFold).catch(() => null);
      if (known !== null && known.state.run.phase !== "none") found.push(summaryOf(projectFleet(known.state, 0)));
    }
    return granted(found);
  });
}

function summaryOf({ run, tasks, counts, usage }: FleetView): RunSummary {
  return { run, tasks: tasks.map(({ id, state, attempts }) => ({ id, state, attempts })), done: counts.done, usage };
}
