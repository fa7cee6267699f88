/**
 * The file of what tasks took in earlier runs, beside the failure history: the project's own, or the one that several
 * projects share. Only ever appended to, one line per write. Nothing depends on it: what cannot be read is not known, and
 * what cannot be written is told, and no more.
 */
import { appendFileSync, closeSync, existsSync, fstatSync, openSync, readSync } from "node:fs";
import { dirname } from "node:path";
import type { Config } from "../../domain/spec/config.ts";
import { makeFolderSync } from "../../effects/files/make-folder.ts";
import { SampleFold } from "../../engine/forecast/sample-fold.ts";
import { readSamples, type Sample } from "../../engine/forecast/samples.ts";
import { JournalError } from "../../journal/journal-error.ts";
import type { RunPlace } from "../../runtime/run/run-place.ts";
import { historyFile } from "../failures/shared-history.ts";
import { ignoreByGit, type Project, projectName } from "../project/project.ts";
import { recordsOf } from "../project/records.ts";

/** Beside the failure history, under its name. */
export function sampleFile(project: Project, config: Pick<Config, "paths">): string {
  return historyFile(project, config).replace(/(\.jsonl)?$/, "-tasks.jsonl");
}

/** Appends what this run has come to and has not told yet. The sentence says why it could not be written. */
export async function tellSamples(project: Project, place: RunPlace, config: Config): Promise<string | null> {
  const file = sampleFile(project, config);
  try {
    const fold = new SampleFold(projectName(project));
    for await (const record of recordsOf(project, place.id)) fold.take(record);
    const told = new Set(knownSamples(file).map((sample) => JSON.stringify(sample)));
    const fresh = fold.samples.map((sample) => JSON.stringify(sample)).filter((line) => !told.has(line));
    if (fresh.length > 0) append(project, file, fresh);
    return null;
  } catch (error) {
    if (error instanceof JournalError) return null; // whoever reads the journal next is told
    const { code = String(error) } = error as NodeJS.ErrnoException;
    return `what tasks took could not be written to ${file} (${code}); the run itself is complete. Check \`paths.failures\` in reeve.yaml.`;
  }
}

/** What is known of earlier runs; nothing where the file cannot be read. */
export function knownSamples(file: string): Sample[] {
  try {
    return readSamples(tailOf(file));
  } catch {
    return [];
  }
}

function append(project: Project, file: string, lines: readonly string[]): void {
  makeFolderSync(dirname(file), 0o700);
  if (dirname(file) === project.stateDir) ignoreByGit(project.stateDir);
  // After one that a crash cut off, a new line begins; an empty one means nothing.
  lines.forEach((line, index) => {
    appendFileSync(file, `${index === 0 ? "\n" : ""}${line}\n`, { mode: 0o600 });
  });
}

/** Some ten thousand tasks, and read in a moment. */
const TAIL_BYTES = 2_000_000;

function tailOf(file: string): string {
  if (!existsSync(file)) return "";
  const handle = openSync(file, "r");
  try {
    const { size } = fstatSync(handle);
    const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
    const read = readSync(handle, buffer, 0, buffer.length, size - buffer.length);
    return buffer.toString("utf8", 0, read);
  } finally {
    closeSync(handle);
  }
}
