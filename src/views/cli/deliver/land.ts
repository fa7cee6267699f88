/** `reeve land`: brings the proved work of a run into a branch of yours. */
import { type Landed, land } from "../../../app/deliver/land.ts";
import type { Surfaces } from "../../../app/deliver/read-review.ts";
import { findProject } from "../../../app/project/project.ts";
import type { Fleets } from "../../../app/run/fleets.ts";
import type { Landing } from "../../../domain/delivery/surface.ts";
import { shortCommit } from "../../review/review-words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, print, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";

export interface LandOptions extends CommonOptions {
  readonly into?: string;
  readonly ffOnly?: boolean;
  readonly merge?: boolean;
  readonly partial?: boolean;
  readonly trustGit?: boolean;
}

export async function landCommand(io: Io, world: Surfaces & Fleets, options: LandOptions): Promise<ExitCode> {
  const { run, into, json, ffOnly = false, merge = false, partial = false, trustGit = false } = options;
  if (ffOnly && merge) return badInput(io, json, "--ff-only and --merge exclude each other; give one of them.");
  const how = ffOnly ? "fast_forward" : merge ? "merge" : "any";
  const wish = { run, into, how, partial, trustGit, now: io.now() } as const;
  const landed = await land(world, findProject(io.cwd), wish);
  if (!landed.ok) return refuse(io, json, landed.refusal);
  if (json) printJson(io, landed.value.landing);
  else print(io, linesOf(landed.value));
  return EXIT.ok;
}

function linesOf({ run, landing }: Landed): string[] {
  if (landing.type === "landed") return landedLines(run, landing);
  const { into, at } = landing;
  return [`${into} already has everything of ${run} (it is at ${shortCommit(at)}); nothing was changed.`];
}

function landedLines(run: string, landing: Extract<Landing, { type: "landed" }>): string[] {
  const { how, proved, into, from, to, checkout } = landing;
  const step = how === "merge" ? "by a merge" : "by a fast-forward";
  const lines = [`${run} has landed: ${into} went from ${shortCommit(from)} to ${shortCommit(to)} ${step}.`];
  if (checkout) lines.push("It is checked out here, and the files are up to date with it.");
  if (!proved)
    lines.push(`Reeve has verified ${run}, but not its merge with the other work on ${into}: run your gates once.`);
  return lines;
}
