/**
 * Removes what runs left behind and nobody needs, or tells what it would remove: with what this layer knows, which is what
 * runs there are, who holds them, and what their journals tell. What may go is decided in `effects/hygiene/plan-clean`.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import { BugError } from "../../domain/bug.ts";
import type { CleanReport, CleanWish } from "../../domain/hygiene.ts";
import { type CleanPorts, clean } from "../../effects/hygiene/clean.ts";
import type { KnownRun } from "../../effects/hygiene/clean-facts.ts";
import { processTable } from "../../effects/processes/process-table.ts";
import type { State } from "../../engine/state.ts";
import { JournalError } from "../../journal/journal-error.ts";
import { acquireLock, holderOf } from "../../runtime/lock.ts";
import type { RunPlace } from "../../runtime/run-place.ts";
import { waitingOrders } from "../../runtime/waiting-orders.ts";
import { stateOf } from "../project/journals.ts";
import { findRun } from "../project/open-run.ts";
import { listRuns, type Project, runPlace } from "../project/project.ts";
import { granted, type Reply } from "../reply.ts";

export async function cleanUp(project: Project, wish: CleanWish): Promise<Reply<CleanReport>> {
  const found = wish.run === undefined ? null : findRun(project, wish.run);
  if (found && !found.ok) return found;
  const choice = processTable();
  if (!choice.ok) throw new BugError(choice.sentence); // such a machine was refused before it comes to this
  const dirOf = (run: string): string => runPlace(project, run).dir;
  const ports: CleanPorts = {
    root: project.root,
    stateDir: project.stateDir,
    table: choice.table,
    runs: listRuns(project).map(({ id }) => id),
    read: (run, held) => readKnown(runPlace(project, run), held),
    isHeld: (run) => holderOf(dirOf(run)) !== null,
    take: (run) => takeLock(dirOf(run)),
    staleLock: (run) => staleLock(run, dirOf(run)),
  };
  return granted(await clean(ports, wish));
}

type Known = Omit<KnownRun, "dir">;

async function readKnown(place: RunPlace, held: boolean): Promise<Known> {
  const run = place.id;
  try {
    const { state, head } = await stateOf(place);
    const isEnded = state.run.phase === "ended" && waitingOrders(place).length === 0;
    const standing = held ? "held" : isEnded ? "ended" : "unfinished";
    return knownRun(run, standing, state, head.at);
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    const standing = held ? "held" : "unreadable";
    return { id: run, standing, heardAt: 0, orphanMs: 0, base: null, tasks: [], live: new Set() };
  }
}

function knownRun(id: string, standing: Known["standing"], state: State, headAt: number): Known {
  const tasks = [...state.tasks.values()].map(({ id, spec, attempts }) => ({ id, title: spec.title, attempts }));
  return {
    id,
    standing,
    heardAt: Math.max(headAt, state.run.heardAt),
    orphanMs: state.settings.policies.orphanMinutes * 60_000,
    base: state.run.base,
    tasks,
    live: new Set(state.attempts.live.keys()),
  };
}

/** A lock that cannot be taken for another reason is no permission either. */
function takeLock(dir: string): (() => void) | null {
  try {
    const lock = acquireLock(dir);
    return "heldBy" in lock ? null : lock.release;
  } catch (error) {
    if (error instanceof JournalError) return null;
    throw error;
  }
}

function staleLock(run: string, dir: string): { readonly name: string; readonly bytes: number } | null {
  const stat = statSync(join(dir, "holder.json"), { throwIfNoEntry: false });
  if (!stat || holderOf(dir) !== null) return null;
  return { name: join("runs", run, "holder.json"), bytes: stat.blocks * 512 };
}
