/**
 * The failure history that outlives a run: a file of JSON lines, the project's own or one that several projects share.
 * It is only ever appended to, one line per write, so Reeves of several projects may write at once; a later line about a
 * failure stands for the earlier one. Lines are bounded and free of secrets. What cannot be written is told, and no more.
 */
import { createHash } from "node:crypto";
import { appendFileSync, closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { maskText } from "../../domain/secrets/mask-secrets.ts";
import type { Config } from "../../domain/spec/config.ts";
import { makeFolderSync } from "../../effects/files/make-folder.ts";
import { writeWholeSync } from "../../effects/files/write-whole.ts";
import { redact, secretsOfAll } from "../../effects/masking/redact.ts";
import { type FailureRecord, readHistoryLines } from "../../engine/causes/history/failure-record.ts";
import { HistoryFold } from "../../engine/causes/history/failure-records.ts";
import { commonNames, knownCauses } from "../../engine/causes/history/known-causes.ts";
import type { KnownHistory } from "../../engine/causes/history/known-history.ts";
import type { Event } from "../../engine/event.ts";
import type { Input } from "../../engine/input.ts";
import { JournalError } from "../../journal/journal-error.ts";
import type { RunPlace } from "../../runtime/run/run-place.ts";
import { ignoreByGit, type Project, projectName } from "../project/project.ts";

/** Where it lies: as `paths.failures` says, seen from the project; else beside the project's runs. */
export function historyFile({ root, stateDir }: Project, { paths }: Pick<Config, "paths">): string {
  if (paths.failures === undefined) return join(stateDir, "history.jsonl");
  return resolve(root, paths.failures.replace(/^~(?=\/)/, homedir()));
}

/** Appends what this run has to tell and has not told yet. The sentence says why it could not be written. */
export async function tellHistory(project: Project, place: RunPlace, config: Config): Promise<string | null> {
  const file = historyFile(project, config);
  try {
    const records = await foldRun(project, place);
    if (records.length === 0) return null;
    const secrets = secretsOfAll(
      Object.values(config.agents).map(({ env }) => env),
      process.env,
    );
    const told = readTold(place);
    const fresh = records.flatMap((record) => {
      const line = JSON.stringify(bounded(redact(record, secrets)));
      const mark = digest(line);
      return told[record.id] === mark ? [] : [{ id: record.id, line, mark }];
    });
    if (fresh.length === 0) return null;
    append(
      project,
      file,
      fresh.map(({ line }) => line),
    );
    writeTold(place, { ...told, ...Object.fromEntries(fresh.map(({ id, mark }) => [id, mark])) });
    return null;
  } catch (error) {
    if (error instanceof JournalError) return null; // whoever reads the journal next is told
    const { code = String(error) } = error as NodeJS.ErrnoException;
    return `the failure history ${file} could not be written (${code}); the run itself is complete. Check \`paths.failures\` in reeve.yaml.`;
  }
}

/** Enough for thousands of failures, and read in a moment. */
const TAIL_BYTES = 1_000_000;

/** What earlier runs met, for a run that is about to be opened. Reads no more than the end of the file. */
export function readKnownHistory(project: Project, place: RunPlace, config: Config): KnownHistory | null {
  const name = projectName(project);
  const { records } = readHistoryLines(tailIfReadable(historyFile(project, config)));
  const known = [...latest(records)].sort(byTime);
  const causes = knownCauses(known, name, place.id);
  const common = commonNames(known, name);
  return causes.length === 0 ? null : { project: name, causes, ...(common.length > 0 && { common }) };
}

/** All of it, for a command that asks for it. */
export function readSharedHistory(file: string): ReturnType<typeof readHistoryLines> {
  if (!existsSync(file)) return { records: [], bad: [] };
  const { records, bad } = readHistoryLines(readFileSync(file, "utf8"));
  return { records: latest(records), bad };
}

function latest(records: readonly FailureRecord[]): FailureRecord[] {
  return [...new Map(records.map((record) => [record.id, record])).values()];
}

function byTime(a: FailureRecord, b: FailureRecord): number {
  return a.at - b.at;
}

async function foldRun(project: Project, place: RunPlace): Promise<readonly FailureRecord[]> {
  const fold = new HistoryFold(projectName(project));
  for await (const record of project.runs.read<Input, Event>(place.id, 1)) fold.take(record);
  return fold.failures;
}

const TEXT_MAX = 500;
const EVIDENCE_MAX = 6;
const LINE_MAX = 240;

/** A few thousand characters at most: written at once, whoever else writes. */
function bounded(record: FailureRecord): FailureRecord {
  const { error, subject, root_cause, evidence } = record;
  return {
    ...record,
    error: maskText(error).slice(0, TEXT_MAX),
    subject: subject && maskText(subject).slice(0, LINE_MAX),
    root_cause: root_cause && maskText(root_cause).slice(0, LINE_MAX),
    evidence: evidence.slice(-EVIDENCE_MAX).map((line) => maskText(line).slice(0, LINE_MAX)),
  };
}

/** One write per line; after one that a crash cut off, a new line begins. */
function append(project: Project, file: string, lines: readonly string[]): void {
  makeFolderSync(dirname(file), 0o700);
  if (dirname(file) === project.stateDir) ignoreByGit(project.stateDir);
  const start = endsTorn(file) ? "\n" : "";
  lines.forEach((line, index) => {
    appendFileSync(file, `${index === 0 ? start : ""}${line}\n`, { mode: 0o600 });
  });
}

function endsTorn(file: string): boolean {
  const tail = tailOf(file, 1);
  return tail !== "" && tail !== "\n";
}

/** Nothing depends on it: a run is never kept from its work by a history that cannot be read. */
function tailIfReadable(file: string): string {
  try {
    return tailOf(file);
  } catch {
    return "";
  }
}

/** The last bytes, from the first whole line on where it is only a part. */
function tailOf(file: string, bytesMax = TAIL_BYTES): string {
  if (!existsSync(file)) return "";
  const handle = openSync(file, "r");
  try {
    const { size } = fstatSync(handle);
    const buffer = Buffer.alloc(Math.min(size, bytesMax));
    const read = readSync(handle, buffer, 0, buffer.length, size - buffer.length);
    const text = buffer.toString("utf8", 0, read);
    return size > bytesMax && bytesMax > 1 ? text.slice(text.indexOf("\n") + 1) : text;
  } finally {
    closeSync(handle);
  }
}

type Told = Readonly<Record<string, string>>;

/** Which lines of this run are in the file; without it they are written again, which changes nothing. */
function readTold({ dir }: RunPlace): Told {
  try {
    return JSON.parse(readFileSync(join(dir, TOLD_FILE), "utf8")) as Told;
  } catch {
    return {};
  }
}

function writeTold({ dir }: RunPlace, told: Told): void {
  writeWholeSync(join(dir, TOLD_FILE), JSON.stringify(told), { mode: 0o600 });
}

const TOLD_FILE = "failures.told";

function digest(line: string): string {
  return createHash("sha256").update(line).digest("hex").slice(0, 16);
}
