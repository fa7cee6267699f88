/**
 * What becomes of what earlier attempts left in a worktree: kept, discarded, or brought up to date. Discarded work is
 * parked on a ref first. Each step can be repeated after a kill: a note beside the worktree says that what there was is
 * safe, and from then on only the rest is done again. What a person's .gitignore names (installed packages) stays, and so
 * do repositories an agent made inside the worktree.
 */

import { join } from "node:path";
import type { Failure } from "../../../domain/proof/failure.ts";
import { integrationBranch, parkedRef } from "../../../domain/spec/workspace.ts";
import { readText } from "../../files/foreign-file.ts";
import { isAncestor } from "../../git/is-ancestor.ts";
import type { PrepareOrder } from "../workspaces.ts";
import { keepWorktree } from "../worktree/keep-worktree.ts";
import type { Failed, RunRepository, Worktree } from "../worktree/run-repository.ts";
import { showState } from "../worktree/show-state.ts";
import { dropNote, readNote, writeNote } from "../worktree/worktree-notes.ts";
import { commitAll, createCommit, moveTo } from "./seal.ts";
import { type Staged, stageAll } from "./staging.ts";
import { forgetUnfinished, removeLocks } from "./unfinished.ts";

/** parked: the ref that holds what was discarded. moved: files may have changed. */
export type Applied = { readonly ok: true; readonly parked: string | null; readonly moved: boolean } | Failed;

/** `onto` is the integrated state. */
export async function applyChangeset(
  repo: RunRepository,
  worktree: Worktree,
  order: PrepareOrder,
  onto: string,
): Promise<Applied> {
  const half = await finishEarlier(repo, worktree, order, onto);
  if (half) return half;
  // What a killed Reeve had come to counts as where the work stands: a merge it left is part of it.
  if (await readNote(worktree.admin, "unshown")) await showState(worktree);
  switch (order.changeset) {
    case "keep":
      return keep(repo, worktree, onto);
    case "discard":
      return discard(repo, worktree, order, onto);
    case "update":
      return update(repo, worktree, order, onto);
  }
}

const UNMOVED: Applied = { ok: true, parked: null, moved: false };
const MOVED: Applied = { ok: true, parked: null, moved: true };

/** An attempt before this one was given up while its worktree was being moved: files may be half one, half the other. */
async function finishEarlier(
  repo: RunRepository,
  worktree: Worktree,
  order: PrepareOrder,
  onto: string,
): Promise<Failed | null> {
  const { admin, ref } = worktree;
  const under = await readNote(admin, "moving");
  if (!under || under.id === order.attempt) return null;
  if (under.sealed === null || !(await isLeftToAgent(admin))) {
    const failed = await resetTo(repo, worktree, under.sealed === null ? onto : ref);
    if (failed) return failed;
  }
  await dropNote(admin, "moving");
  return null;
}

/** Where there is nothing to keep, the attempt begins from what is integrated by now. */
async function keep({ git }: RunRepository, worktree: Worktree, onto: string): Promise<Applied> {
  await removeLocks(worktree.admin);
  const tip = await git.run(["rev-parse", "--verify", "--quiet", worktree.ref]);
  if (!tip.ok || tip.out.trim() === onto || !(await isAncestor(git, tip.out.trim(), onto))) return UNMOVED;
  const status = await git.run(["status", "--porcelain=v1", "--branch"], worktree.here);
  const [branch = "", ...changes] = status.out.trimEnd().split("\n");
  if (!status.ok || !branch.startsWith(`## ${worktree.branch}`) || changes.length > 0) return UNMOVED;
  await writeNote(worktree.admin, "unshown", true);
  const moved = await git.run(["merge", "--quiet", "--ff-only", onto], worktree.here);
  return moved.ok ? MOVED : moved;
}

async function discard(repo: RunRepository, worktree: Worktree, order: PrepareOrder, onto: string): Promise<Applied> {
  const under = await readNote(worktree.admin, "moving");
  let parked = under?.parked ?? null;
  if (under?.id !== order.attempt) {
    const safe = await park(repo, worktree, order, onto);
    if (!safe.ok) return safe;
    const rest = await keepWorktree(repo, { ...worktree, files: "none", why: `what ${order.task} had left behind` });
    if (!rest.ok) return rest;
    parked = safe.parked;
    await writeNote(worktree.admin, "moving", { id: order.attempt, parked, sealed: null });
  }
  await dropNote(worktree.admin, "conflicts");
  const reset = await resetTo(repo, worktree, onto);
  return reset ?? { ok: true, parked, moved: true };
}

/** Under the number of the attempt before this one, whose work it was; null: there is nothing that is not integrated. */
async function park(repo: RunRepository, worktree: Worktree, order: PrepareOrder, onto: string): Promise<Applied> {
  const { git, run } = repo;
  const staged = await stageAll(repo, worktree);
  if (!staged.ok) return staged;
  const ref = parkedRef(run, order.task, order.number - 1);
  const heads = await openHeads(repo, worktree, staged, onto);
  const known = await git.run(["rev-parse", "--verify", "--quiet", `${ref}^{tree}`]);
  if (!staged.dirty && heads.length === 0) return { ok: true, parked: known.ok ? ref : null, moved: false };
  const message = `Discarded: ${order.title}\n\nReeve-Run: ${run}\nReeve-Task: ${order.task}\nReeve-Parked-For: ${order.attempt}\n`;
  const parents = heads.length > 0 ? heads : [staged.head ?? onto];
  const made = await createCommit(repo, { tree: staged.tree, parents, message });
  if (!made.ok) return made;
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? ref : `${ref}-${number}`;
    const there = await git.run(["rev-parse", "--verify", "--quiet", `${name}^{tree}`]);
    if (there.ok && there.out.trim() === staged.tree) return { ok: true, parked: name, moved: false };
    if (there.ok) continue;
    const put = await git.run(["update-ref", "--create-reflog", "-m", "reeve: park", name, made.commit, ""]);
    return put.ok ? { ok: true, parked: name, moved: false } : put;
  }
}

/** Commits that would be reachable from nowhere: where the worktree is, what it was merging, and the task's branch. */
async function openHeads(
  repo: RunRepository,
  worktree: Worktree,
  staged: Staged,
  onto: string,
): Promise<readonly string[]> {
  const { git } = repo;
  const tip = (await git.run(["rev-parse", "--verify", "--quiet", worktree.ref])).out.trim();
  const open: string[] = [];
  for (const commit of [staged.head, ...staged.merging, tip]) {
    if (!commit || staged.broken.some((each) => each.commit === commit)) continue;
    if (await isAncestor(git, commit, onto)) continue;
    const isContained = await Promise.all(open.map((each) => isAncestor(git, commit, each)));
    if (!isContained.includes(true)) open.push(commit);
  }
  return open;
}

async function update(repo: RunRepository, worktree: Worktree, order: PrepareOrder, onto: string): Promise<Applied> {
  const { git } = repo;
  const { admin, here } = worktree;
  const under = await readNote(admin, "moving");
  let sealed = under?.id === order.attempt ? under.sealed : null;
  if (sealed === null) {
    const done = await commitAll(repo, worktree, { ...order, onto });
    if (!done.ok) return done;
    sealed = done.commit;
    await writeNote(admin, "moving", { id: order.attempt, parked: null, sealed });
  } else if (await isLeftToAgent(admin)) {
    return noteConflicts(repo, worktree);
  } else {
    const tip = await git.run(["rev-parse", "--verify", worktree.ref]);
    if (!tip.ok) return tip;
    if (await isAncestor(git, onto, tip.out.trim())) sealed = tip.out.trim();
    const reset = await resetTo(repo, worktree, sealed);
    if (reset) return reset;
  }
  if (await isAncestor(git, onto, sealed)) return MOVED;
  const message = `Merge ${integrationBranch(repo.run)}\n\nReeve-Run: ${repo.run}\nReeve-Task: ${order.task}\nReeve-Attempt: ${order.attempt}`;
  const args = ["merge", "--quiet", "--ff", "--no-verify-signatures", "--no-stat", "-m", message, onto];
  await writeNote(admin, "unshown", true);
  const merged = await git.run(args, { ...here, okCodes: [1] });
  if (!merged.ok) return merged;
  if (merged.code === 0) return MOVED;
  return (await isLeftToAgent(admin)) ? noteConflicts(repo, worktree) : { ok: false, failure: unmergeable(worktree) };
}

function unmergeable({ dir, branch }: Worktree): Failure {
  const message = `The integrated state could not be merged into ${branch}: files that git ignores are in its way in ${dir}. Look at them there, then retry the task.`;
  return { class: "git_state", restart: "persistent", subject: dir, message, evidence: [] };
}

/** Git writes MERGE_HEAD after the files: where it is, they are complete. */
async function isLeftToAgent(admin: string): Promise<boolean> {
  return (await readText(join(admin, "MERGE_HEAD"))) !== "";
}

async function noteConflicts({ git }: RunRepository, { admin, here }: Worktree): Promise<Applied> {
  const files = await git.run(["diff", "--name-only", "--diff-filter=U", "--no-ext-diff", "-z"], here);
  if (!files.ok) return files;
  await writeNote(admin, "conflicts", [...new Set(files.out.split("\0").filter((path) => path !== ""))]);
  return MOVED;
}

/** All that is in the worktree is safe elsewhere by now. */
async function resetTo(repo: RunRepository, worktree: Worktree, commit: string): Promise<Failed | null> {
  const { git } = repo;
  await writeNote(worktree.admin, "unshown", true);
  await removeLocks(worktree.admin);
  await forgetUnfinished(worktree.admin);
  const failure = await moveTo(repo, worktree, commit, "reset");
  if (failure) return { ok: false, failure };
  for (const args of [
    ["reset", "--hard", "--quiet", "--no-recurse-submodules"],
    ["clean", "--quiet", "-fd"],
  ]) {
    const done = await git.run(args, worktree.here);
    if (!done.ok) return done;
  }
  return null;
}
