/**
 * The repository as one run works in it: the run, its base, its integration, and the place of each task. Git is always told
 * which folder is meant. An agent may have deleted or rewritten the file `.git` of its worktree, and git would then look
 * further up, where the user's own checkout lies. It never calls git itself.
 *
 * A worktree has two entries of git's: one in the repository, which its `.git` names and whoever works in it uses, and
 * Reeve's own, with a HEAD, an index and notes that nobody else writes. What Reeve knows of a worktree is in its own.
 */
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Failure } from "../../../domain/proof/failure.ts";
import type { TaskId } from "../../../domain/spec/plan.ts";
import { type RunBase, taskBranch } from "../../../domain/spec/workspace.ts";
import { readText } from "../../files/foreign-file.ts";
import type { Git, GitOptions } from "../../git/git.ts";
import type { OwnGit } from "../../git/own-git.ts";
import type { Repository } from "../../git/repository.ts";
import type { IntegrationRefs } from "../../integration/integration-refs.ts";
import { fileName } from "../../processes/attempt-folder.ts";

export interface RunRepository {
  readonly repository: Repository;
  readonly git: Git;
  /** Null: the repository is of a kind that can have none; then the entries that all can write are gone by. */
  readonly own: OwnGit | null;
  readonly run: string;
  readonly base: RunBase;
  /** Folder of all worktrees of this run. */
  readonly worktrees: string;
  readonly integration: IntegrationRefs;
  /** Entries of worktrees that were not as Reeve had made them, and were mended; to be told. */
  readonly mended: string[];
  /** A path from the toplevel as it is shown: seen from the project. */
  readonly toProject: (path: string) => string;
}

export interface TaskPlace {
  readonly task: TaskId;
  readonly title: string;
  /** Without `refs/heads/`. */
  readonly branch: string;
  readonly ref: string;
  /** Toplevel of the worktree; the agent works in `join(dir, prefix)`. */
  readonly dir: string;
}

/** Where git keeps what belongs to a worktree alone. */
export interface Entry {
  /** Reeve's own. */
  readonly admin: string;
  /** The one that its `.git` names; the same where Reeve has none of its own. */
  readonly shown: string;
}

/** A worktree that is there. */
export interface Worktree extends TaskPlace, Entry {
  /** How git is called for this worktree and no other. */
  readonly here: GitOptions & { readonly cwd: string };
}

export type Failed = { readonly ok: false; readonly failure: Failure };

export function worktreesDir(stateDir: string, run: string): string {
  return join(stateDir, "worktrees", fileName(run));
}

export function placeOf(repo: Pick<RunRepository, "run" | "worktrees">, task: TaskId, title: string): TaskPlace {
  const branch = taskBranch(repo.run, task, title);
  return { task, title, branch, ref: `refs/heads/${branch}`, dir: join(repo.worktrees, fileName(task)) };
}

export function worktreeAt(place: TaskPlace, entry: Entry): Worktree {
  return { ...place, ...entry, here: callIn(place.dir, entry.admin) };
}

/** How git is called for one worktree, whatever lies in its folder. */
export function callIn(dir: string, admin: string): GitOptions & { readonly cwd: string } {
  return { cwd: dir, env: { GIT_DIR: admin, GIT_WORK_TREE: dir } };
}

type Entries = { readonly own: OwnGit | null; readonly repository: Pick<Repository, "commonDir"> };

/** As Reeve has made them; null where it has not. The place of the shown one was noted then and is not looked for. */
export async function entryOf({ own, repository }: Entries, dir: string): Promise<Entry | null> {
  if (own === null) {
    const admin = (await listAdmins(repository.commonDir)).get(dir);
    return admin === undefined ? null : { admin, shown: admin };
  }
  const admin = ownEntryPath(own, dir);
  const shown = await readText(join(admin, SHOWN));
  return shown === "" ? null : { admin, shown: shown.trimEnd() };
}

/** Worktree folder → its entries, of all worktrees of this run. */
export async function listEntries(
  repo: Entries & Pick<RunRepository, "worktrees">,
): Promise<ReadonlyMap<string, Entry>> {
  const { own, worktrees } = repo;
  const dirs =
    own === null
      ? [...(await listAdmins(repo.repository.commonDir)).keys()].filter((dir) => dirname(dir) === worktrees)
      : (await readdir(join(own.dir, "worktrees"))).map((name) => join(worktrees, name));
  const found = await Promise.all(dirs.map(async (dir) => [dir, await entryOf(repo, dir)] as const));
  return new Map(found.flatMap(([dir, entry]) => (entry ? [[dir, entry] as const] : [])));
}

/** Holds the path of the entry in the repository. */
export const SHOWN = "reeve-shown";

export function ownEntryPath(own: Pick<OwnGit, "dir">, dir: string): string {
  return join(own.dir, "worktrees", basename(dir));
}

/** The checkout that has this branch checked out, as the repository tells; null where none has. */
export async function checkedOutIn(commonDir: string, ref: string, except = ""): Promise<string | null> {
  const holds = async (admin: string) => (await readText(join(admin, "HEAD"))).trimEnd() === `ref: ${ref}`;
  if (await holds(commonDir)) return basename(commonDir) === ".git" ? dirname(commonDir) : commonDir;
  for (const [dir, admin] of await listAdmins(commonDir))
    if (dir !== except && existsSync(dir) && (await holds(admin))) return dir;
  return null;
}

/** Worktree folder → the repository's entry for it. Whoever can write there can write that: only places are told by it. */
export async function listAdmins(commonDir: string): Promise<ReadonlyMap<string, string>> {
  const folder = join(commonDir, "worktrees");
  const names = await readdir(folder).catch(() => []);
  const entries = await Promise.all(
    names.map(async (name) => {
      const text = await readText(join(folder, name, "gitdir"));
      // Newer gits may write it relative to their own folder.
      return text === "" ? [] : [[dirname(resolve(folder, name, text.trimEnd())), join(folder, name)] as const];
    }),
  );
  return new Map(entries.flat());
}
