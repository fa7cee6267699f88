/** The review of a run, read from its journal; on request with what its worktrees take on disk, or a task's diff. */
import { join } from "node:path";
import type { Surface } from "../../domain/delivery/surface.ts";
import { readSmall } from "../../effects/files/foreign-file.ts";
import type { Event } from "../../engine/event.ts";
import type { Input } from "../../engine/input.ts";
import { unknownTask } from "../orders/order-refused.ts";
import { type OpenedRun, withRun } from "../project/open-run.ts";
import type { Project } from "../project/project.ts";
import { ReceiptMaker } from "../receipts/receipts-of.ts";
import { granted, type Reply, refused } from "../reply.ts";
import type { Worktrees, WorktreesUse } from "../run/fleets.ts";
import { type Review, reviewOf, type TaskReview } from "./review.ts";
import { emptyHistory, foldHistory } from "./review-history.ts";

/** What may be done with the project's repository, and beyond it, on a person's word. */
export interface Surfaces {
  readonly openSurface: (project: Project) => Promise<Surface>;
}

export interface ReviewWish {
  readonly run?: string | undefined;
  readonly now: number;
}

export function reviewRun(project: Project, { run, now }: ReviewWish): Promise<Reply<Review>> {
  return withRun(project, run, async (opened) => granted(await readReview(opened, now)));
}

/** Some hundred thousand files take seconds: more is not worth waiting for. */
const ENTRIES_MAX = 100_000;

/** With what its worktrees take on disk; null where it has none. */
export async function reviewWithDisk(
  world: Worktrees,
  project: Project,
  wish: ReviewWish,
): Promise<Reply<{ readonly review: Review; readonly worktrees: WorktreesUse | null }>> {
  const reply = await reviewRun(project, wish);
  if (!reply.ok) return reply;
  const { run } = reply.value;
  const worktrees = run.base === null ? null : await world.worktreesUse(project, run.id, ENTRIES_MAX);
  return granted({ review: reply.value, worktrees });
}

export interface TaskReviewed {
  readonly review: Review;
  readonly task: TaskReview;
}

export function reviewTask(project: Project, id: string, wish: ReviewWish): Promise<Reply<TaskReviewed>> {
  return withRun(project, wish.run, async (opened) => {
    const review = await readReview(opened, wish.now);
    const task = review.tasks.find((each) => each.id === id);
    return task ? granted({ review, task }) : unknownTask(opened.state, id);
  });
}

export interface TaskDiff {
  readonly task: string;
  readonly base: string;
  readonly commit: string;
  readonly diff: string;
}

/** What the task changed, line by line. */
export async function diffTask(
  world: Surfaces,
  project: Project,
  id: string,
  wish: ReviewWish,
): Promise<Reply<TaskDiff>> {
  const reply = await reviewTask(project, id, wish);
  if (!reply.ok) return reply;
  const { base, commit } = reply.value.task;
  if (base === null || commit === null) return refused({ what: "no_diff", task: id });
  const difference = await (await world.openSurface(project)).diff(base, commit);
  if (difference.type === "failed") return refused({ what: "unusable", sentence: difference.sentence });
  return granted({ task: id, base, commit, diff: difference.text });
}

/** In a run's folder: what of the sandbox held when it was last worked on. */
export const SANDBOX_NOTE = "sandbox.txt";
const NOTE_BYTES_MAX = 4_096;

export async function readReview({ project, place, state }: OpenedRun, now: number): Promise<Review> {
  const history = emptyHistory();
  const receipts = new ReceiptMaker();
  for await (const { record, text } of project.runs.readStored<Input, Event>(place.id, 1)) {
    const it = record();
    receipts.take(it, text());
    for (const event of it.events) foldHistory(history, event, it.at);
  }
  const review = { ...reviewOf(state, history, now), receipts: receipts.made };
  const sandbox = ((await readSmall(join(place.dir, SANDBOX_NOTE), NOTE_BYTES_MAX)) ?? "").trim();
  return sandbox === "" ? review : { ...review, run: { ...review.run, sandbox } };
}
