/** `reeve land`: brings the proved work of a run into a branch of yours. */
import { land } from "../../../app/deliver/land.ts";
import type { Surfaces } from "../../../app/deliver/read-review.ts";
import { findProject } from "../../../app/project/project.ts";
import type { Fleets } from "../../../app/run/fleets.ts";
import { landedLines } from "../../review/landed-words.ts";
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
  else print(io, landedLines(landed.value));
  return EXIT.ok;
}
