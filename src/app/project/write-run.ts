/**
 * Writes into a run that nobody works on: takes it for a moment, and lets go of it whatever happens. For what is done to a run
 * from outside, once it has begun or is at rest; nothing is started by it, and what its records ask for is left to the next Reeve.
 */
import type { Answer, Input } from "../../engine/input.ts";
import type { State } from "../../engine/state.ts";
import type { Holder, OpenRun } from "../../journal/runs.ts";
import { runRules } from "../../runtime/run/run-rules.ts";
import type { Project } from "./project.ts";

/** Throws `JournalError`. */
export async function writeRun<T>(
  project: Project,
  run: string,
  now: () => number,
  work: (run: OpenRun<State, Input, Answer>) => Promise<T>,
): Promise<T | { readonly heldBy: Holder }> {
  const lease = await project.runs.lease(run);
  if ("heldBy" in lease) return lease;
  try {
    const opened = await project.runs.open(lease, { rules: runRules, now, dice: () => 0 });
    try {
      return await work(opened);
    } finally {
      await opened.close();
    }
  } finally {
    await lease.release();
  }
}
