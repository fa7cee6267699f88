/**
 * `reeve review`: per task what changed, why, what proves it, what it cost; whether the whole is green, and what its
 * worktrees take on disk. Looks only, unless it is asked to open pull requests (`open-pr.ts`).
 */
import { diffTask, reviewRun, reviewTask, reviewWithDisk, type Surfaces } from "../../../app/deliver/read-review.ts";
import type { Review, TaskReview } from "../../../app/deliver/review.ts";
import { findProject, type Project } from "../../../app/project/project.ts";
import type { Worktrees } from "../../../app/run/fleets.ts";
import { countsByKind } from "../../../domain/proof/gate.ts";
import { displaySafe } from "../../../domain/words/display-safe.ts";
import { reviewMarkdown, taskMarkdown } from "../../review/review-markdown.ts";
import { saidIn } from "../../review/review-words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, print, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";
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
  readonly trustGit?: boolean;
}

export async function reviewCommand(io: Io, world: Surfaces & Worktrees, options: ReviewOptions): Promise<ExitCode> {
  const misfit = misfitOf(options);
  if (misfit !== null) return badInput(io, options.json, misfit);
  const project = findProject(io.cwd);
  const { task } = options;
  if (options.openPr) return openPr(io, world, project, options);
  if (task === undefined)
    return options.markdown ? showMarkdown(io, project, options) : showAll(io, world, project, options);
  return options.diff ? showDiff(io, world, project, task, options) : showTask(io, project, task, options);
}

function misfitOf(options: ReviewOptions): string | null {
  const { task, diff, openPr: opens, perTask, remote, branch, yes, trustGit, markdown } = options;
  if (diff && task === undefined) return "Whose diff? Name a task: reeve review --task ID --diff";
  if (opens && (task !== undefined || diff || markdown))
    return "--open-pr is about the whole run; leave --task, --diff and --markdown out.";
  if (!opens && (perTask || remote !== undefined || branch !== undefined || yes || trustGit))
    return "--per-task, --remote, --branch, --yes and --trust-git go with --open-pr only.";
  return null;
}

async function showMarkdown(io: Io, project: Project, { run, json }: ReviewOptions): Promise<ExitCode> {
  const review = await reviewRun(project, { run, now: io.now() });
  if (!review.ok) return refuse(io, json, review.refusal);
  io.out(reviewMarkdown(review.value));
  return EXIT.ok;
}

async function showAll(io: Io, world: Worktrees, project: Project, { run, json }: ReviewOptions): Promise<ExitCode> {
  const reviewed = await reviewWithDisk(world, project, { run, now: io.now() });
  if (!reviewed.ok) return refuse(io, json, reviewed.refusal);
  const { review, worktrees } = reviewed.value;
  if (json) printJson(io, { ...reviewJson(review), worktrees });
  else print(io, renderReview(review, null, worktrees));
  return EXIT.ok;
}

async function showTask(io: Io, project: Project, id: string, options: ReviewOptions): Promise<ExitCode> {
  const { run, json, markdown } = options;
  const reviewed = await reviewTask(project, id, { run, now: io.now() });
  if (!reviewed.ok) return refuse(io, json, reviewed.refusal);
  const { review, task } = reviewed.value;
  if (json) printJson(io, taskJson(task));
  else if (markdown) io.out(taskMarkdown(review.run, task, [], Number.POSITIVE_INFINITY));
  else print(io, renderReview(review, task.id));
  return EXIT.ok;
}

async function showDiff(
  io: Io,
  world: Surfaces,
  project: Project,
  task: string,
  { run, json }: ReviewOptions,
): Promise<ExitCode> {
  const shown = await diffTask(world, project, task, { run, now: io.now() });
  if (!shown.ok) return refuse(io, json, shown.refusal);
  if (json) printJson(io, shown.value);
  else io.out(displaySafe(shown.value.diff));
  return EXIT.ok;
}

function reviewJson({ run, tasks, receipts = [] }: Review): object {
  return { run: { ...run, proof: countsByKind(run.gates) }, tasks: tasks.map(taskJson), receipts };
}

/** Programs get the turns in words too, and gates counted by what they prove. */
function taskJson(task: TaskReview): object {
  const proof = { verified: countsByKind(task.gates), merged: countsByKind(task.mergeGates) };
  return { ...task, proof, turns: task.turns.map((turn) => ({ at: turn.at, what: turn.what, text: saidIn(turn) })) };
}
