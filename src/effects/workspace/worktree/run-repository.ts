/**
 * What every operation on workspaces works with: the repository, the run, and the place of each task. Git is always told
 * which folder is meant. An agent may have deleted or rewritten the file `.git` of its worktree, and git would then look
 * further up, where the user's own checkout lies. It never calls git itself.
 */
import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Failure } from "../../../domain/failure.ts";
import type { TaskId } from "../../../domain/plan.ts";
import { type RunBase, taskBranch } from "../../../domain/workspace.ts";
import type { Git, GitOptions } from "../../git/git.ts";
import type { Repository } from "../../git/repository.ts";
import type { IntegrationRefs } from "../../integration/integration-refs.ts";
import { fileName, isCode, isOperating } from "../../processes/attempt-folder.ts";

export interface Site {
  readonly repository: Repository;
  readonly git: Git;
  readonly run: string;
  readonly base: RunBase;
  /** Folder of all worktrees of this run. */
  readonly worktrees: string;
  readonly integration: IntegrationRefs;
  /** A path from the toplevel as it is shown: seen from the project. */
  readonly toProject: (path: string) => string;
}

export interface Place {
  readonly task: TaskId;
  readonly title: string;
  /** Without `refs/heads/`. */
  readonly branch: string;
  readonly ref: string;
  /** Toplevel of the worktree; the agent works in `join(dir, prefix)`. */
  readonly dir: string;
}

/** A worktree that is there, and where git keeps what belongs to it alone. */
export interface Worktree extends Place {
  readonly admin: string;
  /** How git is called for this worktree and no other. */
  readonly here: GitOptions & { readonly cwd: string };
}

export type Failed = { readonly ok: false; readonly failure: Failure };

export function worktreesDir(stateDir: string, run: string): string {
  return join(stateDir, "worktrees", fileName(run));
}

export function placeOf(site: Pick<Site, "run" | "worktrees">, task: TaskId, title: string): Place {
  const branch = taskBranch(site.run, task, title);
  return { task, title, branch, ref: `refs/heads/${branch}`, dir: join(site.worktrees, fileName(task)) };
}

export function worktreeAt(place: Place, admin: string): Worktree {
  return { ...place, admin, here: { cwd: place.dir, env: { GIT_DIR: admin, GIT_WORK_TREE: place.dir } } };
}

/** Worktree folder → git's own folder for it, as the repository knows them; nothing an agent wrote is believed. */
export async function listAdmins(commonDir: string): Promise<ReadonlyMap<string, string>> {
  const folder = join(commonDir, "worktrees");
  const names = await readdir(folder).catch(() => []);
  const entries = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name, "gitdir"), "utf8").catch(() => "");
      // Newer gits may write it relative to their own folder.
      return text === "" ? [] : [[dirname(resolve(folder, name, text.trimEnd())), join(folder, name)] as const];
    }),
  );
  return new Map(entries.flat());
}

/** Small facts about a worktree, kept where git keeps its own: they go when the worktree goes. */
export interface Notes {
  /** All files are checked out; before that nobody has worked in it. */
  readonly ready: true;
  /** The setup commands have succeeded. */
  readonly setup: true;
  /** The attempt it was last made ready for. */
  readonly attempt: { readonly id: string; readonly base: string; readonly parked: string | null };
  /** A discard or an update that is under way: what there was is safe in `sealed` or `parked`. */
  readonly moving: { readonly id: string; readonly parked: string | null; readonly sealed: string | null };
  /** Its work is merged: it may go. */
  readonly merged: true;
  /** Files of a merge whose conflicts Reeve left to the agent. */
  readonly conflicts: readonly string[];
}

export async function readNote<N extends keyof Notes>(admin: string, name: N): Promise<Notes[N] | null> {
  try {
    return JSON.parse(await readFile(notePath(admin, name), "utf8")) as Notes[N];
  } catch {
    return null;
  }
}

/** When it was last written down; null: never. */
export async function noteTime(admin: string, name: keyof Notes): Promise<number | null> {
  return (await stat(notePath(admin, name)).catch(() => null))?.mtimeMs ?? null;
}

export async function writeNote<N extends keyof Notes>(admin: string, name: N, value: Notes[N]): Promise<void> {
  const path = notePath(admin, name);
  await writeFile(`${path}.new`, JSON.stringify(value));
  await rename(`${path}.new`, path);
}

export async function dropNote(admin: string, name: keyof Notes): Promise<void> {
  await rm(notePath(admin, name), { force: true });
}

function notePath(admin: string, name: keyof Notes): string {
  return join(admin, `reeve-${name}.json`);
}

/** For what the file system does wrong; anything else is a bug and goes on. */
export function operatingFailure(error: unknown, place: string): Failure {
  if (!isOperating(error)) throw error;
  const full = isCode(error, "ENOSPC") || isCode(error, "EDQUOT");
  const closed = isCode(error, "EACCES") || isCode(error, "EPERM") || isCode(error, "EROFS");
  const what = full ? "The disk is full" : closed ? "Reeve may not write there" : "The file system failed";
  const next = full ? "Make room, then go on." : "See who owns the folder and whether it can be written.";
  return {
    class: full ? "disk_full" : closed ? "permission" : "git_state",
    restart: closed ? "terminal" : "transient",
    subject: place,
    message: `${what}: ${place}. ${next}`,
    evidence: [error.message],
  };
}
