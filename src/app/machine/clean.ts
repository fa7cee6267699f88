/**
 * Removes what runs left behind and nobody needs, or tells what it would remove: with what this layer knows, which is what
 * runs there are, who holds them, and what their journals tell. What may go is decided in `effects/hygiene/plan-clean`.
 */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { BugError } from "../../domain/bug.ts";
import type { CleanReport, CleanWish } from "../../domain/delivery/hygiene.ts";
import { type CleanPorts, clean } from "../../effects/hygiene/clean.ts";
import type { KnownRun } from "../../effects/hygiene/clean-facts.ts";
import { processTable } from "../../effects/processes/table/process-table.ts";
import type { State } from "../../engine/state.ts";
import { JournalError } from "../../journal/journal-error.ts";
import type { Runs } from "../../journal/runs.ts";
import { staleWord } from "../../journal/sqlite/folder-lock.ts";
import { runFold } from "../../runtime/run/run-fold.ts";
import { giverHere } from "../person/giver.ts";
import { noteInRun } from "../project/note-in-run.ts";
import { findRun } from "../project/open-run.ts";
import { type Project, runPlace } from "../project/project.ts";
import { granted, type Reply } from "../reply.ts";
import { tidied } from "./tidied-of.ts";

export async function cleanUp(project: Project, wish: CleanWish): Promise<Reply<CleanReport>> {
  const found = wish.run === undefined ? null : await findRun(project, wish.run);
  if (found && !found.ok) return found;
  const choice = processTable();
  if (!choice.ok) throw new BugError(choice.sentence); // such a machine was refused before it comes to this
  const dirOf = (run: string): string => runPlace(project, run).dir;
  const ports: CleanPorts = {
    root: project.root,
    stateDir: project.stateDir,
    table: choice.table,
    runs: await project.runs.list(),
    read: (run, isAtWork) => readKnown(project.runs, run, isAtWork),
    isAtWork: async (run) => (await project.runs.holder(run)) !== null,
    take: (run) => takeLease(project.runs, run),
    staleLock: (run) => staleLock(run, dirOf(run)),
  };
  return granted(await clean(ports, wish));
}

/** The same on a person's word: each run of which something went, or should have gone, has it in its journal with who said so. */
export async function cleanByPerson(project: Project, wish: CleanWish): Promise<Reply<CleanReport>> {
  const cleaned = await cleanUp(project, wish);
  if (!cleaned.ok || wish.dryRun) return cleaned;
  const by = giverHere("reeve clean");
  const { items } = cleaned.value;
  for (const run of new Set(items.map((item) => item.run))) {
    const done = tidied(items.filter((item) => item.run === run));
    if (done === null) continue;
    const input = { type: "run_cleaned", ...done, by } as const;
    await noteInRun(project, run, input, { name: randomUUID(), now: wish.now }).catch(ignoreJournal);
  }
  return cleaned;
}

/** A journal that cannot be written, or is gone, is no reason to keep what is removed already. */
function ignoreJournal(error: unknown): void {
  if (!(error instanceof JournalError)) throw error;
}

type Known = Omit<KnownRun, "dir">;

async function readKnown(runs: Runs, run: string, isAtWork: boolean): Promise<Known> {
  try {
    const { state, head } = await runs.state(run, runFold);
    const isEnded = state.run.phase === "ended" && (await runs.waiting(run)).length === 0;
    const standing = isAtWork ? "at_work" : isEnded ? "ended" : "unfinished";
    return knownRun(run, standing, state, head.at);
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    const standing = isAtWork ? "at_work" : "unreadable";
    return { id: run, standing, heardAt: 0, orphanMs: 0, base: null, tasks: [], live: new Set() };
  }
}

function knownRun(id: string, standing: Known["standing"], state: State, headAt: number): Known {
  const tasks = [...state.tasks.values()].map(({ id, spec, attempts }) => ({ id, title: spec.title, attempts }));
  return {
    id,
    standing,
    // That it was cleaned makes nothing of it younger.
    heardAt: state.run.cleanedAt === headAt ? state.run.heardAt : Math.max(headAt, state.run.heardAt),
    orphanMs: state.settings.policies.orphanMinutes * 60_000,
    base: state.run.base,
    tasks,
    live: new Set(state.attempts.live.keys()),
  };
}

/** A lock that cannot be taken for another reason is no permission either. */
async function takeLease(runs: Runs, run: string): Promise<(() => Promise<void>) | null> {
  try {
    const lease = await runs.lease(run);
    return "heldBy" in lease ? null : lease.release;
  } catch (error) {
    if (error instanceof JournalError) return null;
    throw error;
  }
}

function staleLock(run: string, dir: string): { readonly name: string; readonly bytes: number } | null {
  const stale = staleWord(dir);
  return stale && { name: join("runs", run, stale.name), bytes: stale.bytes };
}
