/**
 * Takes the files of a worktree, or what its index holds, as a tree in git's object store. All of it happens with an index of
 * our own: the worktree's is not touched, no ref is moved, and what an agent made of the file `.git` is not believed.
 */
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, lstat, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Failure } from "../../domain/proof/failure.ts";
import type { Git, GitOptions } from "../git/git.ts";
import { addAll } from "../git/inner/inner-repositories.ts";

export interface TakenFrom {
  readonly git: Git;
  readonly commonDir: string;
  /** Where our own index may lie meanwhile. */
  readonly scratch: string;
  /** Git's own folder for the worktree; null when git does not know it. */
  readonly admin: string | null;
  /** The entry that whoever worked there used, where it is another: what is staged lies there. */
  readonly shown?: string | undefined;
}

type Failed = { readonly ok: false; readonly failure: Failure };
export type Taken =
  | { readonly ok: true; readonly tree: string /** As `ls-files --stage -z` prints it. */; readonly staged: string }
  | Failed;

/** All files of the worktree that git does not ignore, as they are. Compared with `parent` where there is no index. */
export async function takeFiles(from: TakenFrom, dir: string, parent: string | null): Promise<Taken> {
  return withIndex(from, dir, parent, async (options) => {
    const added = await addAll(from.git, options);
    if (!added.ok) return added;
    const staged = await from.git.run(["ls-files", "--stage", "-z"], options);
    return staged.ok ? treeOf(from.git, options, staged.out) : staged;
  });
}

/** Just these, also where git ignores them. */
export async function takePaths(from: TakenFrom, dir: string, paths: readonly string[]): Promise<Taken> {
  return withIndex({ ...from, admin: null }, dir, null, async (options) => {
    const add = ["--literal-pathspecs", "add", "--force", "--pathspec-from-file=-", "--pathspec-file-nul"];
    const added = await from.git.run(add, { ...options, input: paths.join("\0") });
    return added.ok ? treeOf(from.git, options, "") : added;
  });
}

/** What is staged; null: there is no index, or it cannot be read. Of files in conflict, the version in the worktree. */
export async function takeIndex(from: TakenFrom, dir: string | null): Promise<string | null> {
  const entry = from.shown ?? from.admin;
  if (from.admin === null || entry === null || !existsSync(join(entry, "index"))) return null;
  const taken = await withIndex({ ...from, indexOf: entry }, dir ?? from.admin, null, async (options) => {
    const unmerged = await from.git.run(["ls-files", "--unmerged", "-z"], options);
    if (!unmerged.ok) return unmerged;
    const open = [...new Set(unmerged.out.split("\0").flatMap((line) => line.split("\t").slice(1)))];
    if (open.length > 0) {
      const add = ["--literal-pathspecs", "add", "--all", "--sparse", "--pathspec-from-file=-", "--pathspec-file-nul"];
      const added = await from.git.run(add, { ...options, input: open.join("\0") });
      if (!added.ok) return added;
    }
    return treeOf(from.git, options, "");
  });
  return taken.ok ? taken.tree : null;
}

async function treeOf(git: Git, options: GitOptions, staged: string): Promise<Taken> {
  const written = await git.run(["write-tree"], options);
  return written.ok ? { ok: true, tree: written.out.trim(), staged } : written;
}

async function withIndex(
  { git, commonDir, scratch, admin, indexOf = admin }: TakenFrom & { readonly indexOf?: string | null },
  dir: string,
  parent: string | null,
  use: (options: GitOptions & { readonly cwd: string }) => Promise<Taken>,
): Promise<Taken> {
  return withEmptyIndex(scratch, async (index) => {
    const options = { cwd: dir, env: { GIT_DIR: admin ?? commonDir, GIT_WORK_TREE: dir, GIT_INDEX_FILE: index } };
    // Git's own index spares it reading files that did not change.
    const copied = indexOf !== null && (await isCopied(join(indexOf, "index"), index));
    if (!copied) {
      const read = await git.run(parent === null ? ["read-tree", "--empty"] : ["read-tree", parent], options);
      if (!read.ok) return read;
    }
    return use(options);
  });
}

/** An index of our own for the time of one use; its path. */
export async function withEmptyIndex<T>(scratch: string, use: (index: string) => Promise<T>): Promise<T> {
  const index = join(scratch, `index-${randomUUID()}`);
  try {
    return await use(index);
  } finally {
    await rm(index, { force: true });
    await rm(`${index}.lock`, { force: true });
  }
}

/** Only a file: an agent may have put a pipe there. */
export async function isCopied(from: string, to: string): Promise<boolean> {
  if (!(await lstat(from).catch(() => null))?.isFile()) return false;
  return copyFile(from, to).then(
    () => true,
    () => false,
  );
}
