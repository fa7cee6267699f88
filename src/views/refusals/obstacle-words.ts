/** Why a run may not be landed or proposed as it stands, in words. */
import type { Obstacle } from "../../app/deliver/obstacle.ts";
import { holderText } from "../holder-text.ts";
import { failedNames } from "../review/review-words.ts";
import { countOf } from "../words.ts";

export function obstacleText(obstacle: Obstacle): string {
  const { run } = obstacle;
  switch (obstacle.kind) {
    case "no_branch":
      return `${run} worked in the project's folder, so there is no branch of it to land.`;
    case "empty":
      return `Nothing was merged in ${run}, so there is nothing to land.`;
    case "held":
      return `${run} has not ended: ${holderText(obstacle.holder)} (${soFar(obstacle)}). Wait until it ends.`;
    case "halted":
      return `${run} is halted (${soFar(obstacle)}); \`reeve status\` says why.`;
    case "needs_person":
      return `${run} waits for your answer to ${obstacle.questions.join(", ")}; \`reeve questions\` shows it.`;
    case "unfinished":
      return `${run} has not ended (${soFar(obstacle)}); \`reeve run\` resumes it.`;
    case "unchecked":
      return `${obstacle.branch} has not been checked as a whole yet; \`reeve run\` resumes the run and checks it.`;
    case "red":
      return `${obstacle.branch} is red: ${failedNames(obstacle.gates)}. \`reeve why\` shows what led to it.`;
    case "partial":
      return `${countOf(obstacle.missing.length, "task")} of ${run} ${obstacle.missing.length === 1 ? "is" : "are"} not done (${listed(obstacle.missing)}).`;
    default:
      return obstacle satisfies never;
  }
}

function soFar({ done, total }: { readonly done: number; readonly total: number }): string {
  return `${done} of ${countOf(total, "task")} done`;
}

const LISTED_MAX = 5;

function listed(ids: readonly string[]): string {
  const more = ids.length - LISTED_MAX;
  return `${ids.slice(0, LISTED_MAX).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
