/**
 * Makes the worktree of a task be there: added and checked out, found again, mended, or made anew after a kill. A folder
 * in which an attempt may have worked is never deleted; one that was not yet completely checked out is.
 */
import { lstat, readdir, realpath, rm } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import type { Failure } from "../../../domain/proof/failure.ts";
import { makeFolder } from "../../files/make-folder.ts";
import { setAside } from "../../keeping/set-aside.ts";
import { takeBranch } from "../../sandbox/private-refs.ts";
import { clearAway, stateDirOf } from "./keep-worktree.ts";
import { registerWorktree } from "./register-worktree.ts";
import {
  checkedOutIn,
  entryOf,
  type Failed,
  listAdmins,
  ownEntryPath,
  type RunRepository,
  type TaskPlace,
  type Worktree,
  worktreeAt,
} from "./run-repository.ts";
import { mendShown, showState } from "./show-state.ts";
import { makeBranchWhole } from "./whole-branch.ts";
import { readNote, writeNote } from "./worktree-notes.ts";

export type WorktreeChoice = { readonly ok: true; readonly worktree: Worktree } | Failed;
/** fresh: its branch was made with it, and nobody has worked on either. */
export type Added =
  | { readonly ok: true; readonly worktree: Worktree; readonly fresh: boolean; readonly lost: string | null }
  | Failed;

/** The worktree as it is; null where there is none that could hold work. What an agent did to its `.git` is undone. */
export async function findWorktree(repo: RunRepository, place: TaskPlace): Promise<WorktreeChoice | null> {
  const kind = await kindOf(place.dir);
  if (kind === "other") return { ok: false, failure: inTheWay(place.dir) };
  if (kind === "nothing") return null;
  const entry = await entryOf(repo, place.dir);
  if (entry === null) return (await holdsOnlyLink(place.dir)) ? null : adopt(repo, place);
  if (!(await readNote(entry.admin, "ready"))) return null;
  const worktree = worktreeAt(place, entry);
  await setRepositoryAside(repo, place);
  await takeBranch(repo.git, worktree.shown, place.ref);
  if (await mendShown(worktree)) repo.mended.push(shownName(repo, worktree));
  return { ok: true, worktree };
}

/** As other paths of git's folder are told. */
function shownName({ repository }: RunRepository, { shown }: Worktree): string {
  return relative(join(repository.toplevel, repository.prefix), shown).split(sep).join("/");
}

/** A new worktree on the task's branch, which begins at `start` where it does not exist yet. */
export async function addWorktree(repo: RunRepository, place: TaskPlace, start: string): Promise<Added> {
  const { git, repository } = repo;
  const problem = await clearHalfMade(repo, place.dir, place.task);
  if (problem) return { ok: false, failure: problem };
  const branch = await ensureBranch(repo, place, start);
  if (typeof branch !== "string") return { ok: false, failure: branch };
  const lost = branch === "made" ? null : await makeBranchWhole(repo, place, start);
  const registered = await registerWorktree(repo, place);
  if (!registered.ok) return registered;
  const worktree = worktreeAt(place, registered.entry);
  const files = await git.run(["reset", "--hard", "--quiet", "--no-recurse-submodules"], worktree.here);
  if (!files.ok) return files;
  await showState(worktree);
  // The project may be a folder that nothing is committed in yet.
  await makeFolder(join(place.dir, repository.prefix));
  await writeNote(worktree.admin, "ready", true);
  return { ok: true, worktree, fresh: branch === "made", lost };
}

/** An attempt may have deleted the folder it stood in: what is committed of it is there again for the next one. */
export async function restoreProject({ git, repository }: RunRepository, { dir, here }: Worktree): Promise<void> {
  const project = join(dir, repository.prefix);
  if (repository.prefix === "" || (await kindOf(project)) !== "nothing") return;
  const restore = ["--literal-pathspecs", "checkout", "--quiet", "HEAD", "--", repository.prefix];
  // Where nothing of it is committed there is nothing to restore.
  await git.run(restore, { ...here, okCodes: [1] });
  await makeFolder(project);
}

/**
 * What a kill left of adding it, or an agent of having it: the folder is gone and git still knows it, or its note is. All
 * that somebody may have written is safe first.
 */
export async function clearHalfMade(repo: RunRepository, dir: string, task?: string): Promise<Failure | null> {
  const entry = await entryOf(repo, dir);
  const known = (await listAdmins(repo.repository.commonDir)).get(dir);
  const admin = entry?.admin ?? known ?? null;
  if (admin === null && (await kindOf(dir)) === "nothing") return null;
  const why = `what ${basename(dir)} held when its worktree had to be made again`;
  const going = {
    admin,
    shown: entry?.shown ?? known,
    files: "added",
    why,
    ...(task !== undefined && { task }),
  } as const;
  const problem = await clearAway(repo, { ...going, dir });
  if (problem) return problem;
  await removeHalfMade(repo, dir);
  return null;
}

/** Without a look at what lies in it: for places of Reeve's own, and for what is safe. */
export async function removeHalfMade(repo: Parameters<typeof entryOf>[0], dir: string): Promise<void> {
  const { own, repository } = repo;
  const noted = (await entryOf(repo, dir))?.shown;
  const listed = (await listAdmins(repository.commonDir)).get(dir);
  await rm(dir, { recursive: true, force: true });
  const entries = [noted, listed, own ? ownEntryPath(own, dir) : undefined];
  for (const entry of entries) if (entry !== undefined) await rm(entry, { recursive: true, force: true });
}

/** Made first, looked at only where that did not go: most tasks have no branch yet. */
async function ensureBranch(
  { git, repository }: RunRepository,
  place: TaskPlace,
  start: string,
): Promise<"there" | "made" | Failure> {
  const made = await git.run(["update-ref", "--create-reflog", "-m", "reeve: begin", place.ref, start, ""]);
  if (made.ok) return "made";
  const found = await git.run(["rev-parse", "--verify", "--quiet", place.ref], { okCodes: [1] });
  if (!found.ok) return found.failure;
  if (found.code === 1) return made.failure;
  const elsewhere = await checkedOutIn(repository.commonDir, place.ref, place.dir);
  return elsewhere === null ? "there" : checkedOut(place.branch, elsewhere);
}

/** Git has forgotten the worktree (somebody pruned it), but work may lie in the folder: git learns of it again. */
async function adopt(repo: RunRepository, place: TaskPlace): Promise<WorktreeChoice> {
  const branch = await ensureBranch(repo, place, repo.base.commit);
  if (typeof branch !== "string") return { ok: false, failure: branch };
  // All that was committed and is still in the folder is there again as a change.
  await makeBranchWhole(repo, place, repo.base.commit);
  await setRepositoryAside(repo, place);
  await rm(join(place.dir, ".git"), { force: true });
  const known = (await listAdmins(repo.repository.commonDir)).get(place.dir);
  const registered = await registerWorktree(repo, place, known);
  if (!registered.ok) return registered;
  const worktree = worktreeAt(place, registered.entry);
  const index = await repo.git.run(["read-tree", "HEAD"], worktree.here);
  if (!index.ok) return index;
  if (known === undefined) await showState(worktree);
  else await mendShown(worktree);
  await writeNote(worktree.admin, "ready", true);
  return { ok: true, worktree };
}

/** A folder in the place of `.git` is a repository that the agent made for itself, with commits that are nowhere else. */
async function setRepositoryAside(repo: RunRepository, { dir, task }: TaskPlace): Promise<void> {
  const path = join(dir, ".git");
  if ((await lstat(path).catch(() => null))?.isDirectory())
    await setAside(path, stateDirOf(repo), repo.run, `${task}-repository`);
}

/** An empty folder is nothing: that is how far a kill may have let it come. */
async function kindOf(path: string): Promise<"folder" | "nothing" | "other"> {
  const found = await lstat(path).catch(() => null);
  if (found === null) return "nothing";
  // Also where a folder above it was made a link: what is written there would lie somewhere else.
  if (!found.isDirectory() || (await realpath(path)) !== path) return "other";
  return (await readdir(path)).length === 0 ? "nothing" : "folder";
}

/** A kill may come between the link and git's entry: nothing was ever checked out, and adopted it would seem all deleted. */
async function holdsOnlyLink(dir: string): Promise<boolean> {
  return (await readdir(dir)).every((name) => name === ".git");
}

function inTheWay(dir: string): Failure {
  const message = `${dir} is not a folder of its own (a file, or a link that leads elsewhere), so no worktree can be there. Look at it and move it elsewhere, then retry the task.`;
  return { class: "git_state", restart: "terminal", subject: dir, message, evidence: [] };
}

function checkedOut(branch: string, place: string): Failure {
  const message = `The branch ${branch} is checked out in ${place}, so its task cannot work on it. Switch to another branch there (\`git switch --detach\` shows the same commit), then retry the task.`;
  return { class: "git_state", restart: "terminal", subject: branch, message, evidence: [] };
}
