/** Why a run may not be landed or proposed as it stands; null where nothing speaks against it. Looks at no repository. */

import { failedNames } from "../../views/review-words.ts";
import { countOf } from "../../views/words.ts";
import type { Review, RunReview } from "./review.ts";

export interface Obstacle {
  readonly kind: "no_branch" | "empty" | "held" | "needs_person" | "unfinished" | "halted" | "red" | "partial";
  readonly sentence: string;
}

export interface Circumstances {
  /** Who works on it right now, in words; null for nobody. */
  readonly holder: string | null;
  /** Tasks that were not done are known and accepted. */
  readonly partial: boolean;
}

export function obstacleOf({ run, tasks }: Review, { holder, partial }: Circumstances): Obstacle | null {
  if (run.branch === null)
    return obstacle("no_branch", `${run.id} worked in the project's folder, so there is no branch of it to land.`);
  if (run.phase !== "ended") return unfinished(run, holder);
  if (run.health === "red")
    return obstacle("red", `${run.branch} is red: ${failedNames(run.gates)}. \`reeve why\` tells what led to it.`);
  if (run.health === "empty") return obstacle("empty", `Nothing was merged in ${run.id}, so there is nothing to land.`);
  if (run.health === "unchecked")
    return obstacle("unfinished", `${run.branch} was not looked at as a whole yet; \`reeve run\` goes on with it.`);
  const missing = tasks.filter((task) => task.status !== "done").map((task) => task.id);
  if (missing.length > 0 && !partial)
    return obstacle(
      "partial",
      `${countOf(missing.length, "task")} of ${run.id} ${missing.length === 1 ? "is" : "are"} not done (${listed(missing)}).`,
    );
  return null;
}

function unfinished(run: RunReview, holder: string | null): Obstacle {
  const { id, phase, questions, counts, total } = run;
  const soFar = `${counts.done} of ${countOf(total, "task")} done`;
  if (holder !== null) return obstacle("held", `${id} has not ended: ${holder} (${soFar}). Wait for its end.`);
  if (phase === "halted") return obstacle("halted", `${id} is halted (${soFar}); \`reeve status\` tells why.`);
  if (phase === "working" && questions.length > 0)
    return obstacle(
      "needs_person",
      `${id} waits for your answer to ${questions.join(", ")}; \`reeve questions\` shows it.`,
    );
  return obstacle("unfinished", `${id} has not ended (${soFar}); \`reeve run\` goes on with it.`);
}

const LISTED_MAX = 5;

function listed(ids: readonly string[]): string {
  const more = ids.length - LISTED_MAX;
  return `${ids.slice(0, LISTED_MAX).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function obstacle(kind: Obstacle["kind"], sentence: string): Obstacle {
  return { kind, sentence };
}
