/**
 * Takes all that lies in a worktree into a tree: changed, new and deleted files, whatever state git was left in. What
 * .gitignore names stays out, and so do repositories inside the worktree: git would record them as a link to a commit
 * nobody else has. Their paths are given back, to be told. Nothing is committed here and no ref is moved.
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Git, GitResult } from "../../git/git.ts";
import { addAll } from "../../git/inner/inner-repositories.ts";
import { makeTrash } from "../../hygiene/own-folders.ts";
import { isCopied, withEmptyIndex } from "../../keeping/take-tree.ts";
import { keepWorktree, stateDirOf } from "../worktree/keep-worktree.ts";
import type { Failed, RunRepository, Worktree } from "../worktree/run-repository.ts";
import { type Broken, mergeHeads, takeIn } from "./take-in.ts";
import { removeLocks } from "./unfinished.ts";
import { unfitIn } from "./unfit-files.ts";

export interface Staged {
  readonly ok: true;
  /** null: a branch without a commit, made by the agent. */
  readonly head: string | null;
  readonly tree: string;
  /** Something was not committed. */
  readonly dirty: boolean;
  /** The other sides of a merge in progress that HEAD does not have yet. */
  readonly merging: readonly string[];
  readonly skipped: readonly string[];
  /** What stands there of the agent's own making and is not whole: left out, with what git says of it. */
  readonly broken: readonly Broken[];
}

export async function stageAll(repo: RunRepository, worktree: Worktree): Promise<Staged | Failed> {
  const { git } = repo;
  for (const entry of new Set([worktree.admin, worktree.shown])) await removeLocks(entry);
  const taken = await takeIn(repo, worktree);
  if (!taken.ok) return taken;
  const status = await statusOf(git, worktree);
  if (!status.ok) return status;
  const lines = status.out.split("\0").filter((line) => line !== "");
  const entries = lines.filter((line) => !line.startsWith("# "));
  const head = { commit: headIn(lines) };
  const unfit = await unfitIn(worktree.dir, entries);
  const nested = entries.filter((entry) => /^\? .*\/$/s.test(entry)).map((entry) => entry.slice(2, -1));
  const skipped = [...nested, ...unfit];
  const dirty = entries.length > skipped.length;
  const merging = await mergeHeads(repo, worktree, head.commit);
  if (!merging.ok) return merging;
  const broken = [...taken.broken, ...merging.broken];
  const rest = { dirty, merging: merging.commits, skipped, broken };
  if ((await shownEntries(repo, worktree, entries)).some(isStagedAndChanged)) {
    const why = `what was staged in ${worktree.task} and then changed`;
    const kept = await keepWorktree(repo, { ...worktree, files: "none", index: true, why });
    if (!kept.ok) return kept;
  }
  if (!dirty && head.commit !== null) {
    const tree = await git.run(["rev-parse", "--verify", "HEAD^{tree}"], worktree.here);
    return tree.ok ? { ok: true, head: head.commit, tree: tree.out.trim(), ...rest } : tree;
  }
  const added = await addAll(git, worktree.here, skipped);
  if (!added.ok) return added;
  const tree = await git.run(["write-tree"], worktree.here);
  return tree.ok ? { ok: true, head: head.commit, tree: tree.out.trim(), ...rest } : tree;
}

/** As the index of whoever worked there has it: a copy, looked at with Reeve's own configuration. */
async function shownEntries(
  { git, ...repo }: RunRepository,
  { admin, shown, here }: Worktree,
  own: readonly string[],
): Promise<readonly string[]> {
  if (admin === shown) return own;
  return withEmptyIndex(await makeTrash(stateDirOf(repo), repo.run), async (index) => {
    if (!(await isCopied(join(shown, "index"), index))) return [];
    const args = ["status", "--porcelain=v2", "-z", "--untracked-files=no", "--no-renames", "--ignore-submodules=all"];
    const status = await git.run(args, { ...here, env: { ...here.env, GIT_INDEX_FILE: index } });
    return status.ok ? status.out.split("\0") : [];
  });
}

/** Staging the files as they are would lose the version that lies in the index only. */
function isStagedAndChanged(entry: string): boolean {
  return /^[12] [^. ][^. ] /.test(entry);
}

/** Renames off: each path stands for itself. An index that an agent has broken is made again from HEAD. */
async function statusOf(git: Git, worktree: Worktree): Promise<GitResult> {
  // What lies in a submodule in no commit cannot be taken anyway, and looking would go by what is configured in there.
  const what = ["--untracked-files=all", "--no-renames", "--ignore-submodules=dirty", "--no-ahead-behind"];
  const args = ["status", "--porcelain=v2", "--branch", "-z", ...what];
  const status = await git.run(args, worktree.here);
  if (status.ok && isOfAnotherCommit(status.out)) {
    const reset = await git.run(["reset", "--quiet", "--mixed", "--no-refresh"], worktree.here);
    return reset.ok ? git.run(args, worktree.here) : reset;
  }
  if (status.ok || !/index file|bad (index|signature)|index uses/i.test(status.err)) return status;
  await rm(join(worktree.admin, "index"), { force: true });
  const made = await git.run(["read-tree", "HEAD"], worktree.here);
  return made.ok ? git.run(args, worktree.here) : status;
}

/** An index that is not HEAD's: the agent has committed, or a merge was left to it. */
function isOfAnotherCommit(status: string): boolean {
  const lines = status.split("\0");
  return headIn(lines) !== null && lines.some((line) => /^(?:[12] [^.]|u )/.test(line));
}

/** In what `git status --branch` prints; null on a branch without a commit. */
export function headIn(lines: readonly string[]): string | null {
  const [, commit] = lines.map((line) => /^# branch\.oid ([0-9a-f]+)$/.exec(line)).find((found) => found) ?? [];
  return commit ?? null;
}
