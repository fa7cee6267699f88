/** `reeve failures`: the project's failure history, all its runs, as lines for people or JSON Lines; and taking in another. */
import { importFailures } from "../../../app/failures/failure-history.ts";
import { listFailures } from "../../../app/failures/list-failures.ts";
import { findProject, type Project } from "../../../app/project/project.ts";
import type { FailureRecord } from "../../../engine/causes/history/failure-record.ts";
import { countOf, plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, print, printErr, printJson } from "../io.ts";
import { readInput } from "../read-input.ts";
import { refuse } from "../refuse.ts";
import { dateText } from "../times.ts";

export interface FailuresOptions extends CommonOptions {
  readonly jsonl?: boolean;
  readonly import?: string;
  readonly allProjects?: boolean;
}

export async function failuresCommand(io: Io, options: FailuresOptions): Promise<ExitCode> {
  const { run, allProjects = false } = options;
  const json = options.json ?? options.jsonl ?? false;
  const project = findProject(io.cwd);
  if (options.import !== undefined) return takeIn(io, project, options.import, json);
  const listed = await listFailures(project, { run, allProjects });
  if (!listed.ok) return refuse(io, json, listed.refusal);
  const { records, own, trouble, skipped } = listed.value;
  const lines = records.map((record) => lineOf(record, allProjects ? own : null));
  if (json) for (const record of records) printJson(io, record);
  else print(io, records.length === 0 ? ["There are no recorded failures."] : lines);
  for (const sentence of [...skipped, ...trouble]) printErr(io, `reeve: ${plainText(sentence)}`);
  return trouble.length > 0 ? EXIT.journal : EXIT.ok;
}

function takeIn(io: Io, project: Project, file: string, json: boolean): ExitCode {
  const read = readInput(file);
  if (!read.ok)
    return badInput(
      io,
      json,
      `${file} cannot be read (${read.code}); give a history as \`reeve failures --jsonl\` prints it.`,
    );
  const { added, known, skipped } = importFailures(project, read.text, file);
  for (const sentence of skipped) printErr(io, `reeve: ${plainText(sentence)}`);
  if (json) printJson(io, { added, known, skipped: skipped.length });
  else print(io, [`${countOf(added, "failure")} taken in, ${known} known before, ${skipped.length} skipped.`]);
  return added + known === 0 && skipped.length > 0 ? EXIT.badInput : EXIT.ok;
}

/** `own`: the project that need not be named; null: nobody asked for others. */
function lineOf(record: FailureRecord, own: string | null): string {
  const about = record.subject === null ? "" : ` (${record.subject})`;
  const then =
    record.resolution === null ? "open" : `${record.resolution.action}: ${record.resolution.outcome ?? "open"}`;
  const project = own === null || record.project === own ? "" : record.project;
  const where = `${project} ${record.run} ${record.attempt}`.trim();
  return plainText(
    `${dateText(record.at)}  ${where}  ${record.class}${about}: ${record.error} → ${then.replaceAll("_", " ")}`,
  );
}
