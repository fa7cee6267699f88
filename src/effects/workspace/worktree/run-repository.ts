/**
 * The repository as one run works in it: the run, its base, its integration, and the place of each task. Git is always told
 * which folder is meant. An agent may have deleted or rewritten the file `.git` of its worktree, and git would then look
 * further up, where the user's own checkout lies. It never calls git itself.
 */
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Failure } from "../../../domain/proof/failure.ts";
import type { TaskId } from "../../../domain/spec/plan.ts";
import { type RunBase, taskBranch } from "../../../domain/spec/workspace.ts";
import type { Git, GitOptions } from "../../git/git.ts";
import type { Repository } from "../../git/repository.ts";
import type { IntegrationRefs } from "../../integration/integration-refs.ts";
import { fileName } from "../../processes/attempt-folder.ts";

export interface RunRepository {
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

export interface TaskPlace {
  readonly task: TaskId;
  readonly title: string;
  /** Without `refs/heads/`. */
  readonly branch: string;
  readonly ref: string;
  /** Toplevel of the worktree; the agent works in `join(dir, prefix)`. */
  readonly dir: string;
}

/** A worktree that is there, and where git keeps what belongs to it alone. */
export interface Worktree extends TaskPlace {
  readonly admin: string;
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

export function worktreeAt(place: TaskPlace, admin: string): Worktree {
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
