/**
 * `reeve review`: per task what changed, why, what proves it, what it cost; whether the whole is green, and what its
 * worktrees take on disk. Looks only,
 * unless it is asked to open pull requests (`open-pr.ts`).
 */

import { readReview } from "../../../app/deliver/read-review.ts";
import type { Review, TaskReview } from "../../../app/deliver/review.ts";
import { type OpenedRun, withRun } from "../../../app/project/open-run.ts";
import type { World } from "../../../app/world.ts";
import { displaySafe } from "../../../domain/display-safe.ts";
import { refusalText } from "../../refusals.ts";
import { reviewMarkdown, taskMarkdown } from "../../review-markdown.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, fail, type Io, print, printJson } from "../io.ts";
import { openPr } from "./open-pr.ts";
import { renderReview } from "./render-review.ts";

export interface ReviewOptions extends CommonOptions {
  readonly task?: string;
  readonly markdown?: boolean;
  readonly diff?: boolean;
  readonly openPr?: boolean;
  readonly perTask?: boolean;
  readonly remote?: string;
  readonly branch?: string;
  readonly yes?: boolean;
}

export function reviewCommand(
  io: Io,
  world: () => Promise<Pick<World, "surface" | "worktreesUse">>,
  options: ReviewOptions,
): Promise<ExitCode> {
  return withRun(io, options, async (run) => {
    const misfit = misfitOf(options);
    if (misfit !== null) return badInput(io, options.json, misfit);
    const review = await readReview(run, io.now());
    if (options.openPr) return openPr(io, await world(), run, review, options);
    if (options.task === undefined) return show(io, world, run, review, options);
    const task = review.tasks.find((each) => each.id === options.task);
    if (!task) return badInput(io, options.json, refusalText({ what: "unknown_task", task: options.task }, run.state));
    return options.diff ? showDiff(io, await world(), run, task, options) : showTask(io, review, task, options);
  });
}

function misfitOf({ task, diff, openPr: opens, perTask, remote, branch, yes, markdown }: ReviewOptions): string | null {
  if (diff && task === undefined) return "Whose diff? Name a task: reeve review --task ID --diff";
  if (opens && (task !== undefined || diff || markdown))
    return "--open-pr is about the whole run; leave --task, --diff and --markdown out.";
  if (!opens && (perTask || remote !== undefined || branch !== undefined || yes))
    return "--per-task, --remote, --branch and --yes go with --open-pr only.";
  return null;
}

/** Some hundred thousand files take seconds: more is not worth waiting for. */
const ENTRIES_MAX = 100_000;

async function show(
  io: Io,
  world: () => Promise<Pick<World, "worktreesUse">>,
  { project, place }: OpenedRun,
  review: Review,
  { json, markdown }: ReviewOptions,
): Promise<ExitCode> {
  if (markdown) {
    io.out(reviewMarkdown(review));
    return EXIT.ok;
  }
  const isBranched = review.run.base !== null;
  const disk = isBranched ? await (await world()).worktreesUse(project, place.id, ENTRIES_MAX) : null;
  if (json) printJson(io, { ...review, worktrees: disk && { bytes: disk.bytes, isPart: disk.isPart } });
  else print(io, renderReview(review, null, disk));
  return EXIT.ok;
}

function showTask(io: Io, review: Review, task: TaskReview, { json, markdown }: ReviewOptions): ExitCode {
  if (json) printJson(io, task);
  else if (markdown) io.out(taskMarkdown(review.run, task, [], Number.POSITIVE_INFINITY));
  else print(io, renderReview(review, task.id));
  return EXIT.ok;
}

async function showDiff(
  io: Io,
  world: Pick<World, "surface">,
  run: OpenedRun,
  { id, base, commit }: TaskReview,
  { json }: ReviewOptions,
): Promise<ExitCode> {
  if (base === null || commit === null)
    return badInput(io, json, `No commit of ${id} was looked at so far, so there is no diff of it.`);
  const difference = await world.surface(run.project).diff(base, commit);
  if (difference.type === "failed") return fail(io, json, EXIT.unusable, difference.sentence);
  if (json) printJson(io, { task: id, base, commit, diff: difference.text });
  else io.out(displaySafe(difference.text));
  return EXIT.ok;
}
