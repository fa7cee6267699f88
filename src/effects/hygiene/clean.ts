/**
 * Cleans the runs of a project, one after the other, each under its own lock: looks, lets `planClean` decide, carries it
 * out. Run twice, the second finds nothing to do; killed in the middle, the next one finishes. What belongs to a run that
 * nobody knows here is left alone: it may be somebody else's.
 */

import { lstat, realpath, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { addAll } from "../../basics/long-lists.ts";
import {
  CLEAN_KINDS,
  type CleanItem,
  type CleanKind,
  type CleanReport,
  type CleanWish,
} from "../../domain/delivery/hygiene.ts";
import { PARKED } from "../../domain/spec/workspace.ts";
import type { Git } from "../git/git.ts";
import { withWaryGit } from "../git/wary-git.ts";
import type { ProcessInfo, ProcessTable } from "../processes/table/process-table.ts";
import { worktreesDir } from "../workspace/worktree/run-repository.ts";
import { carryOut, itemOf } from "./carry-out.ts";
import type { KnownRun, LockThing, Thing } from "./clean-facts.ts";
import { type CleanRepository, lookAtRepository } from "./clean-repository.ts";
import { gatherBranches, gatherParked, listRefs, mergeTargets } from "./gather-refs.ts";
import { gatherLeftovers, gatherLogs, gatherProcesses } from "./gather-traces.ts";
import { gatherWorktrees } from "./gather-worktrees.ts";
import { entriesOf, trashDir } from "./own-folders.ts";
import { planClean } from "./plan-clean.ts";

/** What the loop's side knows of runs: their journals and locks. */
export interface CleanPorts {
  readonly root: string;
  readonly stateDir: string;
  readonly table: ProcessTable;
  readonly runs: readonly string[];
  /** `isAtWork`: somebody else has its lock. While we have it, nobody has. */
  readonly read: (run: string, isAtWork: boolean) => Promise<Omit<KnownRun, "dir">>;
  readonly isAtWork: (run: string) => Promise<boolean>;
  /** Takes the run's lock and gives back how to let go; null when somebody has it. */
  readonly take: (run: string) => Promise<(() => Promise<void>) | null>;
  /** What a Reeve that was killed left beside the lock; null: nothing. To be asked before the lock is taken. */
  readonly staleLock: (run: string) => { readonly name: string; readonly bytes: number } | null;
}

export async function clean(given: CleanPorts, wish: CleanWish): Promise<CleanReport> {
  const stateDir = await realpath(given.stateDir).catch(() => null);
  if (stateDir === null) return report([], wish);
  const table = await given.table.list();
  const items: CleanItem[] = [];
  await withWaryGit(given.root, async (git) => {
    const ports = { ...given, stateDir, git };
    for (const run of ports.runs.filter((each) => wish.run === undefined || each === wish.run))
      addAll(items, await cleanRun(ports, run, table, wish));
    if (wish.run === undefined) addAll(items, await strangers(ports));
  });
  return report(items, wish);
}

type Here = CleanPorts & { readonly git: Git };

async function cleanRun(
  ports: Here,
  id: string,
  table: readonly ProcessInfo[],
  wish: CleanWish,
): Promise<readonly CleanItem[]> {
  const { stateDir } = ports;
  if (!(await isFolder(join(stateDir, "runs"))) || !(await isFolder(join(stateDir, "runs", id))))
    return [kept("logs", id, join("runs", id), "it is a link, and Reeve follows none")];
  const stale = ports.staleLock(id);
  const release = wish.dryRun ? null : await ports.take(id);
  const isAtWork = wish.dryRun ? await ports.isAtWork(id) : release === null;
  try {
    const run = { ...(await ports.read(id, isAtWork)), dir: join(stateDir, "runs", id) };
    const repository = await lookAtRepository(ports.git);
    const targets = repository === null ? [] : await mergeTargets(repository, run);
    const locks: LockThing[] = stale === null || isAtWork ? [] : [{ kind: "lock", ...stale, obstacle: null }];
    const things = [...(await gather(run, repository, targets, stateDir, table, wish.now)), ...locks];
    const verdicts = planClean({ run, things }, wish);
    if (wish.dryRun || isAtWork)
      return verdicts.map((verdict) => itemOf(verdict, id, verdict.remove ? "would_remove" : "kept"));
    const fallback = targets.at(-1) ?? null;
    const items = await carryOut(verdicts, { ...ports, ...wish, run, repository, fallback });
    await tidyUp(stateDir, id);
    return items;
  } finally {
    await release?.();
  }
}

async function gather(
  run: KnownRun,
  repository: CleanRepository | null,
  targets: readonly string[],
  stateDir: string,
  table: readonly ProcessInfo[],
  now: number,
): Promise<readonly Thing[]> {
  const traces = [
    ...(await gatherLeftovers(stateDir, run)),
    ...(await gatherProcesses(run, table, now)),
    ...(await gatherLogs(run)),
  ];
  if (repository === null) return traces;
  return [
    ...traces,
    ...(await gatherWorktrees(repository, run, stateDir, targets)),
    ...(await gatherBranches(repository, run, stateDir, targets)),
    ...(await gatherParked(repository, run)),
  ];
}

/** In places of ours, but of no run that is known here. */
async function strangers({ git, stateDir, runs }: Here): Promise<readonly CleanItem[]> {
  const folders = (await entriesOf(stateDir, "worktrees")).filter((entry) => !runs.includes(entry.name));
  const refs = await listRefs({ git }, PARKED);
  const parked = refs.filter(({ name }) => !runs.includes(runOf(name)));
  const why = "no run of this name is known here";
  return [
    ...folders.map(({ name }) => kept("worktree", name, join("worktrees", name), why)),
    ...parked.map(({ name }) => kept("parked", runOf(name), name, why)),
  ];
}

function runOf(ref: string): string {
  return ref.slice(PARKED.length).split("/")[0] ?? "";
}

/** Folders that are empty now; one that is not stays. */
async function tidyUp(stateDir: string, run: string): Promise<void> {
  for (const dir of [worktreesDir(stateDir, run), trashDir(stateDir, run), join(stateDir, "trash")])
    if (await isFolder(dir)) await rmdir(dir).catch(() => {});
}

async function isFolder(path: string): Promise<boolean> {
  return lstat(path).then(
    (stat) => stat.isDirectory(),
    () => false,
  );
}

function kept(kind: CleanKind, run: string, name: string, because: string): CleanItem {
  return { kind, run, name, bytes: 0, outcome: "kept", because };
}

function report(items: readonly CleanItem[], { dryRun, olderThanMs }: CleanWish): CleanReport {
  const gone = items.filter((item) => item.outcome === "removed" || item.outcome === "would_remove");
  const sum = (among: readonly CleanItem[]): number => among.reduce((total, { bytes }) => total + bytes, 0);
  const perKind = CLEAN_KINDS.map((kind) => [kind, sum(gone.filter((item) => item.kind === kind))]);
  const bytes = Object.fromEntries(perKind) as Record<CleanKind, number>;
  return { dryRun, olderThanMs, items, bytes, bytesTotal: sum(gone) };
}
