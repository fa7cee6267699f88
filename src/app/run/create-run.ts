/** Makes a new run: its folder and a journal whose first record is the plan. Nothing is started by it. */

import { BugError } from "../../domain/bug.ts";
import { CHECKPOINT_AGENT } from "../../domain/spec/checkpoint-order.ts";
import type { CommandCheck, Plan } from "../../domain/spec/plan.ts";
import type { Settings } from "../../domain/spec/settings.ts";
import type { RunBase } from "../../domain/spec/workspace.ts";
import type { RunPlace } from "../../runtime/run/run-place.ts";
import { runRules } from "../../runtime/run/run-rules.ts";
import type { Loaded } from "../project/load.ts";
import { makeRun, type Project } from "../project/project.ts";

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
): Promise<RunPlace> {
  const place = await makeRun(project, start.runsElsewhere);
  const lease = await project.runs.lease(place.id);
  if ("heldBy" in lease) throw new BugError(`${place.id} was created a moment ago, and another process has opened it`);
  const { planFile, planHash } = loaded;
  const plan = withGates(loaded.plan, start.gates);
  const { base } = start;
  try {
    const run = await project.runs.open(lease, { rules: runRules, now, dice: () => 0 });
    try {
      await run.submit({ type: "create_run", run: place.id, planFile, planHash, plan, settings, base });
    } finally {
      await run.close();
    }
    return place;
  } finally {
    await lease.release();
  }
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
