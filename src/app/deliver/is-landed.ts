/**
 * Whether the work of a run has come to where it belongs, however it got there: by `reeve land`, by `git merge`, by a pull
 * request that was merged, rebased or squashed. Git is asked, here and at what was last fetched; nothing is recorded and
 * nothing is changed. Where git cannot say, it has not landed: a branch that somebody deleted is no sign that it has.
 */
import { integrationAlias } from "../../domain/spec/workspace.ts";
import { type Git, openGit } from "../../effects/git/git.ts";
import { commitAt, isAncestor } from "../../effects/surface/ancestry.ts";
import type { FleetView } from "../look/fleet-view.ts";
import type { IntegrationView } from "../look/parts/integration-view.ts";
import type { Project } from "../project/project.ts";

/** Commits of the branch that are held against the work; it is looked for among the newest. */
const COMMITS_MAX = 300;
const PATCH_MS = 10_000;

/** False where the run has not ended, or works in no repository. */
export async function isLanded({ root }: Project, { run, integration, counts }: FleetView): Promise<boolean> {
  if (run.phase !== "ended" || counts.done === 0 || integration === null) return false;
  const git = openGit(root);
  const refs = await lookAtRefs(git, run.id, integration);
  if (refs === null) return false;
  return remembered(JSON.stringify([root, refs]), () => holdsWork(git, refs));
}

/** Commits alone: what follows from them stays so, whatever is asked how often. */
interface Refs {
  readonly base: string;
  /** The work: its branch; where somebody deleted that, what the journal says was merged last. */
  readonly head: string;
  /** Where it belongs. */
  readonly targets: readonly string[];
}

const REF = /^(\S+) (\S+)$/;

/** One question to git. Null: git cannot say, or nobody knows what the work is. */
async function lookAtRefs(git: Git, run: string, integration: IntegrationView): Promise<Refs | null> {
  const { base, branch, landed } = integration;
  const [own, alias] = [`refs/heads/${branch}`, integrationAlias(run)];
  const into = landed === null ? [] : [`refs/heads/${landed.into}`];
  const home = base.branch === null ? [] : [`refs/heads/${base.branch}`, `refs/remotes/*/${base.branch}`];
  const listed = await git.run(["for-each-ref", "--format=%(refname) %(objectname)", own, alias, ...home, ...into]);
  if (!listed.ok) return null;
  const commits = new Map(listed.out.split("\n").flatMap((line) => pairOf(line)));
  const head = commits.get(own) ?? commits.get(alias) ?? integration.head;
  if (head === null) return null;
  const checkedOut = base.branch === null ? await commitAt(git, "HEAD") : null;
  const found = [...commits].filter(([name]) => name !== own && name !== alias).map(([, commit]) => commit);
  const told = landed === null ? [] : [landed.to];
  return { base: base.commit, head, targets: [...new Set([...found, ...told, ...(checkedOut ? [checkedOut] : [])])] };
}

function pairOf(line: string): readonly (readonly [string, string])[] {
  const [, name, commit] = REF.exec(line) ?? [];
  return name === undefined || commit === undefined ? [] : [[name, commit]];
}

const answers = new Map<string, Promise<boolean>>();
const ANSWERS_MAX = 200;

/** A page asks every few seconds about every project, and the answer follows from the commits alone. */
function remembered(key: string, answer: () => Promise<boolean>): Promise<boolean> {
  const known = answers.get(key);
  if (known !== undefined) return known;
  if (answers.size >= ANSWERS_MAX) answers.clear();
  const asked = answer();
  answers.set(key, asked);
  return asked;
}

async function holdsWork(git: Git, { base, head, targets }: Refs): Promise<boolean> {
  for (const target of targets) if (await isAncestor(git, head, target)) return true;
  for (const target of targets) if (await hasContent(git, { base, head, target })) return true;
  return false;
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
