/**
 * Notes in a run's journal what a person did with what the run left. One at rest is written to at once. One that somebody works
 * on, or that was killed at work, gets it as mail: a record written beside it could be taken for work.
 */
import type { RunPhase } from "../../engine/run/state.ts";
import type { Told } from "../../runtime/run/mailed.ts";
import { runFold } from "../../runtime/run/run-fold.ts";
import type { Project } from "./project.ts";
import { writeRun } from "./write-run.ts";

const AT_REST: ReadonlySet<RunPhase> = new Set(["created", "stopped", "halted", "ended"]);

/** `name` is that of this deed: under it, it counts once. Throws `JournalError`. */
export async function noteInRun(
  project: Project,
  run: string,
  input: Exclude<Told, { type: "agent_ordered" }>,
  { name, now }: { readonly name: string; readonly now: number },
): Promise<void> {
  const { state } = await project.runs.state(run, runFold);
  if (AT_REST.has(state.run.phase)) {
    const written = await writeRun(
      project,
      run,
      () => now,
      (opened) => opened.submit(input),
    );
    if (!("heldBy" in written)) return;
  }
  await project.runs.post(run, { sender: name, number: 1, at: now, from: input.by.command, input });
}
