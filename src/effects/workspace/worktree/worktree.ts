/**
 * Makes the worktree of a task be there: added and checked out, found again, mended, or made anew after a kill. A folder
 * in which an attempt may have worked is never deleted; one that was not yet completely checked out is.
 */
import { lstat, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Failure } from "../../../domain/proof/failure.ts";
import { registerWorktree } from "./register-worktree.ts";
import {
  type Failed,
  listAdmins,
  type RunRepository,
  type TaskPlace,
  type Worktree,
  worktreeAt,
} from "./run-repository.ts";
import { readNote, writeNote } from "./worktree-notes.ts";

export type WorktreeChoice = { readonly ok: true; readonly worktree: Worktree } | Failed;
/** fresh: its branch was made with it, and nobody has worked on either. */
export type Added = { readonly ok: true; readonly worktree: Worktree; readonly fresh: boolean } | Failed;

/** The worktree as it is; null where there is none that could hold work. What an agent did to its `.git` is undone. */
export async function findWorktree(repo: RunRepository, place: TaskPlace): Promise<WorktreeChoice | null> {
  const kind = await kindOf(place.dir);
  if (kind === "other") return { ok: false, failure: inTheWay(place.dir) };
  if (kind === "nothing") return null;
  const admin = (await listAdmins(repo.repository.commonDir)).get(place.dir);
  if (admin === undefined) return (await holdsOnlyLink(place.dir)) ? null : adopt(repo, place);
  if (!(await readNote(admin, "ready"))) return null;
  const worktree = worktreeAt(place, admin);
  await mendLink(worktree);
  return { ok: true, worktree };
}

/** A new worktree on the task's branch, which begins at `start` where it does not exist yet. */
export async function addWorktree(repo: RunRepository, place: TaskPlace, start: string): Promise<Added> {
  const { git, repository } = repo;
  await removeHalfMade(repository.commonDir, place.dir);
  const branch = await ensureBranch(repo, place, start);
  if (typeof branch !== "string") return { ok: false, failure: branch };
  const registered = await registerWorktree(repo, place);
  if (!registered.ok) return registered;
  const worktree = worktreeAt(place, registered.admin);
  const files = await git.run(["reset", "--hard", "--quiet", "--no-recurse-submodules"], worktree.here);
  if (!files.ok) return files;
  // The project may be a folder that nothing is committed in yet.
  await mkdir(join(place.dir, repository.prefix), { recursive: true });
  await writeNote(worktree.admin, "ready", true);
  return { ok: true, worktree, fresh: branch === "made" };
}

/** An attempt may have deleted the folder it stood in: what is committed of it is there again for the next one. */
export async function restoreProject({ git, repository }: RunRepository, { dir, here }: Worktree): Promise<void> {
  const project = join(dir, repository.prefix);
  if (repository.prefix === "" || (await kindOf(project)) !== "nothing") return;
  const restore = ["--literal-pathspecs", "checkout", "--quiet", "HEAD", "--", repository.prefix];
  // Where nothing of it is committed there is nothing to restore.
  await git.run(restore, { ...here, okCodes: [1] });
  await mkdir(project, { recursive: true });
}

/** What a kill left of adding it. Never called for a folder that was ready once. */
export async function removeHalfMade(commonDir: string, dir: string): Promise<void> {
  const admin = (await listAdmins(commonDir)).get(dir);
  await rm(dir, { recursive: true, force: true });
  if (admin !== undefined) await rm(admin, { recursive: true, force: true });
}

/** Made first, looked at only where that did not go: most tasks have no branch yet. */
async function ensureBranch(
  { git }: RunRepository,
  place: TaskPlace,
  start: string,
): Promise<"there" | "made" | Failure> {
  const made = await git.run(["update-ref", "--create-reflog", "-m", "reeve: begin", place.ref, start, ""]);
  if (made.ok) return "made";
  const found = await git.run(["for-each-ref", "--format=%(objectname)%00%(worktreepath)", place.ref]);
  if (!found.ok) return found.failure;
  if (found.out === "") return made.failure;
  const elsewhere = found.out.trimEnd().split("\0")[1] ?? "";
  return elsewhere === "" || elsewhere === place.dir ? "there" : checkedOut(place.branch, elsewhere);
}

/** Git has forgotten the worktree (somebody pruned it), but work may lie in the folder: git learns of it again. */
async function adopt(repo: RunRepository, place: TaskPlace): Promise<WorktreeChoice> {
  const branch = await ensureBranch(repo, place, repo.base.commit);
  if (typeof branch !== "string") return { ok: false, failure: branch };
  await rm(join(place.dir, ".git"), { recursive: true, force: true });
  const registered = await registerWorktree(repo, place);
  if (!registered.ok) return registered;
  const worktree = worktreeAt(place, registered.admin);
  const index = await repo.git.run(["read-tree", "HEAD"], worktree.here);
  if (!index.ok) return index;
  await writeNote(worktree.admin, "ready", true);
  return { ok: true, worktree };
}

/** With `.git` gone or pointing elsewhere, the next git an agent runs in there would speak of the user's checkout. */
async function mendLink({ dir, admin }: Worktree): Promise<void> {
  const path = join(dir, ".git");
  const wanted = `gitdir: ${admin}\n`;
  if ((await readFile(path, "utf8").catch(() => "")) === wanted) return;
  await rm(path, { recursive: true, force: true });
  await writeFile(path, wanted);
}

/** An empty folder is nothing: that is how far a kill may have let it come. */
async function kindOf(path: string): Promise<"folder" | "nothing" | "other"> {
  const found = await lstat(path).catch(() => null);
  if (found === null) return "nothing";
  if (!found.isDirectory()) return "other";
  return (await readdir(path)).length === 0 ? "nothing" : "folder";
}

/** A kill may come between the link and git's entry: nothing was ever checked out, and adopted it would seem all deleted. */
async function holdsOnlyLink(dir: string): Promise<boolean> {
  return (await readdir(dir)).every((name) => name === ".git");
}

function inTheWay(dir: string): Failure {
  const message = `${dir} is not a folder, so no worktree can be made there. Look at it and move it elsewhere, then retry the task.`;
  return { class: "git_state", restart: "terminal", subject: dir, message, evidence: [] };
}

function checkedOut(branch: string, place: string): Failure {
  const message = `The branch ${branch} is checked out in ${place}, so its task cannot work on it. Switch to another branch there (\`git switch --detach\` shows the same commit), then retry the task.`;
  return { class: "git_state", restart: "terminal", subject: branch, message, evidence: [] };
}
