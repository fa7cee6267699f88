/** Makes a new run: its folder and a journal whose first record is the plan. Nothing is started by it. */

import { BugError } from "../../domain/bug.ts";
import { CHECKPOINT_AGENT } from "../../domain/spec/checkpoint-order.ts";
import type { CommandCheck, Plan } from "../../domain/spec/plan.ts";
import type { Settings } from "../../domain/spec/settings.ts";
import type { RunBase } from "../../domain/spec/workspace.ts";
import type { Giver } from "../../domain/work/giver.ts";
import type { RunPlace } from "../../runtime/run/run-place.ts";
import { giverHere } from "../person/giver.ts";
import type { Loaded } from "../project/load.ts";
import { makeRun, type Project } from "../project/project.ts";
import { writeRun } from "../project/write-run.ts";

/** What is found where the run begins: the commit, and gates for tasks whose plan names none. */
export interface RunStart {
  readonly base: RunBase | null;
  readonly gates: readonly CommandCheck[];
  /** Runs of other projects that share the repository: their branches must not be taken for this one's. */
  readonly runsElsewhere?: readonly string[];
}

/** Throws `JournalError`. */
export async function createRun(
  project: Project,
  loaded: Loaded,
  settings: Settings,
  start: RunStart,
  now: () => number,
  by: Giver = giverHere("reeve run"),
): Promise<RunPlace> {
  const place = await makeRun(project, start.runsElsewhere);
  const { planFile, planHash } = loaded;
  const plan = withGates(loaded.plan, start.gates);
  const { base } = start;
  const input = { type: "create_run", run: place.id, planFile, planHash, plan, settings, base, by } as const;
  const written = await writeRun(project, place.id, now, (run) => run.submit(input));
  if ("heldBy" in written)
    throw new BugError(`${place.id} was created a moment ago, and another process has opened it`);
  return place;
}

function withGates(plan: Plan, gates: readonly CommandCheck[]): Plan {
  if (gates.length === 0) return plan;
  return {
    ...plan,
    tasks: plan.tasks.map((task) =>
      task.gates.length === 0 && task.agent !== CHECKPOINT_AGENT ? { ...task, gates } : task,
    ),
  };
}
