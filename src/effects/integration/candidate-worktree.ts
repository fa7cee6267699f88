/**
 * The worktree in which a merge is tried before the integration branch moves: Reeve's own, detached, kept from merge to
 * merge so that only differences are checked out and ignored files (installed packages) stay. Whatever is wrong with it,
 * it is made anew. It never runs git in a folder that is not a worktree of its own: above it lies the user's checkout.
 */
import { readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Failure } from "../../domain/proof/failure.ts";
import { operatingFailure } from "../files/operating-failure.ts";
import type { Git } from "../git/git.ts";
import type { Repository } from "../git/repository.ts";
import { updateSubmodules } from "../git/submodules.ts";
import { registerWorktree } from "../workspace/worktree/register-worktree.ts";
import { removeHalfMade } from "../workspace/worktree/worktree.ts";

export interface CandidateWorktree {
  readonly dir: string;
  /** Exactly this commit, nothing left of the one before but what git ignores, and set up. */
  readonly checkOut: (commit: string, signal: AbortSignal) => Promise<CheckedOut>;
}

export type CheckedOut =
  | { readonly type: "ready" }
  | { readonly type: "failed"; readonly failure: Failure }
  /** The commit could be checked out and its setup did not succeed. */
  | { readonly type: "setup_failed"; readonly failure: Failure };

export interface CandidateOptions {
  readonly git: Git;
  readonly run: string;
  /** The user's: submodules come from its checkout. */
  readonly repository: Pick<Repository, "toplevel" | "commonDir">;
  readonly dir: string;
  /** The user's setup commands. Null: there are none. */
  readonly setup: ((dir: string, signal: AbortSignal) => Promise<Failure | null>) | null;
}

export function openCandidateWorktree(options: CandidateOptions): CandidateWorktree {
  const { git, repository, dir, setup } = options;
  const checkOut = async (commit: string, signal: AbortSignal): Promise<CheckedOut> => {
    const reused = (await gitDirOf(dir)) !== null && (await switchTo(git, dir, commit, signal));
    const added = reused ? null : await addAnew(options, commit, signal);
    const failure = added ?? (await updateSubmodules(git, repository.toplevel, dir));
    if (failure) return { type: "failed", failure };
    const gitDir = await gitDirOf(dir);
    if (!gitDir) return { type: "failed", failure: vanished(dir) };
    if (!setup || !(await needsSetup(git, gitDir, commit))) return { type: "ready" };
    await rm(join(gitDir, SETUP_MARK), { force: true });
    const problem = await setup(dir, signal);
    if (problem) return { type: "setup_failed", failure: problem };
    await writeFile(join(gitDir, SETUP_MARK), commit);
    return { type: "ready" };
  };
  return { dir, checkOut };
}

/** Where git keeps the worktree's own files; null where the folder is not a worktree that both ends know of. */
async function gitDirOf(dir: string): Promise<string | null> {
  const read = (path: string) => readFile(path, "utf8").catch(() => "");
  const [, gitDir] = /^gitdir: (.+)\n?$/.exec(await read(join(dir, ".git"))) ?? [];
  if (!gitDir || basename(dirname(gitDir)) !== "worktrees") return null;
  return (await read(join(gitDir, "gitdir"))).trimEnd() === join(dir, ".git") ? gitDir : null;
}

async function switchTo(git: Git, dir: string, commit: string, signal: AbortSignal): Promise<boolean> {
  // Git is told the folder: it would look further up if its file there were gone meanwhile.
  const here = { cwd: dir, signal, env: { GIT_DIR: join(dir, ".git"), GIT_WORK_TREE: dir } };
  const switched = await git.run(["checkout", "--quiet", "--force", "--detach", commit], here);
  // Twice: also repositories that a gate made in here.
  return switched.ok && (await git.run(["clean", "--quiet", "-ffd"], here)).ok;
}

async function addAnew(options: CandidateOptions, commit: string, signal: AbortSignal): Promise<Failure | null> {
  const { git, repository, dir } = options;
  try {
    await removeHalfMade(repository.commonDir, dir);
    const registered = await registerWorktree(options, { dir, commit });
    if (!registered.ok) return registered.failure;
  } catch (error) {
    return operatingFailure(error, dir);
  }
  const here = { cwd: dir, signal, env: { GIT_DIR: join(dir, ".git"), GIT_WORK_TREE: dir } };
  const filled = await git.run(["reset", "--hard", "--quiet", "--no-recurse-submodules"], here);
  return filled.ok ? null : filled.failure;
}

const SETUP_MARK = "reeve-setup";

/** What decides about installed packages; when one of these changes, the setup of an earlier commit is not enough. */
const MANIFEST =
  /(^|\/)(package(-lock)?\.json|npm-shrinkwrap\.json|pnpm-(lock|workspace)\.yaml|yarn\.lock|bun\.lockb?|deno\.lock|pyproject\.toml|(poetry|uv|pdm|Pipfile|Cargo|composer|Gemfile|mix|pubspec|flake)\.lock|Pipfile|setup\.(py|cfg)|[^/]*requirements[^/]*\.txt|go\.(mod|sum|work)|Cargo\.toml|Gemfile|composer\.json|mix\.exs|pubspec\.yaml|\.gitmodules|\.tool-versions|\.nvmrc)$/;

async function needsSetup(git: Git, gitDir: string, commit: string): Promise<boolean> {
  const before = await readFile(join(gitDir, SETUP_MARK), "utf8").catch(() => "");
  if (before === "") return true;
  const changed = await git.run(["diff", "--name-only", "--no-renames", "-z", before, commit]);
  return !changed.ok || changed.out.split("\0").some((path) => MANIFEST.test(path));
}

function vanished(dir: string): Failure {
  return {
    class: "git_state",
    restart: "transient",
    subject: dir,
    message: `The worktree for trying merges could not be made at ${dir}. Reeve will try again; make sure that the folder can be written.`,
    evidence: [],
  };
}
