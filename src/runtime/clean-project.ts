/** Cleaning with what the loop's side knows: which runs there are, who holds them, and what their journals tell. Wiring only. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { BugError } from "../domain/bug.ts";
import type { CleanReport, CleanWish } from "../domain/hygiene.ts";
import { type CleanPorts, clean } from "../effects/hygiene/clean.ts";
import type { KnownRun } from "../effects/hygiene/clean-facts.ts";
import { processTable } from "../effects/processes/process-table.ts";
import type { State } from "../engine/state.ts";
import { JournalError } from "../journal/journal-error.ts";
import { pendingMail } from "../journal/mailbox.ts";
import { readState } from "../journal/read-run.ts";
import { foldPort } from "./fold-port.ts";
import { acquireLock, holderOf } from "./lock.ts";
import { listRuns, type Project, runPlace } from "./project.ts";

export function cleanProject(project: Project, wish: CleanWish): Promise<CleanReport> {
  const choice = processTable();
  if (!choice.ok) throw new BugError(choice.sentence); // such a machine was refused before it comes to this
  const dirOf = (run: string): string => runPlace(project, run).dir;
  const ports: CleanPorts = {
    root: project.root,
    stateDir: project.stateDir,
    table: choice.table,
    runs: listRuns(project).map(({ id }) => id),
    read: (run, isAtWork) => readKnown(run, dirOf(run), isAtWork),
    isAtWork: (run) => holderOf(dirOf(run)) !== null,
    take: (run) => takeLock(dirOf(run)),
    staleLock: (run) => staleLock(run, dirOf(run)),
  };
  return clean(ports, wish);
}

type Known = Omit<KnownRun, "dir">;

async function readKnown(run: string, dir: string, isAtWork: boolean): Promise<Known> {
  const journal = join(dir, "journal.db");
  try {
    const { state, head } = await readState(journal, foldPort);
    const isEnded = state.run.phase === "ended" && pendingMail(journal).length === 0;
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
