/** What came of a landing, in sentences. */
import type { Landed } from "../../app/deliver/land.ts";
import type { Landing } from "../../domain/delivery/surface.ts";
import { shortCommit } from "./review-words.ts";

export function landedLines({ run, landing }: Landed): string[] {
  if (landing.type === "landed") return linesOf(run, landing);
  const { into, at } = landing;
  return [`${into} already has everything of ${run} (it is at ${shortCommit(at)}); nothing was changed.`];
}

function linesOf(run: string, landing: Extract<Landing, { type: "landed" }>): string[] {
  const { how, proved, into, from, to, checkout } = landing;
  const step = how === "merge" ? "by a merge" : "by a fast-forward";
  const lines = [`${run} has landed: ${into} went from ${shortCommit(from)} to ${shortCommit(to)} ${step}.`];
  if (checkout) lines.push("It is checked out here, and the files are up to date with it.");
  if (!proved)
    lines.push(`Reeve has verified ${run}, but not its merge with the other work on ${into}: run your gates once.`);
  return lines;
}
