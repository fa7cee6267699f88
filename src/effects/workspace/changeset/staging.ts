/**
 * Takes all that lies in a worktree into a tree: changed, new and deleted files, whatever state git was left in. What
 * .gitignore names stays out, and so do repositories inside the worktree: git would record them as a link to a commit
 * nobody else has. Their paths are given back, to be told. Nothing is committed here and no ref is moved.
 */
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Git, GitResult } from "../../git/git.ts";
import type { Failed, Worktree } from "../worktree/run-repository.ts";

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
}

export async function stageAll(git: Git, worktree: Worktree): Promise<Staged | Failed> {
  await removeLocks(worktree.admin);
  const status = await statusOf(git, worktree);
  if (!status.ok) return status;
  const lines = status.out.split("\0").filter((line) => line !== "");
  const entries = lines.filter((line) => !line.startsWith("# "));
  const head = { commit: headIn(lines) };
  const skipped = entries.filter((entry) => /^\? .*\/$/s.test(entry)).map((entry) => entry.slice(2, -1));
  const dirty = entries.length > skipped.length;
  const merging = await mergeHeads(git, worktree, head.commit);
  if (!dirty && head.commit !== null) {
    const tree = await git.run(["rev-parse", "--verify", "HEAD^{tree}"], worktree.here);
    return tree.ok ? { ok: true, head: head.commit, tree: tree.out.trim(), dirty, merging, skipped } : tree;
  }
  const paths = [":/", ...skipped.map((path) => `:(exclude,top,literal)${path}`)];
  const add = ["add", "--all", "--sparse", "--pathspec-from-file=-", "--pathspec-file-nul"];
  const added = await git.run(add, { ...worktree.here, input: paths.join("\0") });
  if (!added.ok) return added;
  const tree = await git.run(["write-tree"], worktree.here);
  return tree.ok ? { ok: true, head: head.commit, tree: tree.out.trim(), dirty, merging, skipped } : tree;
}

/** The attempt and all its processes are gone: a lock that is still there belongs to nobody. */
export async function removeLocks(admin: string): Promise<void> {
  await Promise.all(["index.lock", "HEAD.lock"].map((name) => rm(join(admin, name), { force: true })));
}

/** What git remembers of a merge, a rebase or the like; left as it is, it would turn the next commit into something else. */
const UNFINISHED = [
  "MERGE_HEAD",
  "MERGE_MSG",
  "MERGE_MODE",
  "MERGE_RR",
  "AUTO_MERGE",
  "SQUASH_MSG",
  "CHERRY_PICK_HEAD",
  "REVERT_HEAD",
  "REBASE_HEAD",
  "BISECT_LOG",
  "BISECT_START",
  "rebase-merge",
  "rebase-apply",
  "sequencer",
];

export async function forgetUnfinished(admin: string): Promise<void> {
  await Promise.all(UNFINISHED.map((name) => rm(join(admin, name), { recursive: true, force: true })));
}

/** Renames off: each path stands for itself. An index that an agent has broken is made again from HEAD. */
async function statusOf(git: Git, worktree: Worktree): Promise<GitResult> {
  const what = ["--untracked-files=all", "--no-renames", "--ignore-submodules=none", "--no-ahead-behind"];
  const args = ["status", "--porcelain=v2", "--branch", "-z", ...what];
  const status = await git.run(args, worktree.here);
  if (status.ok || !/index file|bad (index|signature)|index uses/i.test(status.err)) return status;
  await rm(join(worktree.admin, "index"), { force: true });
  const made = await git.run(["read-tree", "HEAD"], worktree.here);
  return made.ok ? git.run(args, worktree.here) : status;
}

/** In what `git status --branch` prints; null on a branch without a commit. */
export function headIn(lines: readonly string[]): string | null {
  const [, commit] = lines.map((line) => /^# branch\.oid ([0-9a-f]+)$/.exec(line)).find((found) => found) ?? [];
  return commit ?? null;
}

async function mergeHeads(git: Git, { admin }: Worktree, head: string | null): Promise<readonly string[]> {
  const text = await readFile(join(admin, "MERGE_HEAD"), "utf8").catch(() => "");
  const commits = text.split("\n").filter((line) => /^[0-9a-f]{40,64}$/.test(line));
  const open: string[] = [];
  for (const commit of commits) if (!head || !(await isAncestor(git, commit, head))) open.push(commit);
  return open;
}

/** False also where one of them is no commit. */
export async function isAncestor(git: Git, commit: string, of: string): Promise<boolean> {
  return (await git.run(["merge-base", "--is-ancestor", commit, of])).ok;
}
