/**
 * Looks at what the attempts of a run left on the machine: processes that carry their mark, folders with their output,
 * and what an interrupted clean had set aside. Changes nothing.
 */

import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { largest } from "../../basics/long-lists.ts";
import { type AttemptFolder, attemptFolder, fileName, leasePath } from "../processes/attempt-folder.ts";
import { hasMark, type ProcessInfo } from "../processes/table/process-table.ts";
import type { KnownRun, LeftoverThing, LogsThing, ProcessThing } from "./clean-facts.ts";
import { diskUse } from "./disk-use.ts";
import { entriesOf, trashDir } from "./own-folders.ts";

interface Kept {
  readonly id: string;
  readonly folder: AttemptFolder;
}

/** Every attempt the journal knows of, by the name of its folder. */
function attemptsOf(run: KnownRun): ReadonlyMap<string, Kept> {
  const ids = run.tasks.flatMap(({ id, attempts }) => Array.from({ length: attempts }, (_, at) => `${id}.${at + 1}`));
  return new Map(ids.map((id) => [fileName(id), { id, folder: attemptFolder(run.dir, id) }]));
}

/** Checks are kept as attempts are, but nobody writes down their names: they are read off their folders. */
async function checksOf(run: KnownRun): Promise<ReadonlyMap<string, Kept>> {
  const names = (await entriesOf(run.dir, "checks", "attempts")).map((entry) => entry.name);
  const ids = names.filter((name) => fileName(name) === name);
  return new Map(ids.map((id) => [id, { id: `check ${id}`, folder: attemptFolder(join(run.dir, "checks"), id) }]));
}

export async function gatherLogs(run: KnownRun): Promise<readonly LogsThing[]> {
  return [
    ...(await logsIn(run, [], attemptsOf(run))),
    // A check's folder goes when it is over: what is left was never finished.
    ...(await logsIn(run, ["checks"], await checksOf(run))),
  ];
}

async function logsIn(run: KnownRun, way: readonly string[], known: ReadonlyMap<string, Kept>): Promise<LogsThing[]> {
  const folders = await entriesOf(run.dir, ...way, "attempts");
  const exits = await entriesOf(run.dir, ...way, "exits");
  const found: LogsThing[] = [];
  for (const name of new Set([...folders, ...exits].map((entry) => entry.name))) {
    const kept = known.get(name);
    const folder = folders.find((entry) => entry.name === name);
    // A path is made only for what was seen there: a folder above it may be a link.
    const dir = folder ? join(run.dir, ...way, "attempts", name) : null;
    const exit = exits.some((entry) => entry.name === name) ? join(run.dir, ...way, "exits", name) : null;
    const uses = await Promise.all([dir, exit].flatMap((path) => (path === null ? [] : [diskUse(path)])));
    const isOurs = kept !== undefined && (folder?.isDirectory() ?? true);
    found.push({
      kind: "logs",
      name: join("runs", run.id, ...way, "attempts", name),
      bytes: uses.reduce((sum, { bytes }) => sum + bytes, 0),
      obstacle: isOurs ? null : "it belongs to no attempt of this run",
      dir,
      exit,
      attempt: kept?.id ?? name,
      live: kept !== undefined && run.live.has(kept.id),
      changedAt: largest(
        uses.map(({ changedAt }) => changedAt),
        0,
      ),
    });
  }
  return found;
}

/** `table` is one look at all processes of the machine, shared by all runs. */
export async function gatherProcesses(
  run: KnownRun,
  table: readonly ProcessInfo[],
  now: number,
): Promise<readonly ProcessThing[]> {
  const marked = table.filter((info) => !info.zombie && (info.mark !== "" || info.keeper !== ""));
  if (marked.length === 0) return [];
  const lease = await lstat(leasePath(run.dir)).catch(() => null);
  const leaseOut = now - (lease?.mtimeMs ?? run.heardAt) > run.orphanMs;
  const all = [...attemptsOf(run).values(), ...(await checksOf(run)).values()];
  return all.flatMap(({ id, folder: { mark } }) => {
    const pids = marked.filter((info) => info.keeper === mark || hasMark(info, mark)).map((info) => info.pid);
    if (pids.length === 0) return [];
    const obstacle = pids.includes(process.pid) ? "it started this very command" : null;
    return [{ kind: "process" as const, name: id, bytes: 0, obstacle, attempt: id, mark, pids, leaseOut }];
  });
}

export async function gatherLeftovers(stateDir: string, run: KnownRun): Promise<readonly LeftoverThing[]> {
  const entries = await entriesOf(stateDir, "trash", run.id);
  return Promise.all(
    entries.map(async ({ name }) => {
      const dir = join(trashDir(stateDir, run.id), name);
      const { bytes } = await diskUse(dir);
      return { kind: "leftover" as const, name: join("trash", run.id, name), bytes, obstacle: null, dir };
    }),
  );
}
