/** Whether this machine, this project, its journals and its agents are fit, each problem with its fix. Spends no token. */
import { formatMistake } from "../../config/mistakes/mistake.ts";
import { loadConfig } from "../project/load.ts";
import type { Project } from "../project/project.ts";
import type { Finding } from "./finding.ts";
import { inspectMachine } from "./inspect-machine.ts";

export interface Examined {
  readonly isGood: boolean;
  readonly findings: readonly Finding[];
}

/** `isTrying`: also one turn with each configured agent against a model on loopback. */
export async function examine(project: Project, wish: { readonly isTrying: boolean }): Promise<Examined> {
  const config = loadConfig(project);
  const mistakes: Finding[] = config.ok
    ? []
    : config.mistakes.map((mistake) => ({ what: formatMistake(mistake), good: false, fix: mistake.hint }));
  const machine = await inspectMachine(project, config.ok ? config.value : null, wish);
  const journals: Finding[] = [];
  for (const run of await project.runs.list()) journals.push(await journalFinding(project, run));
  const findings = [...machine, ...mistakes, ...journals];
  return { isGood: findings.every((each) => each.good), findings };
}

async function journalFinding({ runs }: Project, id: string): Promise<Finding> {
  const found = await runs.verify(id);
  if (found.sound) return { what: `The journal of ${id} is intact (${found.readableTo} records)`, good: true };
  return { what: `The journal of ${id}: ${found.problems.join(" ")}`, good: false };
}
