/**
 * Looks at the repository a project lies in and says, in one sentence, why Reeve cannot work there if it cannot. It only
 * looks: nothing in the repository is changed by it.
 */
import { existsSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import type { Failure } from "../../domain/proof/failure.ts";
import type { RunBase } from "../../domain/spec/workspace.ts";
import { type Git, type GitResult, openGit } from "./git.ts";
import { listSubmodules, type Submodule } from "./inner/submodules.ts";

export interface Repository {
  /** The project's own folder; real path. */
  readonly root: string;
  /** Of the checkout the project lies in, which may be a linked worktree itself. */
  readonly toplevel: string;
  /** What all worktrees share: objects, refs, configuration. */
  readonly commonDir: string;
  /** What belongs to the checkout alone: its index, its HEAD. The same where it is no linked worktree. */
  readonly gitDir: string;
  /** From the toplevel to the project, with `/`; "" where they are the same. */
  readonly prefix: string;
  readonly head: string;
  /** null: HEAD is detached. */
  readonly branch: string | null;
  readonly submodules: readonly Submodule[];
}

interface Refusal {
  readonly ok: false;
  readonly message: string;
  readonly hint: string;
}

export type RepositoryChoice = { readonly ok: true; readonly repository: Repository } | Refusal;
export type BaseChoice = { readonly ok: true; readonly base: RunBase } | Refusal;

export async function openRepository(projectRoot: string): Promise<RepositoryChoice> {
  const root = await realpath(projectRoot).catch(() => projectRoot);
  const git = openGit(root);
  const version = await git.run(["--version"]);
  if (!version.ok) return refusedBy(version.failure);
  if (isTooOld(version.out)) {
    return refuse(`Reeve needs git 2.38 or newer; this is ${version.out.trim()}.`, "Install a newer git.");
  }
  const where = ["--path-format=absolute", "--git-common-dir", "--git-dir"];
  const place = await git.run(["rev-parse", "--is-bare-repository", ...where]);
  if (!place.ok) return notThere(root, place);
  const [bare, commonDir = "", gitDir = commonDir] = linesOf(place);
  if (bare === "true") {
    return refuse(
      `${root} is a bare repository: it has no checkout to work in.`,
      "Clone it and run Reeve in the clone.",
    );
  }
  const inside = await git.run(["rev-parse", "--show-toplevel", "--show-prefix"]);
  if (!inside.ok) return refuse(`${root} lies inside a .git folder.`, "Run Reeve in the checkout instead.");
  const [toplevel = root, slashed = ""] = linesOf(inside);
  const head = await git.run(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]);
  if (!head.ok) return noCommit(git, toplevel, head);
  const branch = await git.run(["symbolic-ref", "--quiet", "--short", "HEAD"], { okCodes: [1] });
  const repository: Repository = {
    root,
    toplevel,
    commonDir,
    gitDir,
    prefix: slashed.replace(/\/$/, ""),
    head: head.out.trim(),
    branch: branch.out.trim() || null,
    submodules: await listSubmodules(git, toplevel),
  };
  return { ok: true, repository };
}

/** `base` as the plan names it: a branch, a tag, a commit; absent: HEAD as it is now. */
export async function resolveBase(repository: Repository, base?: string): Promise<BaseChoice> {
  const { toplevel, branch } = repository;
  const git = openGit(toplevel);
  const name = base ?? "HEAD";
  const found = await git.run(["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`]);
  if (found.ok)
    return { ok: true, base: { commit: found.out.trim(), branch: base ? await branchNamed(git, base) : branch } };
  if (found.failure.restart === "terminal") return refusedBy(found.failure);
  const hint = "Correct `base` in the plan, or fetch the ref it names (`git fetch`).";
  return refuse(`The plan's \`base\` ${JSON.stringify(name)} names no commit in ${toplevel}.`, hint);
}

/**
 * Runs whose names are in use in this repository: other checkouts of it, and other projects in it, have runs of their own,
 * and all of them share its branches. Where git cannot tell, none.
 */
export async function runNamesIn({ toplevel }: Pick<Repository, "toplevel">): Promise<readonly string[]> {
  const refs = await openGit(toplevel).run(["for-each-ref", "--format=%(refname)", "refs/heads/reeve", "refs/reeve"]);
  const names = refs.out
    .split("\n")
    .map((ref) => /^refs\/(?:heads\/)?reeve\/(?:integrated\/|parked\/)?(r\d+)(?:\/|$)/.exec(ref)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))];
}

/** Where a plan's base is a branch, that is where its work belongs; a tag or a commit belongs to none. */
async function branchNamed(git: Git, name: string): Promise<string | null> {
  const found = await git.run(["show-ref", "--verify", "--quiet", `refs/heads/${name}`], { okCodes: [1, 128] });
  return found.ok && found.code === 0 ? name : null;
}

function isTooOld(said: string): boolean {
  const [, major = "0", minor = "0"] = /(\d+)\.(\d+)/.exec(said) ?? [];
  return Number(major) < 2 || (Number(major) === 2 && Number(minor) < 38);
}

function notThere(root: string, { err, failure }: GitResult & { readonly ok: false }): Refusal {
  if (/dubious ownership/.test(err)) {
    const hint = `Run Reeve as the owner, or trust the folder: git config --global --add safe.directory ${quoted(err, root)}`;
    return refuse(`${root} lies in a repository of another user, which git does not trust.`, hint);
  }
  if (/not a git repository \(or any/.test(err)) {
    const broken = brokenAbove(root);
    if (broken !== null) {
      const hint = `Look at ${join(broken, "HEAD")}, which names a branch (\`ref: refs/heads/main\`) or a commit, then try again; nothing was changed.`;
      return refuse(`${broken} is there, but git does not take it for a repository.`, hint);
    }
    const hint = "Run `git init` and commit once, or set `isolation: none` in reeve.yaml.";
    return refuse(`${root} is not in a git repository.`, hint);
  }
  return refusedBy(failure);
}

/** What has objects was a repository once: beginning another one in its place would hide that. */
function brokenAbove(folder: string): string | null {
  const gitDir = join(folder, ".git");
  if (existsSync(join(gitDir, "objects"))) return gitDir;
  const above = dirname(folder);
  return above === folder ? null : brokenAbove(above);
}

async function noCommit(git: Git, toplevel: string, head: GitResult & { readonly ok: false }): Promise<Refusal> {
  const unborn = await git.run(["symbolic-ref", "--quiet", "HEAD"]);
  if (head.err.trim() !== "" || !unborn.ok) return refusedBy(head.failure);
  const hint = "Commit something first (`git commit --allow-empty -m Start`), or set `isolation: none` in reeve.yaml.";
  return refuse(`The repository ${toplevel} has no commit yet, so there is nothing to start from.`, hint);
}

/** The folder git itself names: it may be above the project. */
function quoted(err: string, root: string): string {
  const named = /repository at '(.+)'/.exec(err)?.[1];
  return JSON.stringify(named && isAbsolute(named) ? named : root);
}

function refusedBy(failure: Failure): Refusal {
  const said = failure.evidence.at(-1);
  return refuse(failure.message, said ? `Git said: ${said}` : "Fix this first, then try again.");
}

function refuse(message: string, hint: string): Refusal {
  return { ok: false, message, hint };
}

function linesOf(result: GitResult): readonly string[] {
  return result.out.split("\n");
}
