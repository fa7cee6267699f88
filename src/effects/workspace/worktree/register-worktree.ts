/**
 * Tells git of a worktree. `git worktree add` writes its entry file by file, and meanwhile every other git that lists
 * worktrees dies ("failed to read …/commondir"), several at once above all; killed there, it leaves that entry for good.
 * So the entry, whose few files git documents (gitrepository-layout), is written aside and put in place by one rename.
 * Refs in a reftable need more than that, so there git does it, one at a time. No file is checked out here. Reeve's own
 * entry comes after it, and remembers where the other one is.
 */

import { existsSync } from "node:fs";
import { copyFile, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Semaphore } from "../../../basics/semaphore.ts";
import { makeFolder } from "../../files/make-folder.ts";
import { isCode } from "../../files/operating-error.ts";
import { OF_THE_CHECKOUT } from "../../git/own-git.ts";
import type { Repository } from "../../git/repository.ts";
import { fileName } from "../../processes/attempt-folder.ts";
import {
  type Entry,
  type Failed,
  listAdmins,
  ownEntryPath,
  type RunRepository,
  SHOWN,
  type TaskPlace,
} from "./run-repository.ts";

type Registered = { readonly ok: true; readonly entry: Entry } | Failed;

/** A branch that exists and is checked out nowhere, or a commit. */
type Wanted = Pick<TaskPlace, "dir" | "branch" | "ref"> | { readonly dir: string; readonly commit: string };
type Registry = Pick<RunRepository, "git" | "run" | "own"> & {
  readonly repository: Pick<Repository, "commonDir" | "toplevel">;
};

/** The folder is missing, or has no `.git`. `known`: the entry that the repository has of it already. */
export async function registerWorktree(repo: Registry, place: Wanted, known?: string): Promise<Registered> {
  if (existsSync(join(repo.repository.commonDir, "reftable"))) return addByGit(repo, place);
  const shown = known ?? (await addByRename(repo, place));
  return { ok: true, entry: { shown, admin: repo.own ? await addOwn(repo, repo.own, place, shown) : shown } };
}

async function addOwn(
  { run, repository }: Registry,
  own: NonNullable<RunRepository["own"]>,
  place: Wanted,
  shown: string,
): Promise<string> {
  const admin = ownEntryPath(own, place.dir);
  const aside = await mkdtemp(join(own.dir, unfinishedPrefix(run)));
  await writeEntry(aside, place);
  await writeFile(join(aside, SHOWN), `${shown}\n`);
  await copySparseness(join(own.dir, OF_THE_CHECKOUT), aside);
  // What is committed in a submodule of a worktree lies with the entry that everybody knows.
  if (existsSync(join(repository.toplevel, ".gitmodules"))) {
    await makeFolder(join(shown, "modules"));
    await symlink(join(shown, "modules"), join(aside, "modules"));
  }
  await rm(admin, { recursive: true, force: true });
  await rename(aside, admin);
  return admin;
}

async function writeEntry(aside: string, place: Wanted): Promise<void> {
  await writeFile(join(aside, "commondir"), "../..\n");
  await writeFile(join(aside, "HEAD"), "commit" in place ? `${place.commit}\n` : `ref: ${place.ref}\n`);
  await writeFile(join(aside, "gitdir"), `${join(place.dir, ".git")}\n`);
}

/** Entries of this run that were being written when Reeve was killed begin like this. */
export function unfinishedPrefix(run: string): string {
  return `reeve-new-${fileName(run)}-`;
}

async function addByRename({ repository, run, own }: Registry, place: Wanted): Promise<string> {
  const { commonDir, toplevel } = repository;
  const entries = join(commonDir, "worktrees");
  await makeFolder(place.dir);
  await makeFolder(entries);
  const link = join(place.dir, ".git");
  const aside = await mkdtemp(join(commonDir, unfinishedPrefix(run)));
  await writeEntry(aside, place);
  const checkout = own ? join(own.dir, OF_THE_CHECKOUT) : (await listAdmins(commonDir)).get(toplevel);
  await copySparseness(checkout ?? commonDir, aside);
  for (let number = 1; ; number += 1) {
    const admin = join(entries, number === 1 ? basename(place.dir) : `${basename(place.dir)}-${number}`);
    if (existsSync(admin)) continue;
    // First the link: an entry without one counts as left behind, and may be pruned.
    await writeFile(link, `gitdir: ${admin}\n`);
    if (await movedTo(aside, admin)) return admin;
  }
}

async function movedTo(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (isCode(error, "ENOTEMPTY") || isCode(error, "EEXIST")) return false;
    throw error;
  }
}

/** Where the user sees only a part of the repository, a worktree shows the same part; git does so too. */
async function copySparseness(from: string, to: string): Promise<void> {
  const copy = async (name: string): Promise<void> => {
    if (!existsSync(join(from, name))) return;
    await makeFolder(dirname(join(to, name)));
    await copyFile(join(from, name), join(to, name));
  };
  await copy("config.worktree");
  await copy("info/sparse-checkout");
}

const oneByOne = new Semaphore(1);

async function addByGit({ git, repository }: Registry, place: Wanted): Promise<Registered> {
  const aside = `${place.dir}.new`;
  await rm(aside, { recursive: true, force: true });
  const what = "commit" in place ? ["--detach", aside, place.commit] : [aside, place.branch];
  const add = ["worktree", "add", "--quiet", "--force", "--force", "--no-checkout", ...what];
  const added = await oneByOne.run(() => git.run(add));
  if (!added.ok) return added;
  const admin = (await listAdmins(repository.commonDir)).get(aside);
  if (admin === undefined) return { ok: false, failure: unknown(place.dir) };
  await makeFolder(place.dir);
  await writeFile(join(place.dir, ".git"), `gitdir: ${admin}\n`);
  await writeFile(join(admin, "gitdir"), `${join(place.dir, ".git")}\n`);
  await rm(aside, { recursive: true, force: true });
  return { ok: true, entry: { admin, shown: admin } };
}

function unknown(dir: string): Failed["failure"] {
  const message = `Git does not know the worktree ${dir} that it has just added. Check whether \`git worktree list\` works.`;
  return { class: "git_state", restart: "transient", subject: dir, message, evidence: [] };
}
