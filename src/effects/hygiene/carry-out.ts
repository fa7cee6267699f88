/**
 * Carries out what `planClean` decided for one run whose lock is ours. One thing that cannot be removed stops nothing
 * else, except what depends on it: a branch stays while its worktree does. Nothing is removed whose work could not be parked.
 */
import { rm } from "node:fs/promises";
import type { CleanItem } from "../../domain/delivery/hygiene.ts";
import { isOperating } from "../files/operating-error.ts";
import { endProcesses, realWorld } from "../processes/end-processes.ts";
import type { ProcessTable } from "../processes/process-table.ts";
import type { BranchThing, LogsThing, ParkedThing, ProcessThing, WorktreeThing } from "./clean-facts.ts";
import { contentOf } from "./gather-worktrees.ts";
import { deleteAll, takeAway } from "./own-folders.ts";
import { type Parking, type ParkPlace, parkCommit, parkWorktree } from "./park-work.ts";
import type { Verdict } from "./plan-clean.ts";

export interface CarryPlace extends Omit<ParkPlace, "repository"> {
  /** Null: no repository, so no thing of git either. */
  readonly repository: ParkPlace["repository"] | null;
  readonly table: ProcessTable;
  /** A commit to set files upon whose own is unknown. */
  readonly fallback: string | null;
}

export async function carryOut(verdicts: readonly Verdict[], place: CarryPlace): Promise<readonly CleanItem[]> {
  const items: CleanItem[] = [];
  const stuck = new Set<string>();
  for (const verdict of verdicts) {
    const { thing } = verdict;
    if (!verdict.remove) {
      items.push(itemOf(verdict, place.run.id, "kept"));
      continue;
    }
    const blocked = thing.kind === "branch" && thing.worktree !== null && stuck.has(thing.worktree);
    const done = blocked ? { problem: "its worktree could not be removed" } : await tryRemove(verdict, place);
    if (thing.kind === "worktree" && "problem" in done) stuck.add(thing.path);
    items.push({ ...itemOf(verdict, place.run.id, "problem" in done ? "failed" : "removed"), ...done });
  }
  return items;
}

export function itemOf({ thing, because }: Verdict, run: string, outcome: CleanItem["outcome"]): CleanItem {
  return { kind: thing.kind, run, name: thing.name, bytes: thing.bytes, outcome, because };
}

type Done = { readonly parked?: string } | { readonly problem: string };

/** What the file system does wrong stops this one thing only. */
async function tryRemove(verdict: Verdict, place: CarryPlace): Promise<Done> {
  try {
    return await removeThing(verdict, place);
  } catch (error) {
    if (isOperating(error)) return { problem: error.message };
    throw error;
  }
}

async function removeThing({ thing, park }: Verdict, place: CarryPlace): Promise<Done> {
  switch (thing.kind) {
    case "process":
      return endAll(thing, place.table);
    case "worktree":
      return removeWorktree(thing, park, place);
    case "branch":
      return removeBranch(thing, park, place);
    case "parked":
      return removeParked(thing, place);
    case "logs":
      return removeLogs(thing, place);
    case "leftover":
      return asDone(await deleteAll(thing.dir));
    case "lock":
      return {}; // whoever takes the run's lock and lets go has already removed it
    default:
      return thing satisfies never;
  }
}

const GRACE_MS = 5_000;

/** First the agent: its keeper then publishes how it ended, and goes by itself. */
async function endAll({ mark }: ProcessThing, table: ProcessTable): Promise<Done> {
  const world = realWorld(table);
  const agent = await endProcesses({ mark, graceMs: GRACE_MS }, world);
  const keeper = await endProcesses({ mark, keeperToo: true, graceMs: GRACE_MS }, world);
  const survivors = new Set([...agent.survivors, ...keeper.survivors]);
  return survivors.size === 0 ? {} : { problem: `still running: pid ${[...survivors].join(", ")}` };
}

async function removeWorktree(thing: WorktreeThing, park: boolean, place: CarryPlace): Promise<Done> {
  const { repository, stateDir, run, fallback } = place;
  if (repository === null) return { problem: "its repository is gone" };
  const parking = park ? await parkWorktree({ ...place, repository }, thing, fallback) : NOT_PARKED;
  if ("problem" in parking) return parking;
  if (thing.dir !== null) {
    const isWork = !thing.scratch && !park && !thing.dirty;
    if (isWork && (await contentOf(repository, thing.dir, thing.admin, thing.head)).dirty)
      return { problem: "somebody has just changed files in it" };
    const problem = await takeAway(thing.dir, stateDir, run.id);
    if (problem !== null) return { problem };
  }
  if (thing.admin !== null) {
    // Twice, because a worktree may be locked. Its folder is gone, so this forgets git's entry and nothing else.
    const forgot = await repository.git.run(["worktree", "remove", "--force", "--force", "--", thing.path]);
    if (!forgot.ok) return { problem: forgot.failure.message };
  }
  return parkedAs(parking);
}

async function removeBranch(thing: BranchThing, park: boolean, place: CarryPlace): Promise<Done> {
  const { repository } = place;
  if (repository === null) return { problem: "its repository is gone" };
  const parking = park ? await parkCommit({ ...place, repository }, thing.task ?? thing.name, thing.tip) : NOT_PARKED;
  if ("problem" in parking) return parking;
  // Only if it is still what was looked at.
  const gone = await repository.git.run(["update-ref", "-d", `refs/heads/${thing.name}`, thing.tip]);
  return gone.ok ? parkedAs(parking) : { problem: gone.failure.message };
}

async function removeParked(thing: ParkedThing, { repository }: CarryPlace): Promise<Done> {
  if (repository === null) return { problem: "its repository is gone" };
  const gone = await repository.git.run(["update-ref", "-d", thing.name, thing.commit]);
  return gone.ok ? {} : { problem: gone.failure.message };
}

async function removeLogs({ dir, exit }: LogsThing, { stateDir, run }: CarryPlace): Promise<Done> {
  const problem = dir === null ? null : await takeAway(dir, stateDir, run.id);
  if (problem !== null) return { problem };
  if (exit !== null) await rm(exit, { force: true });
  return {};
}

const NOT_PARKED: Parking = { ref: null };

function parkedAs(parking: { readonly ref: string | null }): Done {
  return parking.ref === null ? {} : { parked: parking.ref };
}

function asDone(problem: string | null): Done {
  return problem === null ? {} : { problem };
}
