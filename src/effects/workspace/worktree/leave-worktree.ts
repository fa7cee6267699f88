/**
 * Gives back the worktree of a task whose work is merged: 200 tasks in a large repository would fill a disk. A note says
 * that it may go; whoever takes over the run finds the note and does what is left. It goes only where all that git does
 * not ignore is in a commit that is integrated; otherwise it stays, for a person to look at. What else it alone knows of is
 * parked first. The branch always stays.
 */
import { rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { isAncestor } from "../../git/is-ancestor.ts";
import { ownSubmodules } from "../../hygiene/gather-worktrees.ts";
import { deleteAll, makeTrash } from "../../hygiene/own-folders.ts";
import { type Content, contentOf } from "../../hygiene/worktree-content.ts";
import { headOf } from "../../keeping/look-at-files.ts";
import { keepWorktree, stateDirOf, usableSince } from "./keep-worktree.ts";
import { type Entry, entryOf, listEntries, type RunRepository, type TaskPlace } from "./run-repository.ts";
import { readNote, writeNote } from "./worktree-notes.ts";

/** From now on it may go; until it is prepared for another attempt. */
export async function noteMerged(repo: RunRepository, { dir }: TaskPlace): Promise<void> {
  const entry = await entryOf(repo, dir);
  if (entry && (await readNote(entry.admin, "ready"))) await writeNote(entry.admin, "merged", true);
}

/** Worktrees of this run that may go. */
export async function listMerged(repo: RunRepository): Promise<readonly string[]> {
  const entries = [...(await listEntries(repo))];
  const noted = await Promise.all(
    entries.map(async ([dir, { admin }]) => ((await readNote(admin, "merged")) ? [dir] : [])),
  );
  return noted.flat();
}

/** Moved aside in one step: a kill in the middle never leaves half a worktree that looks like somebody's deletions. */
export async function leaveWorktree(repo: RunRepository, dir: string): Promise<"left" | "kept"> {
  const entry = await entryOf(repo, dir);
  if (entry === null || !(await readNote(entry.admin, "merged"))) return "kept";
  const content = await contentOfMerged(repo, dir, entry);
  if (content === null || !(await isKept(repo, dir, entry, content.ignored))) return "kept";
  const aside = join(await makeTrash(stateDirOf(repo), repo.run), `${basename(dir)}-${process.hrtime.bigint()}`);
  await rename(dir, aside);
  for (const each of new Set([entry.shown, entry.admin])) await rm(each, { recursive: true, force: true });
  await deleteAll(aside);
  return "left";
}

/** Null: something in it is in no commit that is integrated. */
async function contentOfMerged(repo: RunRepository, dir: string, { admin, shown }: Entry): Promise<Content | null> {
  const { git, base } = repo;
  const read = await repo.integration.readHead();
  if (read.type === "failed") return null;
  const content = await contentOf({ git }, dir, admin);
  if (content.dirty || content.obstacle !== null) return null;
  const commit = content.head ?? (await headOf(git, admin));
  if (commit === null) return null;
  if (!repo.integration.holds(commit) && !(await isAncestor(git, commit, read.head.commit))) return null;
  return (await ownSubmodules({ git }, { base }, shown, commit)) === null ? content : null;
}

/** What git remembers of it goes with it, and so does what it ignores: commits of the agent's that are on no branch, notes it made. */
async function isKept(repo: RunRepository, dir: string, entry: Entry, entries: readonly string[]): Promise<boolean> {
  const kept = await keepWorktree(repo, {
    dir,
    ...entry,
    files: "none",
    index: true,
    ignored: { entries, sinceMs: await usableSince(entry.admin) },
    isKnown: repo.integration.holds,
    why: `what was left beside the merged work in ${basename(dir)}`,
  });
  return kept.ok;
}
