/** Why a run may not be landed or proposed as it stands; null where nothing speaks against it. Looks at no repository. */
import type { GateResult } from "../../domain/proof/gate.ts";
import type { Holder } from "../../journal/runs.ts";
import type { Review, RunReview, TaskReview } from "./review.ts";

export type Obstacle = { readonly run: string } & (
  | { readonly kind: "no_branch" | "empty" }
  | { readonly kind: "held"; readonly holder: Holder; readonly done: number; readonly total: number }
  | { readonly kind: "halted" | "unfinished"; readonly done: number; readonly total: number }
  | { readonly kind: "needs_person"; readonly questions: readonly string[] }
  /** Each merge was proved; the whole was not looked at yet. */
  | { readonly kind: "unchecked"; readonly branch: string }
  | { readonly kind: "red"; readonly branch: string; readonly gates: readonly GateResult[] }
  /** Tasks that were not done. */
  | { readonly kind: "partial"; readonly missing: readonly string[] }
);

export interface Circumstances {
  /** Who works on it right now; null for nobody. */
  readonly holder: Holder | null;
  /** Tasks that were not done are known and accepted. */
  readonly partial: boolean;
}

export function obstacleOf({ run, tasks }: Review, { holder, partial }: Circumstances): Obstacle | null {
  const { id, branch, health } = run;
  if (branch === null) return { kind: "no_branch", run: id };
  if (run.phase !== "ended") return unfinished(run, holder);
  if (health === "red") return { kind: "red", run: id, branch, gates: run.gates };
  if (health === "empty") return { kind: "empty", run: id };
  if (health === "unchecked") return { kind: "unchecked", run: id, branch };
  // What a person has left out is known and accepted already.
  const missing = tasks.filter((task) => task.status !== "done" && !isLeftOut(task, tasks)).map((task) => task.id);
  return missing.length > 0 && !partial ? { kind: "partial", run: id, missing } : null;
}

/** By a person's own word, or because it depends on what was. */
function isLeftOut({ status, because }: TaskReview, tasks: readonly TaskReview[]): boolean {
  if (status !== "skipped" || because === null) return false;
  if (because.rule !== "upstream_ended") return because.rule === "person";
  const upstream = tasks.find(({ id }) => id === because.facts["task"]);
  return upstream !== undefined && isLeftOut(upstream, tasks);
}

function unfinished({ id, phase, questions, counts, total }: RunReview, holder: Holder | null): Obstacle {
  const soFar = { run: id, done: counts.done, total };
  if (holder !== null) return { kind: "held", holder, ...soFar };
  if (phase === "halted") return { kind: "halted", ...soFar };
  if (phase === "working" && questions.length > 0) return { kind: "needs_person", run: id, questions };
  return { kind: "unfinished", ...soFar };
}
