/** `reeve doctor`: whether this machine, this project and its journals are fit, each problem with its fix. */

import { formatMistake } from "../../../config/mistakes/mistake.ts";
import type { JournalReport } from "../../../journal/journal-report.ts";
import { loadConfig } from "../../../runtime/load.ts";
import { findProject } from "../../../runtime/project.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import type { Finding, World } from "../world.ts";

export interface DoctorOptions extends CommonOptions {
  readonly try?: boolean;
}

export async function doctorCommand(io: Io, world: World, options: DoctorOptions): Promise<ExitCode> {
  const project = findProject(io.cwd);
  const config = loadConfig(project);
  const mistakes: Finding[] = config.ok
    ? []
    : config.mistakes.map((mistake) => ({ what: formatMistake(mistake), good: false, fix: mistake.hint }));
  const machine = await world.inspect(project, config.ok ? config.value : null, { isTrying: options.try === true });
  const journals: Finding[] = [];
  for (const run of await project.runs.list()) journals.push(journalFinding(run, await project.runs.verify(run)));
  const findings = [...machine, ...mistakes, ...journals];
  if (options.json) printJson(io, { good: findings.every((each) => each.good), findings });
  else print(io, findings.flatMap(lines));
  return findings.every((each) => each.good) ? EXIT.ok : EXIT.failed;
}

function journalFinding(run: string, found: JournalReport): Finding {
  if (found.sound) return { what: `The journal of ${run} is whole (${found.readableTo} records)`, good: true };
  return { what: `The journal of ${run}: ${found.problems.join(" ")}`, good: false };
}

function lines({ what, good, fix }: Finding): string[] {
  return good ? [`✓ ${what}`] : [`✗ ${what}`, ...(fix === undefined ? [] : [`    ${fix}`])];
}
