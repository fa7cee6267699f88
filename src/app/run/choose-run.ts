/**
 * Which run `reeve run` means: the one to resume, or a new one. It never guesses where guessing would spend money
 * twice: a changed plan and a finished plan are said, not silently started again.
 */
import type { State } from "../../engine/state.ts";
import { runFold } from "../../runtime/run/run-fold.ts";
import type { RunPlace } from "../../runtime/run/run-place.ts";
import { listRuns, type Project, runPlace } from "../project/project.ts";

export type Choice =
  | { readonly choose: "continue"; readonly place: RunPlace; readonly state: State }
  | { readonly choose: "new" }
  | { readonly choose: "finished"; readonly place: RunPlace; readonly state: State }
  | { readonly choose: "changed"; readonly place: RunPlace; readonly state: State }
  | { readonly choose: "unknown"; readonly run: string };

export interface Wish {
  readonly run?: string;
  readonly fresh: boolean;
  /** The plan's name and hash, if one was named. */
  readonly plan?: { readonly planFile: string; readonly planHash: string };
}

/** Throws `JournalError` when the run that is meant cannot be read. */
export async function chooseRun(project: Project, wish: Wish): Promise<Choice> {
  if (wish.run !== undefined) return named(project, wish.run);
  if (wish.fresh) return { choose: "new" };
  const latest = await latestOf(project, wish.plan?.planFile);
  if (!latest) return { choose: "new" };
  const { place, state } = latest;
  if (wish.plan && state.run.planHash !== wish.plan.planHash) {
    return state.run.phase === "ended" ? { choose: "new" } : { choose: "changed", place, state };
  }
  // A Reeve that was killed at the very end may owe somebody its last message.
  const isTold = state.notices.waiting.size === 0;
  const over = state.run.phase === "ended" && isTold && (await project.runs.waiting(place.id)).length === 0;
  return over ? { choose: "finished", place, state } : { choose: "continue", place, state };
}

async function named(project: Project, run: string): Promise<Choice> {
  if (!(await project.runs.list()).includes(run)) return { choose: "unknown", run };
  const place = runPlace(project, run);
  return { choose: "continue", place, state: await stateOf(project, place) };
}

/** The newest run of this plan, or the newest of all. */
async function latestOf(project: Project, planFile: string | undefined) {
  for (const place of (await listRuns(project)).reverse()) {
    const state = await stateOf(project, place);
    if (state.run.phase === "none") continue;
    if (planFile === undefined || state.run.planFile === planFile) return { place, state };
  }
  return null;
}

async function stateOf(project: Project, { id }: RunPlace): Promise<State> {
  return (await project.runs.state(id, runFold)).state;
}
