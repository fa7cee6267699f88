/**
 * What a Reeve that takes over a run does first. Gits of the one before are ended, so that none of them still moves
 * anything; only then their locks are removed, and what they left half-made. Only folders and refs of this run are
 * touched; whatever else is locked or broken is the user's and stays.
 */
import { readdir, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Failure } from "../../domain/proof/failure.ts";
import { readText } from "../files/foreign-file.ts";
import { deleteAll, trashDir } from "../hygiene/own-folders.ts";
import { integratedRef } from "../integration/integration-refs.ts";
import { endProcesses, realWorld } from "../processes/end-processes.ts";
import { processTable } from "../processes/table/process-table.ts";
import { removeLocks } from "./changeset/unfinished.ts";
import { isScratch, stateDirOf } from "./worktree/keep-worktree.ts";
import { unfinishedPrefix } from "./worktree/register-worktree.ts";
import { type Entry, listAdmins, listEntries, type RunRepository } from "./worktree/run-repository.ts";
import { clearHalfMade, removeHalfMade } from "./worktree/worktree.ts";
import { readNote } from "./worktree/worktree-notes.ts";

/** Git removes its locks when asked to end. */
const GRACE_MS = 3_000;

export async function recover(repo: RunRepository, marker: string): Promise<Failure | null> {
  const survivors = await endOrphans(marker);
  if (survivors.length > 0) return stillRunning(survivors);
  const { commonDir } = repo.repository;
  await removeRefLocks(commonDir, repo.run);
  for (const place of [commonDir, ...(repo.own ? [repo.own.dir] : [])]) await removeUnfinished(place, repo.run);
  for (const [dir, { admin, shown }] of await allEntries(repo)) {
    for (const entry of new Set([admin, shown])) await removeLocks(entry);
    if (!(await isHalfMade(dir, admin))) continue;
    if (isScratch(basename(dir))) await removeHalfMade(repo, dir);
    else await clearHalfMade(repo, dir); // what cannot be kept now stays, and is looked at when it is needed
  }
  await deleteAll(trashDir(stateDirOf(repo), repo.run));
  return null;
}

/** Also those that only the repository has: of a kill between the two, or of a Reeve that made no other. */
async function allEntries(repo: RunRepository): Promise<ReadonlyMap<string, Entry>> {
  const listed = [...(await listAdmins(repo.repository.commonDir))].filter(([dir]) => dirname(dir) === repo.worktrees);
  const shown = listed.map(([dir, admin]) => [dir, { admin, shown: admin }] as const);
  return new Map([...shown, ...(await listEntries(repo))]);
}

async function endOrphans(marker: string): Promise<readonly number[]> {
  const choice = processTable();
  if (!choice.ok) return [];
  const report = await endProcesses({ mark: marker, graceMs: GRACE_MS }, realWorld(choice.table));
  return report.survivors;
}

/** Reeve's own worktrees (`@…`) carry no note: git's own mark tells that it did not come to the end. */
async function isHalfMade(dir: string, admin: string): Promise<boolean> {
  const folder = await stat(dir).catch(() => null);
  if (folder === null) return true;
  if (!dir.slice(dirname(dir).length + 1).startsWith("@")) return (await readNote(admin, "ready")) === null;
  return (await readText(join(admin, "locked"))).trim() === "initializing";
}

async function removeRefLocks(commonDir: string, run: string): Promise<void> {
  for (const folder of [`refs/heads/reeve/${run}`, `refs/reeve/parked/${run}`]) {
    const names = await readdir(join(commonDir, folder), { recursive: true }).catch(() => []);
    for (const name of names.filter((each) => each.endsWith(".lock"))) {
      await rm(join(commonDir, folder, name), { force: true });
    }
  }
  for (const ref of [`refs/reeve/${run}`, integratedRef(run)]) {
    await rm(join(commonDir, `${ref}.lock`), { force: true });
  }
}

async function removeUnfinished(commonDir: string, run: string): Promise<void> {
  const names = await readdir(commonDir);
  for (const name of names.filter((each) => each.startsWith(unfinishedPrefix(run)))) {
    await rm(join(commonDir, name), { recursive: true, force: true });
  }
}

function stillRunning(pids: readonly number[]): Failure {
  const message = `Git processes of an earlier Reeve are still running and could not be ended (${pids.join(", ")}). Find out what blocks them (a network disk?), then run Reeve again.`;
  return { class: "git_state", restart: "transient", message, evidence: [] };
}
