/**
 * The worktree in which a merge is tried before the integration branch moves: Reeve's own, detached, kept from merge to
 * merge so that only differences are checked out and ignored files (installed packages) stay. Whatever is wrong with it,
 * it is made anew. It never runs git in a folder that is not a worktree of its own: above it lies the user's checkout.
 */
import { lstat, realpath, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Failure } from "../../domain/proof/failure.ts";
import { readText } from "../files/foreign-file.ts";
import { operatingFailure } from "../files/operating-failure.ts";
import type { Git } from "../git/git.ts";
import { updateSubmodules } from "../git/inner/submodules.ts";
import { openTrueCheckout } from "../git/objects/true-checkout.ts";
import type { OwnGit } from "../git/own-git.ts";
import type { Repository } from "../git/repository.ts";
import { registerWorktree } from "../workspace/worktree/register-worktree.ts";
import { callIn, type Entry, entryOf } from "../workspace/worktree/run-repository.ts";
import { showState } from "../workspace/worktree/show-state.ts";
import { removeHalfMade } from "../workspace/worktree/worktree.ts";

export interface CandidateWorktree {
  readonly dir: string;
  /** Exactly this commit, nothing left of the one before but what git ignores, and set up. */
  readonly checkOut: (commit: string, signal: AbortSignal) => Promise<CheckedOut>;
  /** What a command made of the commit's own files is undone, so that the next one sees the commit; new files stay. */
  readonly restore: (commit: string, signal: AbortSignal) => Promise<Failure | null>;
}

export type CheckedOut =
  | { readonly type: "ready" }
  | { readonly type: "failed"; readonly failure: Failure }
  /** The commit could be checked out and its setup did not succeed. */
  | { readonly type: "setup_failed"; readonly failure: Failure };

export interface CandidateOptions {
  readonly git: Git;
  readonly own: OwnGit | null;
  readonly run: string;
  /** The user's: submodules come from its checkout. */
  readonly repository: Pick<Repository, "toplevel" | "commonDir">;
  readonly dir: string;
  /** The user's setup commands. Null: there are none. */
  readonly setup: ((dir: string, signal: AbortSignal) => Promise<Failure | null>) | null;
}

export function openCandidateWorktree(options: CandidateOptions): CandidateWorktree {
  const { git, repository, dir, setup } = options;
  const trueCheckout = openTrueCheckout(git);
  const checkOut = async (commit: string, signal: AbortSignal): Promise<CheckedOut> => {
    const known = await usableEntry(options);
    const reused = known !== null && (await switchTo(git, dir, known, commit, signal));
    const added = reused ? null : await addAnew(options, commit, signal);
    if (added) return { type: "failed", failure: added };
    const entry = await usableEntry(options);
    if (!entry) return { type: "failed", failure: vanished(dir) };
    const here = callIn(dir, entry.admin);
    const failure = (await trueCheckout.ask(commit, here)) ?? (await updateSubmodules(git, repository.toplevel, here));
    if (failure) return { type: "failed", failure };
    await showState({ dir, ...entry });
    if (!setup || !(await needsSetup(git, entry.admin, commit))) return { type: "ready" };
    await rm(join(entry.admin, SETUP_MARK), { force: true });
    const problem = await setup(dir, signal);
    if (problem) return { type: "setup_failed", failure: problem };
    await writeFile(join(entry.admin, SETUP_MARK), commit);
    return { type: "ready" };
  };
  const restore = async (commit: string, signal: AbortSignal): Promise<Failure | null> => {
    const entry = await usableEntry(options);
    if (!entry) return vanished(dir);
    const here = callIn(dir, entry.admin);
    // By what the file system says of them, which whoever writes to a file cannot choose.
    const touched = await git.run(["diff-files", "--name-only", "-z"], { ...here, signal });
    if (touched.ok && touched.out === "") return null;
    const back = await git.run(["checkout", "--quiet", "--force", "--detach", commit], { ...here, signal });
    return back.ok ? trueCheckout.ask(commit, here) : back.failure;
  };
  return { dir, checkOut, restore };
}

/** Null where the folder is not a worktree that Reeve has made: a link in its place leads elsewhere. */
async function usableEntry(options: CandidateOptions): Promise<Entry | null> {
  const { dir, own } = options;
  const entry = await entryOf(options, dir);
  if (entry === null || !(await lstat(dir).catch(() => null))?.isDirectory()) return null;
  if (own !== null) return (await realpath(dir)) === dir ? entry : null;
  const link = await readText(join(dir, ".git"));
  return link === `gitdir: ${entry.shown}\n` ? entry : null;
}

async function switchTo(git: Git, dir: string, entry: Entry, commit: string, signal: AbortSignal): Promise<boolean> {
  const here = { ...callIn(dir, entry.admin), signal };
  const switched = await git.run(["checkout", "--quiet", "--force", "--detach", commit], here);
  // Twice: also repositories that a gate made in here.
  return switched.ok && (await git.run(["clean", "--quiet", "-ffd"], here)).ok;
}

async function addAnew(options: CandidateOptions, commit: string, signal: AbortSignal): Promise<Failure | null> {
  const { git, dir } = options;
  try {
    await removeHalfMade(options, dir);
    const registered = await registerWorktree(options, { dir, commit });
    if (!registered.ok) return registered.failure;
    const here = { ...callIn(dir, registered.entry.admin), signal };
    const filled = await git.run(["reset", "--hard", "--quiet", "--no-recurse-submodules"], here);
    return filled.ok ? null : filled.failure;
  } catch (error) {
    return operatingFailure(error, dir);
  }
}

const SETUP_MARK = "reeve-setup";

/** What decides about installed packages; when one of these changes, the setup of an earlier commit is not enough. */
const MANIFEST =
  /(^|\/)(package(-lock)?\.json|npm-shrinkwrap\.json|pnpm-(lock|workspace)\.yaml|yarn\.lock|bun\.lockb?|deno\.lock|pyproject\.toml|(poetry|uv|pdm|Pipfile|Cargo|composer|Gemfile|mix|pubspec|flake)\.lock|Pipfile|setup\.(py|cfg)|[^/]*requirements[^/]*\.txt|go\.(mod|sum|work)|Cargo\.toml|Gemfile|composer\.json|mix\.exs|pubspec\.yaml|\.gitmodules|\.tool-versions|\.nvmrc)$/;

async function needsSetup(git: Git, gitDir: string, commit: string): Promise<boolean> {
  const before = await readText(join(gitDir, SETUP_MARK));
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
