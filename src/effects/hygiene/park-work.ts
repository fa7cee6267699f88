/**
 * Puts work on a parked ref before it goes from where it lay. A worktree's files are taken with an index of our own, so
 * the worktree's is not touched. Repeatable: what already lies on a parked ref that is kept is not parked again.
 */
import { PARKED } from "../../domain/spec/workspace.ts";
import type { GitResult } from "../git/git.ts";
import { newRepository } from "../keeping/look-at-files.ts";
import { takeFiles } from "../keeping/take-tree.ts";
import type { KnownRun, WorktreeThing } from "./clean-facts.ts";
import type { CleanRepository } from "./clean-repository.ts";
import { listRefs } from "./gather-refs.ts";
import { makeTrash } from "./own-folders.ts";

export interface ParkPlace {
  readonly repository: CleanRepository;
  readonly run: KnownRun;
  readonly stateDir: string;
  readonly now: number;
  /** A parked ref that is older may go in this very clean and saves nothing. */
  readonly olderThanMs: number;
}

export type Parking = { readonly ref: string | null } | { readonly problem: string };

/** A branch that is about to go. */
export async function parkCommit(place: ParkPlace, task: string, commit: string): Promise<Parking> {
  const kept = await keptRefs(place, commit);
  if (kept[0]) return { ref: kept[0].name };
  const tree = await place.repository.git.run(["rev-parse", "--verify", `${commit}^{tree}`]);
  return tree.ok ? commitAndPark(place, task, tree.out.trim(), commit) : problem(tree);
}

/** All files of a worktree, as they are. Null as ref: its commit has them all, and is safe. */
export async function parkWorktree(place: ParkPlace, thing: WorktreeThing, fallback: string | null): Promise<Parking> {
  const { git } = place.repository;
  const parent = thing.head ?? fallback;
  if (thing.dir === null) return parent === null ? { ref: null } : parkCommit(place, thing.task, parent);
  const taken = await takeTree(place, thing, thing.dir, parent);
  if ("problem" in taken) return taken;
  if (parent !== null) {
    const own = await git.run(["rev-parse", "--verify", `${parent}^{tree}`]);
    if (!own.ok) return problem(own);
    if (own.out.trim() === taken.tree)
      return thing.onBranch || thing.merged ? { ref: null } : parkCommit(place, thing.task, parent);
    for (const { name } of await keptRefs(place, parent)) {
      const there = await git.run(["rev-parse", "--verify", `${name}^{tree}`]);
      if (there.ok && there.out.trim() === taken.tree) return { ref: name };
    }
  }
  return commitAndPark(place, thing.task, taken.tree, parent);
}

async function takeTree(
  place: ParkPlace,
  { admin }: WorktreeThing,
  dir: string,
  parent: string | null,
): Promise<{ readonly tree: string } | { readonly problem: string }> {
  const { git, commonDir } = place.repository;
  const scratch = await makeTrash(place.stateDir, place.run.id);
  const taken = await takeFiles({ git, commonDir, scratch, admin }, dir, parent);
  if (!taken.ok) return { problem: taken.failure.message };
  const nested = await newRepository(git, taken.staged, parent);
  if (nested !== null) return { problem: `${nested} in it is a repository of its own, which cannot be parked` };
  return { tree: taken.tree };
}

async function commitAndPark(place: ParkPlace, task: string, tree: string, parent: string | null): Promise<Parking> {
  const { repository, run, now } = place;
  const at = `@${Math.floor(now / 1000)} +0000`;
  const attempts = run.tasks.find((each) => each.id === task)?.attempts ?? 0;
  const args = ["commit-tree", tree, ...(parent === null ? [] : ["-p", parent]), "-F", "-"];
  const env = { GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at };
  const made = await repository.git.run(args, { input: messageOf(run.id, task, attempts), env });
  if (!made.ok) return problem(made);
  const ref = await freeRef(place, task);
  // With an empty old value it is made only if it does not exist.
  const set = await repository.git.run(["update-ref", ref, made.out.trim(), ""]);
  return set.ok ? { ref } : problem(set);
}

function messageOf(run: string, task: string, attempts: number): string {
  const trailers = [
    `Reeve-Run: ${run}`,
    `Reeve-Task: ${task}`,
    ...(attempts > 0 ? [`Reeve-Attempt: ${attempts}`] : []),
  ];
  return `Parked by clean: work of ${task} that was not merged\n\n${trailers.join("\n")}\n`;
}

/** Never a bare number: those belong to attempts, also to the ones still to come. */
async function freeRef({ repository, run }: ParkPlace, task: string): Promise<string> {
  const taken = new Set((await listRefs(repository, `${PARKED}${run.id}/${task}/`)).map(({ name }) => name));
  for (let number = 1; ; number += 1) {
    const ref = `${PARKED}${run.id}/${task}/clean-${number}`;
    if (!taken.has(ref)) return ref;
  }
}

/** Parked refs that have this commit and stay. */
async function keptRefs({ repository, run, now, olderThanMs }: ParkPlace, commit: string) {
  const holding = await listRefs(repository, `${PARKED}${run.id}/`, `--contains=${commit}`);
  return holding.filter((ref) => now - ref.at <= olderThanMs);
}

function problem(result: Extract<GitResult, { ok: false }>): { readonly problem: string } {
  return { problem: result.failure.message };
}
