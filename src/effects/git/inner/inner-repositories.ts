/**
 * Repositories inside a worktree that a commit names by a link: submodules, and whatever an agent made one of. Asked for changes in
 * them, git would start another git in there, which goes by what is configured in there: an agent writes that, and its filters would
 * run as Reeve's. So no call looks into them by itself; what lies in them is asked with a configuration of Reeve's own.
 */
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import type { Git, GitOptions, GitResult } from "../git.ts";
import { withWaryGit } from "../wary-git.ts";

type Here = GitOptions & { readonly cwd: string };

/** Adds all that changed but for these paths. Of a link, the commit that is checked out there; nothing else is asked of it. */
export async function addAll(git: Git, here: Here, skipped: readonly string[] = []): Promise<GitResult> {
  const inner = await innerRepositories(git, here);
  if (!inner.ok) return inner.result;
  const paths = [":/", ...[...skipped, ...inner.paths].map((path) => `:(exclude,top,literal)${path}`)];
  const add = ["add", "--all", "--sparse", "--pathspec-from-file=-", "--pathspec-file-nul"];
  const added = await git.run(add, { ...here, input: paths.join("\0") });
  if (!added.ok || inner.paths.length === 0) return added;
  return git.run(["update-index", "-z", "--stdin"], { ...here, input: inner.paths.join("\0") });
}

/** Whether something lies in one of them that is in no commit, or cannot be told. */
export async function isInnerWorkOpen(git: Git, here: Here): Promise<boolean> {
  const inner = await innerRepositories(git, here);
  if (!inner.ok) return true;
  for (const path of inner.paths.slice(0, LOOKED_AT_MAX)) {
    const args = ["status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames"];
    const status = await withWaryGit(join(here.cwd, path), (inside) => inside.run(args));
    if (!status.ok || status.out !== "") return true;
  }
  return inner.paths.length > LOOKED_AT_MAX;
}

const LOOKED_AT_MAX = 100;

type Inner =
  | { readonly ok: true; readonly paths: readonly string[] }
  | { readonly ok: false; readonly result: GitResult };

/** Links of the index in whose place a repository lies; from the toplevel. */
async function innerRepositories(git: Git, here: Here): Promise<Inner> {
  const listed = await git.run(["ls-files", "--stage", "-z", "--", ":/"], here);
  if (!listed.ok) return { ok: false, result: listed };
  const links = listed.out
    .split("\0")
    .flatMap((line) => (line.startsWith(LINK) ? [line.slice(line.indexOf("\t") + 1)] : []));
  const paths: string[] = [];
  for (const path of new Set(links))
    if ((await lstat(join(here.cwd, path, ".git")).catch(() => null)) !== null) paths.push(path);
  return { ok: true, paths };
}

const LINK = "160000 ";
