/**
 * The failure history of a project: what the journals of its runs tell, and what was brought from elsewhere. The first
 * part is folded anew each time, so it is never behind and never twice; the second lies in `failures.jsonl` of the state
 * folder, which is only ever appended to. What other projects tell is read from the file they share.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type FailureRecord, readHistoryLines } from "../../engine/causes/history/failure-record.ts";
import { HistoryFold } from "../../engine/causes/history/failure-records.ts";
import type { Event } from "../../engine/event.ts";
import type { Input } from "../../engine/input.ts";
import { JournalError } from "../../journal/journal-error.ts";
import { ignoreByGit, listRuns, type Project, projectName } from "../project/project.ts";
import { readSharedHistory } from "./shared-history.ts";

export interface FailureHistory {
  /** Oldest first. */
  readonly records: readonly FailureRecord[];
  /** Journals that could not be read to their end, one sentence each. */
  readonly trouble: readonly string[];
  /** Lines of what was brought that are no entries, one sentence each. */
  readonly skipped: readonly string[];
}

/** `shared`: with what other projects have told in this file; what this one knows of itself is in its own journals. */
export async function readFailureHistory(project: Project, run?: string, shared?: string): Promise<FailureHistory> {
  const trouble: string[] = [];
  const records: FailureRecord[] = [];
  for (const place of await listRuns(project)) {
    if (run !== undefined && place.id !== run) continue;
    const fold = new HistoryFold(projectName(project));
    try {
      for await (const record of project.runs.read<Input, Event>(place.id, 1)) fold.take(record);
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      trouble.push(error.sentence);
    }
    records.push(...fold.failures);
  }
  const brought = run === undefined ? readImported(project) : { records: [], skipped: [] };
  const others = shared === undefined ? { records: [], bad: [] } : readSharedHistory(shared);
  const foreign = others.records.filter((record) => record.project !== projectName(project));
  const all = once([...foreign, ...records, ...brought.records]).sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  const skipped = [...brought.skipped, ...others.bad.map((each) => badLine(shared ?? "", each))];
  return { records: all, trouble, skipped };
}

export interface Imported {
  readonly added: number;
  /** Known before: by their id. */
  readonly known: number;
  readonly skipped: readonly string[];
}

/** Takes the good lines of a history into the project's own. The same file twice adds nothing. */
export function importFailures(project: Project, text: string, name: string): Imported {
  const { records, bad } = readHistoryLines(text);
  const known = new Set(readImported(project).records.map(({ id }) => id));
  const fresh = once(records).filter(({ id }) => !known.has(id) && !id.startsWith(`${projectName(project)}/`));
  append(project, fresh);
  const skipped = bad.map((each) => badLine(name, each));
  return { added: fresh.length, known: records.length - fresh.length, skipped };
}

export function badLine(name: string, { line, why }: { readonly line: number; readonly why: string }): string {
  return `${name}:${line} is skipped: ${why}`;
}

function fileOf({ stateDir }: Project): string {
  return join(stateDir, "failures.jsonl");
}

function readImported(project: Project): Pick<FailureHistory, "records" | "skipped"> {
  const file = fileOf(project);
  if (!existsSync(file)) return { records: [], skipped: [] };
  const { records, bad } = readHistoryLines(readFileSync(file, "utf8"));
  return { records, skipped: bad.map((each) => badLine(file, each)) };
}

function append(project: Project, records: readonly FailureRecord[]): void {
  if (records.length === 0) return;
  ignoreByGit(project.stateDir);
  const file = fileOf(project);
  // A line that a crash cut off must not swallow the first of these.
  const torn = existsSync(file) && !/(?:^|\n)$/.test(readFileSync(file, "utf8").slice(-1));
  const lines = records.map((record) => `${JSON.stringify(record)}\n`);
  appendFileSync(file, `${torn ? "\n" : ""}${lines.join("")}`, { mode: 0o600 });
}

function once(records: readonly FailureRecord[]): FailureRecord[] {
  return [...new Map(records.map((record) => [record.id, record])).values()];
}
