/**
 * What has to be safe before a worktree of a run, or git's own folder for it, goes. Says whose it is and hands it to
 * `keeping/`; what cannot be held by a commit is moved aside as it is. It never removes anything.
 */
import { existsSync } from "node:fs";

import { basename, dirname } from "node:path";
import type { Failure } from "../../../domain/proof/failure.ts";
import { workOfAttempt } from "../../../domain/work/attempt.ts";
import { readText } from "../../files/foreign-file.ts";
import { ignoredIn } from "../../keeping/ignored-work.ts";
import { type Kept, keepWork } from "../../keeping/keep-work.ts";
import type { Going, KeepPlace } from "../../keeping/look-at-files.ts";
import { setAside } from "../../keeping/set-aside.ts";
import type { RunRepository } from "./run-repository.ts";
import { noteTime, readNote } from "./worktree-notes.ts";

type Owner = Pick<RunRepository, "git" | "run" | "worktrees"> & {
  readonly repository: Pick<RunRepository["repository"], "commonDir">;
};

function keepPlaceOf({ git, run, worktrees, repository }: Owner): KeepPlace {
  return { git, run, commonDir: repository.commonDir, stateDir: stateDirOf({ worktrees }) };
}

export function stateDirOf({ worktrees }: Pick<RunRepository, "worktrees">): string {
  return dirname(dirname(worktrees));
}

export type WorktreeGoing = Omit<Going, "task" | "branch"> & { readonly task?: string; readonly admin: string | null };

export async function keepWorktree(repo: Owner, going: WorktreeGoing): Promise<Kept> {
  const { admin, dir } = going;
  const task = going.task ?? (await taskIn(admin)) ?? (dir === null ? "unknown" : basename(dir));
  const branch = admin === null ? undefined : await branchIn(admin);
  return keepWork(keepPlaceOf(repo), { ...going, task, branch });
}

/** The same for a folder that is to be made anew; one that holds a repository of its own is moved aside as it is. */
export async function clearAway(repo: Owner, given: WorktreeGoing & { readonly dir: string }): Promise<Failure | null> {
  const dir = existsSync(given.dir) ? given.dir : null;
  const { admin } = given;
  const entries = dir === null || admin === null ? [] : await ignoredIn(repo.git, dir, admin);
  const going = { ...given, dir, ignored: { entries, sinceMs: admin === null ? 0 : await usableSince(admin) } };
  const kept = await keepWorktree(repo, going);
  if (kept.ok) return null;
  if (kept.failure.restart !== "persistent" || going.dir === null) return kept.failure;
  await setAside(going.dir, stateDirOf(repo), repo.run, given.task ?? basename(going.dir));
  const rest = await keepWorktree(repo, { ...going, dir: null, files: "none" });
  return rest.ok ? null : rest.failure;
}

/** What git ignores and is older was installed by the setup, not written by an agent. */
export async function usableSince(admin: string): Promise<number> {
  return (await noteTime(admin, "setup")) ?? (await noteTime(admin, "ready")) ?? 0;
}

/** Reeve's own, in which only checks have written: nobody's work. */
export function isScratch(name: string): boolean {
  return /^@(integration|base-\d+|proof-\d+)$/.test(name);
}

async function taskIn(admin: string | null): Promise<string | null> {
  const id = admin === null ? undefined : (await readNote(admin, "attempt"))?.id;
  return typeof id === "string" ? workOfAttempt(id) : null;
}

async function branchIn(admin: string): Promise<string | undefined> {
  const head = await readText(`${admin}/HEAD`);
  return /^ref: refs\/heads\/(.+)\n?$/.exec(head)?.[1];
}
