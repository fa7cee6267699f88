/**
 * Makes the workspace of an attempt ready, step by step: the branch all work is merged into, the worktree, what becomes
 * of earlier work, submodules, the person's setup commands. A note names the attempt once all is done; the same order
 * again then changes nothing, because the attempt may be at work by now.
 */
import { join } from "node:path";
import type { Semaphore } from "../../basics/semaphore.ts";
import type { Failure } from "../../domain/proof/failure.ts";
import type { CommandCheck } from "../../domain/spec/plan.ts";
import { updateSubmodules } from "../git/inner/submodules.ts";
import { applyChangeset } from "./changeset/changeset.ts";
import { mergeBase } from "./changeset/seal.ts";
import type { Prepared, PrepareOrder } from "./workspaces.ts";
import { placeOf, type RunRepository, type TaskPlace, type Worktree } from "./worktree/run-repository.ts";
import { showState } from "./worktree/show-state.ts";
import { type Added, addWorktree, findWorktree, restoreProject, type WorktreeChoice } from "./worktree/worktree.ts";
import { dropNote, readNote, writeNote } from "./worktree/worktree-notes.ts";

export type RunSetup = (dir: string, checks: readonly CommandCheck[], signal: AbortSignal) => Promise<Failure | null>;

export interface Preparation {
  readonly repo: RunRepository;
  readonly setup: readonly CommandCheck[];
  readonly runSetup: RunSetup;
  readonly signal: AbortSignal;
  /** Bounds what takes long: checking out files, installing packages. */
  readonly making: Semaphore;
}

export async function prepare(preparation: Preparation, order: PrepareOrder): Promise<Prepared> {
  const { repo } = preparation;
  const place = placeOf(repo, order.task, order.title);
  const read = await repo.integration.readHead();
  if (read.type === "failed") return read;
  const onto = read.head.commit;
  const found = await findOrAdd(preparation, place, onto);
  if (!found.ok) return failed(found.failure);
  const { worktree } = found;
  await dropNote(worktree.admin, "merged");
  if (!found.isNew) await restoreProject(repo, worktree);
  const done = await readNote(worktree.admin, "attempt");
  // Killed between the two notes: it had come to its end, and the attempt may have worked since.
  if (done && (await readNote(worktree.admin, "moving"))?.id === done.id) await dropNote(worktree.admin, "moving");
  if (done?.id === order.attempt) return ready(repo, worktree, done);
  const applied = found.fresh ? NOTHING_THERE : await applyChangeset(repo, worktree, order, onto);
  if (!applied.ok) return failed(applied.failure);
  if (await readNote(worktree.admin, "unshown")) await showState(worktree);
  const signal = order.signal ? AbortSignal.any([preparation.signal, order.signal]) : preparation.signal;
  const problem = await makeUsable({ ...preparation, signal }, worktree, found.isNew || applied.moved);
  if (problem) return failed(problem);
  // A merge left to the agent begins from what is merged in.
  const isUpToDate = found.fresh || order.changeset === "update";
  const began = isUpToDate ? onto : ((await mergeBase(repo, onto, worktree.ref)) ?? onto);
  const note = { id: order.attempt, base: began, parked: applied.parked };
  await writeNote(worktree.admin, "attempt", note);
  await dropNote(worktree.admin, "moving");
  return { ...ready(repo, worktree, note), ...(found.lost && { lost: found.lost }) };
}

const NOTHING_THERE = { ok: true, parked: null, moved: false } as const;

type Found = (WorktreeChoice | Added) & {
  readonly isNew?: boolean;
  readonly fresh?: boolean;
  readonly lost?: string | null;
};

async function findOrAdd({ repo, making }: Preparation, place: TaskPlace, start: string): Promise<Found> {
  const found = await findWorktree(repo, place);
  if (found) return found;
  const added = await making.run(() => addWorktree(repo, place, start));
  return added.ok ? { ...added, isNew: true } : added;
}

async function makeUsable(preparation: Preparation, worktree: Worktree, isMoved: boolean): Promise<Failure | null> {
  const { repo, setup, runSetup, signal, making } = preparation;
  const { repository, git } = repo;
  const isSetUp = await readNote(worktree.admin, "setup");
  if (repository.submodules.length > 0 && (isMoved || !isSetUp)) {
    const problem = await updateSubmodules(git, repository.toplevel, worktree.here);
    if (problem) return problem;
  }
  if (isSetUp) return null;
  if (setup.length > 0) {
    const dir = join(worktree.dir, repository.prefix);
    const problem = await making.run(() => runSetup(dir, setup, signal));
    if (problem) return problem;
  }
  await writeNote(worktree.admin, "setup", true);
  return null;
}

function ready(
  { repository }: RunRepository,
  { dir, branch }: Worktree,
  { base, parked }: { readonly base: string; readonly parked: string | null },
): Extract<Prepared, { type: "ready" }> {
  return { type: "ready", dir: join(dir, repository.prefix), workspace: { branch, base }, parked };
}

function failed(failure: Failure): Prepared {
  return { type: "failed", failure };
}
