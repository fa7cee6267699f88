/**
 * `reeve patterns [FILE|-]`: failures grouped by root cause. Reads JSON Lines, classified or raw; without a file those of
 * the project's failure history, of all its runs. It only looks: nothing is held and nothing is fixed by it.
 */
import { fstatSync, readFileSync } from "node:fs";
import { addFailure, createPatternIndex, groupsOf } from "../../../engine/causes/pattern-index.ts";
import { readFailureLines } from "../../../engine/causes/read-failure-lines.ts";
import type { PatternGroup, SeenFailure } from "../../../engine/causes/seen-failure.ts";
import { badLine, readFailureHistory } from "../../../runtime/failure-history.ts";
import { findProject } from "../../../runtime/project.ts";
import { countOf, plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, print, printJson } from "../io.ts";
import { sharedFile } from "../shared-file.ts";

export interface PatternsOptions extends CommonOptions {
  readonly jsonl?: boolean;
  readonly all?: boolean;
  readonly allProjects?: boolean;
}

export async function patternsCommand(io: Io, file: string | undefined, options: PatternsOptions): Promise<ExitCode> {
  const json = options.json ?? options.jsonl ?? false;
  const given = await failuresOf(io, file ?? (options.jsonl && isPiped() ? "-" : undefined), options);
  if (typeof given === "string") return badInput(io, json, given);
  for (const sentence of given.trouble) io.err(`reeve: ${plainText(sentence)}\n`);
  const index = createPatternIndex();
  for (const failure of given.failures) addFailure(index, failure);
  const groups = groupsOf(index, options.all ? 1 : 2);
  if (json) for (const group of groups) printJson(io, group);
  else print(io, [...groups.flatMap(linesOf), summary(groups, given.failures.length)]);
  return given.failures.length === 0 && given.trouble.length > 0 ? EXIT.badInput : EXIT.ok;
}

interface Given {
  readonly failures: readonly SeenFailure[];
  readonly trouble: readonly string[];
}

async function failuresOf(io: Io, file: string | undefined, options: PatternsOptions): Promise<Given | string> {
  if (file === undefined) {
    const project = findProject(io.cwd);
    const shared = sharedFile(project, options.allProjects);
    if ("sentence" in shared) return shared.sentence;
    const { records, trouble, skipped } = await readFailureHistory(project, undefined, shared.file);
    const { failures } = readFailureLines(records.map((record) => JSON.stringify(record)).join("\n"));
    return { failures, trouble: [...skipped, ...trouble] };
  }
  try {
    const { failures, bad } = readFailureLines(readFileSync(file === "-" ? 0 : file, "utf8"));
    return { failures, trouble: bad.map((each) => badLine(file, each)) };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    return `${file} cannot be read (${code}); give a file with one failure as JSON per line, or - for standard input.`;
  }
}

/** Somebody hands lines over; a terminal, or nothing at all, is no such thing. */
function isPiped(): boolean {
  try {
    const stat = fstatSync(0);
    return stat.isFIFO() || stat.isFile() || stat.isSocket();
  } catch {
    return false;
  }
}

function linesOf({ group, root_cause, kind, members, because }: PatternGroup): string[] {
  return [
    `${plainText(root_cause)}  (${countOf(members.length, "failure")}, ${kind}, ${group})`,
    `  ${plainText(members.slice(0, SHOWN).join(", "))}${members.length > SHOWN ? `, and ${members.length - SHOWN} more` : ""}`,
    ...because.map((line) => `    ${plainText(line)}`),
    "",
  ];
}

const SHOWN = 10;

function summary(groups: readonly PatternGroup[], failures: number): string {
  if (failures === 0) return "No failures are known.";
  const shared = groups.filter(({ members }) => members.length > 1);
  const joined = shared.reduce((sum, { members }) => sum + members.length, 0);
  if (shared.length === 0) return `${countOf(failures, "failure")}; no two of them share a cause.`;
  return `${countOf(failures, "failure")}: ${joined} of them come from ${countOf(shared.length, "shared cause")}.`;
}
