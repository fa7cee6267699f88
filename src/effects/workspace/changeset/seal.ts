/**
 * Commits what an attempt left behind. What lies in the worktree wins: its HEAD with all changes becomes the task's
 * branch, whatever branch the agent was on, and the agent's own commits stay: a change is always seen against the commit
 * it was made on, so that a merge the agent gave up does not undo what others did. Only where HEAD shares no history with
 * where the task began, its tree becomes one commit on top of that. No hook runs, nothing is signed.
 */
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import type { Failure } from "../../../domain/proof/failure.ts";
import { readText } from "../../files/foreign-file.ts";
import type { Sealed, SealOrder } from "../workspaces.ts";
import { type Failed, placeOf, type RunRepository, type Worktree } from "../worktree/run-repository.ts";
import { showState } from "../worktree/show-state.ts";
import { findWorktree } from "../worktree/worktree.ts";
import { dropNote, readNote } from "../worktree/worktree-notes.ts";
import { changesBetween } from "./changes.ts";
import { keepDisplaced } from "./keep-displaced.ts";
import { type Staged, stageAll } from "./staging.ts";
import { forgetUnfinished } from "./unfinished.ts";
import { whyNothing } from "./why-nothing.ts";

export async function seal(repo: RunRepository, order: SealOrder): Promise<Sealed> {
  const place = placeOf(repo, order.task, order.title);
  const found = await findWorktree(repo, place);
  if (!found) return gone(place.dir);
  if (!found.ok) return { type: "failed", failure: found.failure };
  const { worktree } = found;
  const project = join(place.dir, repo.repository.prefix);
  if (!(await lstat(project).catch(() => null))?.isDirectory()) return gone(project);
  const reading = repo.integration.readHead();
  const staged = await stageAll(repo, worktree);
  const read = await reading;
  if (read.type === "failed") return read;
  if (!staged.ok) return { type: "failed", failure: staged.failure };
  const done = await commit(repo, worktree, staged, { ...order, onto: read.head.commit });
  if (!done.ok) return { type: "failed", failure: done.failure };
  await showState(worktree);
  const base = await partedAt(repo, done, read.head.commit);
  const changes = await changesBetween(repo, base, done.commit);
  if (!changes.ok) return { type: "failed", failure: changes.failure };
  return {
    type: "sealed",
    dir: project,
    commit: done.commit,
    base,
    changed: changes.changed,
    paths: changes.paths,
    unresolved: await unresolvedIn(repo, worktree, done.commit),
    skipped: done.skipped.map((path) => repo.toProject(path)),
    ...(staged.broken.length > 0 && { broken: staged.broken }),
    ...(changes.paths.length === 0 && (await whyNothing(repo, worktree, base))),
  };
}

/** Where the work and the integration branch part; asked only where it does not follow from what Reeve itself did. */
async function partedAt(
  repo: RunRepository,
  { commit, onto }: Extract<Committed, { ok: true }>,
  head: string,
): Promise<string> {
  const known = [commit, onto].find((each) => each !== undefined && repo.integration.holds(each));
  return known ?? (await mergeBase(repo, head, commit)) ?? repo.base.commit;
}

export type Committed =
  | {
      readonly ok: true;
      readonly commit: string;
      readonly skipped: readonly string[];
      /** Where the task's branch was. */
      readonly tip?: string;
      /** The one parent of a commit that was just made: nobody else has that commit yet. */
      readonly onto?: string;
    }
  | Failed;

/** Repeatable: a second call finds nothing left to commit. */
export async function commitAll(
  repo: RunRepository,
  worktree: Worktree,
  order: SealOrder & { readonly onto: string },
): Promise<Committed> {
  const staged = await stageAll(repo, worktree);
  return staged.ok ? commit(repo, worktree, staged, order) : staged;
}

async function commit(
  repo: RunRepository,
  worktree: Worktree,
  staged: Staged,
  order: SealOrder & { readonly onto: string },
): Promise<Committed> {
  const began = (await readNote(worktree.admin, "attempt"))?.base ?? (await mergeBase(repo, order.onto, worktree.ref));
  const parents = await parentsOf(repo, staged, began ?? repo.base.commit);
  const wanted = { tree: staged.tree, parents, message: messageOf(repo.run, order) };
  const made = await commitOf(repo, worktree, wanted);
  if (!made.ok) return made;
  const displaced = await keepDisplaced(repo, worktree, staged.head, {
    ...made,
    parents,
    broken: staged.broken.map((each) => each.commit),
  });
  if (displaced) return { ok: false, failure: displaced };
  const failure = await moveTo(repo, worktree, made.commit, "seal");
  return failure ? { ok: false, failure } : { ...made, skipped: staged.skipped };
}

async function parentsOf(repo: RunRepository, staged: Staged, began: string): Promise<readonly string[]> {
  const { head, merging } = staged;
  return head !== null && (await mergeBase(repo, began, head)) !== null ? [head, ...merging] : [began];
}

/** Branch and HEAD of the worktree name this commit; its index already has the commit's tree. */
export async function moveTo(
  { git }: RunRepository,
  worktree: Worktree,
  commit: string,
  why: string,
): Promise<Failure | null> {
  const moved = await git.run(["update-ref", "--create-reflog", "-m", `reeve: ${why}`, worktree.ref, commit]);
  if (!moved.ok) return moved.failure;
  if ((await readText(join(worktree.admin, "HEAD"))) !== `ref: ${worktree.ref}\n`) {
    const head = await git.run(["symbolic-ref", "-m", `reeve: ${why}`, "HEAD", worktree.ref], worktree.here);
    if (!head.ok) return head.failure;
  }
  await forgetUnfinished(worktree.admin);
  return null;
}

interface NewCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
}

/** The parent itself where nothing is new, and the commit of an earlier try where there was one. */
async function commitOf(repo: RunRepository, worktree: Worktree, wanted: NewCommit): Promise<Committed> {
  const { git } = repo;
  const { tree, parents, message } = wanted;
  const [parent = repo.base.commit] = parents;
  const seen = await git.run([
    "log",
    "--no-walk=unsorted",
    "--ignore-missing",
    "--format=%H %T %P",
    parent,
    worktree.ref,
    "--",
  ]);
  const lines = seen.out.trim().split("\n");
  const tip = seen.ok ? { tip: lines.at(-1)?.split(" ")[0] ?? "" } : {};
  for (const line of lines) {
    const [known = "", itsTree, ...itsParents] = line.split(" ");
    const isIt = known === parent ? parents.length === 1 : itsParents.join() === parents.join();
    if (seen.ok && itsTree === tree && isIt) return { ok: true, commit: known, skipped: [], ...tip };
  }
  const made = await createCommit(repo, { tree, parents, message });
  if (!made.ok) return made;
  return { ok: true, commit: made.commit, skipped: [], ...tip, ...(parents.length === 1 && { onto: parent }) };
}

type Created = { readonly ok: true; readonly commit: string } | Failed;

export async function createCommit({ git }: RunRepository, { tree, parents, message }: NewCommit): Promise<Created> {
  const args = ["commit-tree", tree, ...parents.flatMap((parent) => ["-p", parent]), "-F", "-"];
  const made = await git.run(args, { input: message });
  return made.ok ? { ok: true, commit: made.out.trim() } : made;
}

function messageOf(run: string, { title, task, attempt }: SealOrder): string {
  const subject = title.replace(/\s+/g, " ").trim() || task;
  return `${subject}\n\nReeve-Run: ${run}\nReeve-Task: ${task}\nReeve-Attempt: ${attempt}\n`;
}

export async function mergeBase({ git }: RunRepository, one: string, other: string): Promise<string | null> {
  if (one === other) return one;
  const found = await git.run(["merge-base", one, other]);
  return found.ok ? (found.out.trim().split("\n")[0] ?? null) : null;
}

const MARKER = /^(<{7}|>{7})( |$)/m;

/** Of the files whose conflicts Reeve left to an agent, those that still show it. */
async function unresolvedIn(repo: RunRepository, { admin }: Worktree, commit: string): Promise<readonly string[]> {
  const files = (await readNote(admin, "conflicts")) ?? [];
  const left: string[] = [];
  for (const path of files) {
    const blob = await repo.git.run(["cat-file", "blob", `${commit}:${path}`], { okCodes: [128] });
    if (MARKER.test(blob.out)) left.push(path);
  }
  if (files.length > 0 && left.length === 0) await dropNote(admin, "conflicts");
  return left.map((path) => repo.toProject(path));
}

function gone(dir: string): Sealed {
  const message = `The folder ${dir}, where you worked, was deleted, with everything that was not committed. Reeve has recreated it from the commits on the task's branch: work in it, and do not delete it.`;
  return { type: "gone", message };
}
