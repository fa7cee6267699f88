/**
 * `reeve land`: brings the proved work of a run into a branch of yours. Only on request, only what is finished and green,
 * and as a whole or not at all. It records nothing: git knows what has landed.
 */
import type { Landing } from "../../../domain/surface.ts";
import { shortCommit } from "../../review-words.ts";
import { plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, fail, type Io, print, printJson } from "../io.ts";
import { withRun } from "../open-run.ts";
import { exitOfObstacle, obstacleTo, readReview } from "../read-review.ts";
import type { World } from "../world.ts";

export interface LandOptions extends CommonOptions {
  readonly into?: string;
  readonly ffOnly?: boolean;
  readonly merge?: boolean;
  readonly partial?: boolean;
}

export function landCommand(
  io: Io,
  world: () => Promise<Pick<World, "surface">>,
  options: LandOptions,
): Promise<ExitCode> {
  return withRun(io, options, async (opened) => {
    const { json, ffOnly = false, merge = false, partial = false } = options;
    if (ffOnly && merge) return badInput(io, json, "--ff-only and --merge exclude each other; give one of them.");
    const review = await readReview(opened, io.now());
    const { run } = review;
    const obstacle = await obstacleTo(review, opened, partial);
    if (obstacle) {
      const hint = obstacle.kind === "partial" ? " If you want the rest as it is, say `reeve land --partial`." : "";
      return fail(io, json, exitOfObstacle(obstacle), `${obstacle.sentence}${hint}`);
    }
    const into = options.into ?? run.base?.branch ?? null;
    if (run.branch === null || run.head === null || into === null)
      return badInput(io, json, `${run.id} began from no branch; name the one to land into: reeve land --into BRANCH`);
    const landing = await (await world()).surface(opened.project).land({
      run: run.id,
      title: plainText(run.title),
      branch: run.branch,
      commit: run.head,
      into,
      base: options.into === undefined ? (run.base?.commit ?? null) : null,
      how: ffOnly ? "fast_forward" : merge ? "merge" : "any",
    });
    return report(io, run.id, landing, json);
  });
}

const FILES_MAX = 20;

function report(io: Io, run: string, landing: Landing, json: boolean | undefined): ExitCode {
  if (landing.type === "refused") {
    if (json) printJson(io, { error: landing.sentence, files: landing.files, exit: EXIT.badInput });
    else io.err(`${[`reeve: ${landing.sentence}`, ...fileLines(landing.files)].join("\n")}\n`);
    return EXIT.badInput;
  }
  if (json) printJson(io, landing);
  else print(io, landing.type === "already" ? [alreadyText(run, landing)] : landedLines(run, landing));
  return EXIT.ok;
}

function alreadyText(run: string, { into, at }: Extract<Landing, { type: "already" }>): string {
  return `${into} has everything of ${run} already (it is at ${shortCommit(at)}); nothing was changed.`;
}

function landedLines(run: string, landing: Extract<Landing, { type: "landed" }>): string[] {
  const { how, proved, into, from, to, checkout } = landing;
  const step = how === "merge" ? "by a merge" : "by a fast-forward";
  const lines = [`${run} has landed: ${into} went from ${shortCommit(from)} to ${shortCommit(to)} ${step}.`];
  if (checkout) lines.push("It is checked out here, and the files are up to date with it.");
  if (!proved) lines.push(`Reeve has proved ${run}, not its merge with what ${into} had besides: run your gates once.`);
  return lines;
}

function fileLines(files: readonly string[]): string[] {
  const more = files.length - FILES_MAX;
  return [
    ...files.slice(0, FILES_MAX).map((file) => `  ${plainText(file)}`),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ];
}
