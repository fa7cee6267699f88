/**
 * What in the files of a worktree that goes is in no commit: the files themselves, what was staged, small ones that git
 * ignores. Trees and commits are written to git's object store; no ref is moved and nothing is removed.
 */
import type { Failure } from "../../domain/proof/failure.ts";
import type { Git } from "../git/git.ts";
import { makeTrash } from "../hygiene/own-folders.ts";
import { ignoredWork } from "./ignored-work.ts";
import { type TakenFrom, takeFiles, takeIndex, takePaths } from "./take-tree.ts";

export interface KeepPlace {
  readonly git: Git;
  readonly commonDir: string;
  readonly stateDir: string;
  readonly run: string;
  /** Absent: the time that it is. */
  readonly now?: number;
}

/** What is about to go. */
export interface Going {
  /** Stands in the name of the ref. */
  readonly task: string;
  /** Absolute; null: the folder is gone or stays. */
  readonly dir: string | null;
  /** Git's own folder for the worktree; null: git knows none. */
  readonly admin: string | null;
  /** The entry that whoever worked there used, where it is another: what is staged, and what it stood on, is told by it. */
  readonly shown?: string | undefined;
  /** Whose entries in the stash are kept too, without `refs/heads/`. */
  readonly branch?: string | undefined;
  /** Commits it had beside those its own folder tells of. */
  readonly commits?: readonly string[];
  /** What of its files goes. none: all that differs from a commit was seen to. added: a checkout may have been cut short, so what is missing means nothing. */
  readonly files: "all" | "added" | "none";
  /** What is staged goes, though the files stay. */
  readonly index?: boolean;
  /** Files that git ignores and that go as well, as git names them, and since when they count as somebody's work. */
  readonly ignored?: { readonly entries: readonly string[]; readonly sinceMs: number };
  /** Of these it is known that a ref leads to them. */
  readonly isKnown?: (commit: string) => boolean;
  /** Why it goes, for whoever finds it. */
  readonly why: string;
}

export type Failed = { readonly ok: false; readonly failure: Failure };
interface Commit {
  readonly commit: string;
  readonly tree: string;
}

export interface Files {
  readonly head: string | null;
  /** Null: all files are as in `head`. */
  readonly tree: string | null;
  /** Commits made for what lies beside the files. */
  readonly index: Commit | null;
  readonly ignored: Commit | null;
  readonly leftOut: readonly string[];
}

const NO_FILES: Files = { head: null, tree: null, index: null, ignored: null, leftOut: [] };

export async function lookAtFiles(place: KeepPlace, going: Going): Promise<Files | Failed> {
  const { git } = place;
  const hasFiles = going.files !== "none" && going.dir !== null;
  const looksAtIndex = going.admin !== null && (hasFiles || going.dir === null || going.index === true);
  const hasIgnored = going.dir !== null && (going.ignored?.entries.length ?? 0) > 0;
  if (!hasFiles && !looksAtIndex && !hasIgnored) return NO_FILES;
  const scratch = await makeTrash(place.stateDir, place.run);
  const from: TakenFrom = { ...place, scratch, admin: going.admin, shown: going.shown };
  const head = hasFiles || looksAtIndex ? await headOf(git, going.admin) : null;
  const headTree = head === null ? null : await treeOf(git, head);
  const found = hasFiles && going.dir !== null ? await changedIn(from, going, going.dir, { head, headTree }) : NONE;
  if (!found.ok) return found;
  const { tree } = found;
  const staged = looksAtIndex ? await takeIndex(from, going.dir) : null;
  const isStaged =
    staged !== null && staged !== headTree && staged !== tree && (await isWork(git, "added", headTree, staged));
  const index = isStaged ? await commitFor(git, staged, head, "What was staged") : null;
  return { head, tree, index, ...(await lookAtIgnored(from, going)) };
}

const NONE = { ok: true, tree: null } as const;

/** Null: all files are as in the commit it stands on. */
async function changedIn(
  from: TakenFrom,
  { files }: Going,
  dir: string,
  { head, headTree }: { readonly head: string | null; readonly headTree: string | null },
): Promise<{ readonly ok: true; readonly tree: string | null } | Failed> {
  const taken = await takeFiles(from, dir, head);
  if (!taken.ok) return taken;
  const nested = await newRepository(from.git, taken.staged, head);
  if (nested !== null) return { ok: false, failure: unkeepable(dir, nested) };
  return { ok: true, tree: (await isWork(from.git, files, headTree, taken.tree)) ? taken.tree : null };
}

async function lookAtIgnored(from: TakenFrom, { dir, ignored }: Going): Promise<Pick<Files, "ignored" | "leftOut">> {
  if (dir === null || !ignored || ignored.entries.length === 0) return { ignored: null, leftOut: [] };
  const { paths, leftOut } = await ignoredWork(dir, ignored.entries, ignored.sinceMs);
  if (paths.length === 0) return { ignored: null, leftOut };
  const taken = await takePaths(from, dir, paths);
  if (!taken.ok)
    return { ignored: null, leftOut: [...leftOut, ...paths.map((path) => `${path} (it could not be read)`)] };
  return { ignored: await commitFor(from.git, taken.tree, null, "What git ignores"), leftOut };
}

/** With nothing but deletions a checkout may have been cut short. */
async function isWork(git: Git, files: Going["files"], before: string | null, now: string): Promise<boolean> {
  if (before === now) return false;
  if (files === "all" && before !== null) return true;
  const empty = await git.run(["hash-object", "-t", "tree", "--stdin"], { input: "" });
  const args = ["diff-tree", "-r", "--name-only", "--no-renames", "--diff-filter=AMT"];
  const differs = await git.run([...args, before ?? empty.out.trim(), now]);
  return !differs.ok || differs.out !== "";
}

/** The first path that stands for a repository (mode 160000) now, and did not, or for another commit, before. */
export async function newRepository(git: Git, staged: string, parent: string | null): Promise<string | null> {
  const found = [...staged.matchAll(/(?:^|\0)160000 ([0-9a-f]+) \d\t([^\0]*)/g)];
  if (found.length === 0) return null;
  const before = parent === null ? null : await git.run(["ls-tree", "-r", "-z", "--full-tree", parent]);
  const known = new Set(
    [...(before?.ok ? before.out : "").matchAll(/160000 commit ([0-9a-f]+)\t([^\0]*)/g)].map(
      ([, commit, path]) => `${commit} ${path}`,
    ),
  );
  return found.find(([, commit, path]) => !known.has(`${commit} ${path}`))?.[2] ?? null;
}

export async function headOf(git: Git, admin: string | null): Promise<string | null> {
  if (admin === null) return null;
  const answer = await git.run(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"], { env: { GIT_DIR: admin } });
  return answer.ok ? answer.out.trim() : null;
}

export async function treeOf(git: Git, commit: string): Promise<string | null> {
  const answer = await git.run(["rev-parse", "--verify", "--quiet", `${commit}^{tree}`]);
  return answer.ok ? answer.out.trim() : null;
}

/** Always of the same time, so that the same files give the same commit. */
async function commitFor(git: Git, tree: string, parent: string | null, what: string): Promise<Commit | null> {
  const env = { GIT_AUTHOR_DATE: "@0 +0000", GIT_COMMITTER_DATE: "@0 +0000" };
  const args = ["commit-tree", tree, ...(parent === null ? [] : ["-p", parent]), "-m", what];
  const made = await git.run(args, { env });
  return made.ok ? { commit: made.out.trim(), tree } : null;
}

function unkeepable(dir: string, nested: string): Failure {
  const message = `${nested} in ${dir} is a repository of its own, which cannot be parked. Move it elsewhere first.`;
  return { class: "git_state", restart: "persistent", subject: dir, message, evidence: [] };
}
