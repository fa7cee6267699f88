/**
 * Whether the work of a run has come to where it belongs, however it got there: by `reeve land`, by `git merge`, by a pull
 * request that was merged, rebased or squashed. Git is asked, here and at what was last fetched; nothing is recorded and
 * nothing is changed. Where git cannot say, it has not landed.
 */
import { integrationAlias } from "../../domain/spec/workspace.ts";
import { type Git, openGit } from "../../effects/git/git.ts";
import { commitAt, isAncestor } from "../../effects/surface/ancestry.ts";
import type { FleetView } from "../look/fleet-view.ts";
import type { Project } from "../project/project.ts";

/** Commits of the branch that are held against the work; it is looked for among the newest. */
const COMMITS_MAX = 300;
const PATCH_MS = 10_000;

/** False where the run has not ended, or works in no repository. */
export async function isLanded({ root }: Project, { run, integration, counts }: FleetView): Promise<boolean> {
  if (run.phase !== "ended" || counts.done === 0 || integration === null) return false;
  const git = openGit(root);
  if (!(await git.run(["rev-parse", "--git-dir"])).ok) return false;
  const head =
    (await commitAt(git, `refs/heads/${integration.branch}`)) ?? (await commitAt(git, integrationAlias(run.id)));
  // Somebody tidied it away: there is nothing left to look at or to land.
  if (head === null) return true;
  const targets = await targetsOf(git, integration.base.branch);
  for (const target of targets) if (await isAncestor(git, head, target)) return true;
  const { commit: base } = integration.base;
  for (const target of targets) if (await hasContent(git, { base, head, target })) return true;
  return false;
}

/** The branch the run began from, here and at its remotes as they were last seen. */
async function targetsOf(git: Git, branch: string | null): Promise<readonly string[]> {
  const name = branch ?? "HEAD";
  const own = await commitAt(git, branch === null ? "HEAD" : `refs/heads/${branch}`);
  const listed = await git.run(["for-each-ref", "--format=%(objectname)", `refs/remotes/*/${name}`]);
  const remote = listed.ok ? listed.out.split("\n").filter((line) => line !== "") : [];
  return [...new Set([...(own === null ? [] : [own]), ...remote])];
}

interface Compared {
  readonly base: string;
  readonly head: string;
  readonly target: string;
}

/** Squashed or rebased there are other commits with the same content: now, or in one commit of the branch's history. */
async function hasContent(git: Git, compared: Compared): Promise<boolean> {
  const { base, head, target } = compared;
  if (!(await isAncestor(git, base, target)) || base === target) return false;
  const [changed, missing] = await Promise.all([namesOf(git, base, head), namesOf(git, head, target)]);
  if (changed === null || missing === null) return false;
  const isMissing = new Set(missing);
  return changed.every((name) => !isMissing.has(name)) || (await hasPatch(git, compared));
}

async function namesOf(git: Git, from: string, to: string): Promise<readonly string[] | null> {
  const names = await git.run(["diff-tree", "-r", "--name-only", "--no-renames", "-z", from, to]);
  return names.ok ? names.out.split("\0").filter((name) => name !== "") : null;
}

async function hasPatch(git: Git, { base, head, target }: Compared): Promise<boolean> {
  const whole = await git.run(["diff-tree", "-p", "--no-ext-diff", "--no-textconv", base, head], {
    timeoutMs: PATCH_MS,
  });
  const range = [
    "log",
    "-p",
    "--no-ext-diff",
    "--no-textconv",
    "--no-merges",
    `--max-count=${COMMITS_MAX}`,
    `${base}..${target}`,
  ];
  const commits = await git.run(range, { timeoutMs: PATCH_MS });
  if (!whole.ok || !commits.ok) return false;
  const [own] = await patchIds(git, whole.out);
  return own !== undefined && (await patchIds(git, commits.out)).includes(own);
}

async function patchIds(git: Git, input: string): Promise<readonly string[]> {
  const ids = await git.run(["patch-id", "--stable"], { input, timeoutMs: PATCH_MS });
  return ids.ok ? ids.out.split("\n").flatMap((line) => line.split(" ")[0] || []) : [];
}
