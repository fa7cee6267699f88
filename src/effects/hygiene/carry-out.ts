/**
 * Carries out what `planClean` decided for one run whose lock is ours. One thing that cannot be removed stops nothing
 * else, except what depends on it: a branch stays while its worktree does. Nothing is removed whose work could not be parked.
 */
import { rm } from "node:fs/promises";
import { BugError } from "../../domain/bug.ts";
import type { CleanItem } from "../../domain/delivery/hygiene.ts";
import { isOperating } from "../files/operating-error.ts";
import { keepWork } from "../keeping/keep-work.ts";
import { endProcesses, realWorld } from "../processes/end-processes.ts";
import type { ProcessTable } from "../processes/table/process-table.ts";
import { usableSince } from "../workspace/worktree/keep-worktree.ts";
import type { LogsThing, ProcessThing, WorktreeThing } from "./clean-facts.ts";
import { ownEntryOf } from "./own-entry.ts";
import { deleteAll, takeAway } from "./own-folders.ts";
import { type Parking, type ParkPlace, parkCommit, parkWorktree } from "./park-work.ts";
import type { Verdict } from "./plan-clean.ts";
import { keepLogs, type Old, removeRefs } from "./remove-refs.ts";
import { contentOf } from "./worktree-content.ts";

export interface CarryPlace extends Omit<ParkPlace, "repository"> {
  /** Null: no repository, so no thing of git either. */
  readonly repository: ParkPlace["repository"] | null;
  readonly table: ProcessTable;
  /** A commit to set files upon whose own is unknown. */
  readonly fallback: string | null;
}

export async function carryOut(verdicts: readonly Verdict[], place: CarryPlace): Promise<readonly CleanItem[]> {
  const items = new Map<Verdict, CleanItem>();
  const stuck = new Set<string>();
  const told = (verdict: Verdict, done: Done): void => {
    if (verdict.thing.kind === "worktree" && "problem" in done) stuck.add(verdict.thing.path);
    items.set(verdict, { ...itemOf(verdict, place.run.id, "problem" in done ? "failed" : "removed"), ...done });
  };
  for (let at = 0; at < verdicts.length; ) {
    const batch = sameKind(verdicts, at);
    at += batch.length;
    for (const verdict of batch) if (!verdict.remove) items.set(verdict, itemOf(verdict, place.run.id, "kept"));
    const going = batch.filter(({ remove }) => remove);
    const isOfRefs = going[0]?.thing.kind === "branch" || going[0]?.thing.kind === "parked";
    if (isOfRefs) for (const [verdict, done] of await removeAll(going, place, stuck)) told(verdict, done);
    else for (const verdict of going) told(verdict, await tryRemove(verdict, place));
  }
  return verdicts.flatMap((verdict) => items.get(verdict) ?? []);
}

function sameKind(verdicts: readonly Verdict[], from: number): readonly Verdict[] {
  const kind = verdicts[from]?.thing.kind;
  const end = verdicts.findIndex(({ thing }, at) => at > from && thing.kind !== kind);
  return verdicts.slice(from, end < 0 ? undefined : end);
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
    case "parked":
      throw new BugError("refs go all at once");
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
  const rest = await keepRest(thing, park, { ...place, repository });
  if ("problem" in rest) return rest;
  if (thing.dir !== null) {
    const problem = await takeAway(thing.dir, stateDir, run.id);
    if (problem !== null) return { problem };
  }
  // Its folder is gone: this forgets git's entry and nothing else.
  if (thing.admin !== null) await rm(thing.admin, { recursive: true, force: true });
  await rm(ownEntryOf(place, thing.path), { recursive: true, force: true });
  return parkedAs(parking.ref === null ? rest : parking);
}

/** What git knows of it alone, and what it ignores in it; all but the files, which are parked or in a commit. */
async function keepRest(thing: WorktreeThing, park: boolean, place: ParkPlace): Promise<Parking> {
  if (thing.scratch) return NOT_PARKED;
  const { repository, stateDir, run, now } = place;
  const { git, commonDir } = repository;
  const { admin, dir, task } = thing;
  let ignored = thing.ignored;
  if (dir !== null && !park && !thing.dirty) {
    const content = await contentOf(repository, dir, admin, thing.head);
    if (content.dirty) return { problem: "somebody has just changed files in it" };
    ignored = content.ignored;
  }
  // Notes lie in Reeve's own entry; runs of an earlier version have them in the other.
  const sinceMs = (await usableSince(ownEntryOf(place, thing.path))) || (admin === null ? 0 : await usableSince(admin));
  const kept = await keepWork(
    { git, commonDir, stateDir, now, run: run.id },
    {
      task,
      dir,
      admin,
      files: "none",
      index: park,
      ignored: { entries: ignored, sinceMs },
      why: `what ${task} left in its worktree`,
    },
  );
  return kept.ok ? { ref: kept.ref } : { problem: kept.failure.message };
}

/** Branches and parked refs, all of them at once. */
async function removeAll(
  verdicts: readonly Verdict[],
  place: CarryPlace,
  stuck: ReadonlySet<string>,
): Promise<ReadonlyMap<Verdict, Done>> {
  const answers = new Map<Verdict, Done>();
  const { repository } = place;
  if (repository === null) return new Map(verdicts.map((verdict) => [verdict, { problem: "its repository is gone" }]));
  const branches = verdicts.flatMap(({ thing }) => (thing.kind === "branch" ? [thing] : []));
  const unsafe = await keepLogs({ ...place, repository }, branches);
  const old: Old[] = [];
  for (const verdict of verdicts) {
    const ready = unsafe === null ? await parkFirst(verdict, { ...place, repository }, stuck) : { problem: unsafe };
    answers.set(verdict, ready);
    if (!("problem" in ready)) old.push(oldOf(verdict));
  }
  const gone = await removeRefs(repository, old);
  for (const [verdict, ready] of answers) {
    const problem = "problem" in ready ? null : (gone.get(oldOf(verdict).ref) ?? null);
    if (problem !== null) answers.set(verdict, { problem });
  }
  return answers;
}

async function parkFirst({ thing, park }: Verdict, place: ParkPlace, stuck: ReadonlySet<string>): Promise<Done> {
  if (thing.kind !== "branch") return {};
  if (thing.worktree !== null && stuck.has(thing.worktree)) return { problem: "its worktree could not be removed" };
  const parking = park ? await parkCommit(place, thing.task ?? thing.name, thing.tip) : NOT_PARKED;
  return "problem" in parking ? parking : parkedAs(parking);
}

function oldOf({ thing }: Verdict): Old {
  if (thing.kind === "branch") return { ref: `refs/heads/${thing.name}`, commit: thing.tip };
  if (thing.kind === "parked") return { ref: thing.name, commit: thing.commit };
  throw new BugError(`a ${thing.kind} is no ref`);
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
