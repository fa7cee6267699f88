/**
 * Gives back the worktree of a task whose work is merged: 200 tasks in a large repository would fill a disk. A note says
 * that it may go; whoever takes over the run finds the note and does what is left. It goes only where all that git does
 * not ignore is in a commit that is integrated; otherwise it stays, for a person to look at. The branch always stays.
 */
import { rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { contentOf, headOf, ownSubmodules } from "../../hygiene/gather-worktrees.ts";
import { deleteAll, makeTrash } from "../../hygiene/own-folders.ts";
import { isAncestor } from "../changeset/staging.ts";
import { listAdmins, type RunRepository, type TaskPlace } from "./run-repository.ts";
import { readNote, writeNote } from "./worktree-notes.ts";

/** From now on it may go; until it is prepared for another attempt. */
export async function noteMerged({ repository }: RunRepository, { dir }: TaskPlace): Promise<void> {
  const admin = (await listAdmins(repository.commonDir)).get(dir);
  if (admin !== undefined && (await readNote(admin, "ready"))) await writeNote(admin, "merged", true);
}

/** Worktrees of this run that may go. */
export async function listMerged(repo: RunRepository): Promise<readonly string[]> {
  const admins = [...(await listAdmins(repo.repository.commonDir))].filter(([dir]) => dirname(dir) === repo.worktrees);
  const noted = await Promise.all(admins.map(async ([dir, admin]) => ((await readNote(admin, "merged")) ? [dir] : [])));
  return noted.flat();
}

/** Moved aside in one step: a kill in the middle never leaves half a worktree that looks like somebody's deletions. */
export async function leaveWorktree(repo: RunRepository, dir: string): Promise<"left" | "kept"> {
  const admin = (await listAdmins(repo.repository.commonDir)).get(dir);
  if (admin === undefined || !(await readNote(admin, "merged"))) return "kept";
  if (!(await holdsNothing(repo, dir, admin))) return "kept";
  const aside = join(await makeTrash(stateDirOf(repo), repo.run), `${basename(dir)}-${process.hrtime.bigint()}`);
  await rename(dir, aside);
  await rm(admin, { recursive: true, force: true });
  await deleteAll(aside);
  return "left";
}

export function stateDirOf({ worktrees }: Pick<RunRepository, "worktrees">): string {
  return dirname(dirname(worktrees));
}

async function holdsNothing(repo: RunRepository, dir: string, admin: string): Promise<boolean> {
  const { git, base } = repo;
  const read = await repo.integration.readHead();
  if (read.type === "failed") return false;
  const content = await contentOf({ git }, dir, admin);
  if (content.dirty || content.obstacle !== null) return false;
  const commit = content.head ?? (await headOf({ git }, admin));
  if (commit === null) return false;
  if (!repo.integration.holds(commit) && !(await isAncestor(git, commit, read.head.commit))) return false;
  return (await ownSubmodules({ git }, { base }, admin, commit)) === null;
}
