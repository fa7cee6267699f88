/**
 * `reeve review --open-pr`: the run's work on a remote, with pull requests where that can be done, and always as a review
 * file beside the journal. A run that is not finished or not green is proposed as a draft, and only with `--yes`.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Publication, PublishedPart } from "../../../domain/surface.ts";
import { shown } from "../../../runtime/project.ts";
import { proposalsOf } from "../../proposals.ts";
import type { Review } from "../../review.ts";
import { reviewMarkdown } from "../../review-markdown.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, fail, type Io, print, printJson } from "../io.ts";
import type { OpenedRun } from "../open-run.ts";
import { exitOfObstacle, obstacleTo } from "../read-review.ts";
import type { World } from "../world.ts";
import type { ReviewOptions } from "./review.ts";

export async function openPr(
  io: Io,
  world: Pick<World, "surface">,
  run: OpenedRun,
  review: Review,
  options: ReviewOptions,
): Promise<ExitCode> {
  const { json, perTask = false, remote, branch = null, yes = false } = options;
  const obstacle = await obstacleTo(review, run, false);
  if (obstacle?.kind === "no_branch" || obstacle?.kind === "empty") return badInput(io, json, obstacle.sentence);
  if (obstacle && !yes)
    return fail(
      io,
      json,
      exitOfObstacle(obstacle),
      `${obstacle.sentence} \`--yes\` proposes it as a draft all the same.`,
    );
  const proposals = proposalsOf(review, { perTask, branch, draft: obstacle !== null });
  if (proposals.length === 0) return badInput(io, json, `Nothing was merged in ${review.run.id} yet.`);
  const file = join(run.place.dir, "review.md");
  writeFileSync(file, reviewMarkdown(review));
  const surface = world.surface(run.project);
  const publication = await surface.publish({ proposals, ...(remote === undefined ? {} : { remote }) });
  if (json) printJson(io, { ...publication, file });
  else report(io, publication, shown(file, io.cwd));
  return exitOf(publication);
}

function report(io: Io, publication: Publication, file: string): void {
  const written = `The review is in ${file}.`;
  if (publication.type !== "published") {
    io.err(`reeve: ${publication.sentence}\n`);
    return print(io, [written]);
  }
  const { remote, parts } = publication;
  const refused = parts.filter((part) => part.type === "refused");
  for (const part of refused) io.err(`reeve: ${part.branch} was not pushed: ${part.because}.\n`);
  const good = parts.filter((part) => part.type !== "refused");
  const lacking = good.some((part) => part.type === "pushed") || refused.length > 0;
  print(io, [...lines(good, remote), ...(lacking ? [written] : [])]);
}

function lines(parts: readonly PublishedPart[], remote: string): string[] {
  const pushed = parts.filter((part) => part.type === "pushed");
  const reasons = new Set(pushed.map((part) => part.because));
  return [
    ...parts.flatMap((part) => (part.type === "proposed" ? [proposedLine(part.branch, part.url, part.fresh)] : [])),
    ...pushed.map((part) => `Pushed ${part.branch} to ${remote}${reasons.size === 1 ? "." : `: ${part.because}.`}`),
    ...(reasons.size === 1 ? [`No pull request was opened: ${[...reasons][0]}.`] : []),
  ];
}

function proposedLine(branch: string, url: string, fresh: boolean): string {
  return fresh ? `Opened ${url} for ${branch}.` : `${url} is up to date with ${branch}.`;
}

function exitOf(publication: Publication): ExitCode {
  if (publication.type === "no_remote") return publication.asked ? EXIT.badInput : EXIT.ok;
  if (publication.type === "failed") return EXIT.failed;
  return publication.parts.some((part) => part.type === "refused") ? EXIT.failed : EXIT.ok;
}
