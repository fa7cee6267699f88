/**
 * A place where an agent that is only to read may stand: the project as it is committed, in a worktree of its own, or a
 * copy of it where there is no git. Whatever is written there is seen, told and parked; the place goes. The user's own
 * checkout is watched meanwhile: it cannot be closed to an agent of the same user, but a change does not stay unseen.
 */
import { realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Git } from "../git/git.ts";
import { openRepository, type Repository } from "../git/repository.ts";
import { openWaryGit, type WaryGit, withWaryGit } from "../git/wary-git.ts";
import { deleteAll } from "../hygiene/own-folders.ts";
import { openCandidateWorktree } from "../integration/candidate-worktree.ts";
import { watchOutside } from "../workspace/violations/outside-writes.ts";
import { watchShared } from "../workspace/violations/shared-writes.ts";
import { clearAway } from "../workspace/worktree/keep-worktree.ts";
import { callIn, listAdmins } from "../workspace/worktree/run-repository.ts";
import { removeHalfMade } from "../workspace/worktree/worktree.ts";
import { openCopy } from "./project-copy.ts";

export interface ReadingPlace {
  /** Absolute; where the agent stands. */
  readonly cwd: string;
  /** The project's files as they lie there, relative to it. */
  readonly files: readonly string[];
  /** What is missing there, for whoever reads; empty: nothing. */
  readonly notes: readonly string[];
  /** Paths that were written since: in the place, and in the user's own checkout (by whomever). */
  readonly written: () => Promise<Written>;
  readonly remove: () => Promise<void>;
}

export interface Written {
  readonly here: readonly string[];
  readonly outside: readonly string[];
}

export interface PlaceWish {
  /** The project's. */
  readonly root: string;
  readonly stateDir: string;
  /** Where the place is made; nothing is there yet. */
  readonly dir: string;
  /** Whose it is, for names in git. */
  readonly name: string;
  readonly signal: AbortSignal;
}

export type PlaceChoice =
  | { readonly ok: true; readonly place: ReadingPlace }
  | { readonly ok: false; readonly sentence: string };

export async function openReadingPlace(wish: PlaceWish): Promise<PlaceChoice> {
  const found = await openRepository(wish.root);
  // Also without git, or before the first commit, there is something to plan.
  if (!found.ok) return { ok: true, place: await openCopy(wish) };
  const { repository } = found;
  const { git, close } = await openWaryGit(repository.toplevel);
  const worktree = openCandidateWorktree({ git, own: null, run: wish.name, repository, dir: wish.dir, setup: null });
  const checkedOut = await worktree.checkOut(repository.head, wish.signal);
  if (checkedOut.type !== "ready") {
    await removeWorktree(repository, wish.dir, git);
    await close();
    return { ok: false, sentence: checkedOut.failure.message };
  }
  return { ok: true, place: await worktreePlace(wish, repository, { git, close }) };
}

async function worktreePlace(wish: PlaceWish, repository: Repository, { git, close }: WaryGit): Promise<ReadingPlace> {
  const { dir } = wish;
  const { commonDir, head, prefix } = repository;
  const stateDir = await realpath(wish.stateDir);
  const outside = [watchOutside(repository, git, stateDir), watchShared(repository, git, stateDir)];
  // The first look is taken now, before anybody is at work.
  for (const look of outside) await look();
  const admin = (await listAdmins(commonDir)).get(dir) ?? join(dir, ".git");
  const here = callIn(dir, admin);
  const listed = await git.run(["ls-tree", "-r", "-z", "--name-only", head, ...(prefix === "" ? [] : ["--", prefix])]);
  const dirty = await git.run(["status", "--porcelain=v1", "-z", "--untracked-files=no"]);
  const isDirty = dirty.ok && dirty.out !== "";
  return {
    cwd: join(dir, prefix),
    files: listed.out
      .split("\0")
      .filter((path) => path !== "")
      .map((path) => (prefix === "" ? path : path.slice(prefix.length + 1))),
    notes: isDirty ? ["Changes that are not committed are not seen by the planner."] : [],
    written: async () => ({
      here: await changesIn(git, here, head),
      outside: (await Promise.all(outside.map((look) => look()))).flat(),
    }),
    remove: async () => {
      await removeWorktree(repository, dir, git);
      await close();
    },
  };
}

/** Files that differ from the commit, and the commits made on top of it. */
async function changesIn(git: Git, here: Parameters<Git["run"]>[1], head: string): Promise<readonly string[]> {
  const args = ["status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames"];
  const status = await git.run(args, here);
  const files = status.out.split("\0").filter((entry) => entry !== "");
  const tip = await git.run(["rev-parse", "--verify", "--quiet", "HEAD"], here);
  const commit = tip.ok && tip.out.trim() !== head ? [`the commit ${tip.out.trim()}`] : [];
  return [...files.map((entry) => entry.slice(3)), ...commit];
}

/** Also what a Reeve that was killed left of it. */
export async function removeReadingPlace(root: string, dir: string): Promise<void> {
  const found = await openRepository(root);
  if (found.ok) await withWaryGit(found.repository.toplevel, (git) => removeWorktree(found.repository, dir, git));
  else await deleteAll(dir);
}

/** What was written there is parked first, under the planner's name; what cannot be stays where it is. */
async function removeWorktree(repository: Repository, dir: string, git: Git): Promise<void> {
  const { commonDir } = repository;
  const admin = (await listAdmins(commonDir)).get(dir) ?? null;
  const name = basename(dirname(dir));
  // Its state folder is above it: `<state>/<what>/<name>/<place>`.
  const owner = { git, run: name, worktrees: dirname(dir), repository: { commonDir } };
  const why = "what a planner wrote where it was only to read";
  const problem = await clearAway(owner, { task: "@planner", dir, admin, files: "added", why });
  if (problem) return;
  await deleteAll(dir);
  await removeHalfMade({ own: null, repository }, dir);
}
