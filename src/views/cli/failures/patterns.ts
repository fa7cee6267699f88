/**
 * `reeve patterns [FILE|-]`: failures grouped by root cause. Reads JSON Lines, classified or raw; without a file those of
 * the project's failure history, of all its runs.
 */
import { type Grouped, groupHistory, groupLines } from "../../../app/failures/group-failures.ts";
import { findProject } from "../../../app/project/project.ts";
import type { PatternGroup } from "../../../engine/causes/seen-failure.ts";
import { countOf, plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, print, printErr, printJson } from "../io.ts";
import { isPiped, readInput } from "../read-input.ts";
import { refuse } from "../refuse.ts";

export interface PatternsOptions extends CommonOptions {
  readonly jsonl?: boolean;
  readonly all?: boolean;
  readonly allProjects?: boolean;
}

export async function patternsCommand(io: Io, named: string | undefined, options: PatternsOptions): Promise<ExitCode> {
  const { all = false, allProjects = false } = options;
  const json = options.json ?? options.jsonl ?? false;
  const file = named ?? (options.jsonl && isPiped() ? "-" : undefined);
  if (file === undefined) {
    const grouped = await groupHistory(findProject(io.cwd), { all, allProjects });
    return grouped.ok ? show(io, grouped.value, json) : refuse(io, json, grouped.refusal);
  }
  const read = readInput(file);
  if (read.ok) return show(io, groupLines(read.text, file, { all }), json);
  return badInput(
    io,
    json,
    `${file} cannot be read (${read.code}); give a file with one failure as JSON per line, or - for standard input.`,
  );
}

function show(io: Io, { groups, failures, trouble }: Grouped, json: boolean): ExitCode {
  for (const sentence of trouble) printErr(io, `reeve: ${plainText(sentence)}`);
  if (json) for (const group of groups) printJson(io, group);
  else print(io, [...groups.flatMap(linesOf), summary(groups, failures)]);
  return failures === 0 && trouble.length > 0 ? EXIT.badInput : EXIT.ok;
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
  if (failures === 0) return "There are no recorded failures.";
  const shared = groups.filter(({ members }) => members.length > 1);
  const joined = shared.reduce((sum, { members }) => sum + members.length, 0);
  if (shared.length === 0) return `${countOf(failures, "failure")}; no two of them share a cause.`;
  return `${countOf(failures, "failure")}: ${joined} of them come from ${countOf(shared.length, "shared cause")}.`;
}
