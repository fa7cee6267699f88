/**
 * What an agent in the role of the coherence checker is told. The words are in coherence-checker.txt; here its gaps are
 * filled, each within a bound, and where something was cut the text says how much.
 */
import { readFileSync } from "node:fs";
import { type CoherenceReport, SECTIONS } from "../../domain/coherence.ts";
import type { Contract, TaskId } from "../../domain/plan.ts";

export interface CheckerInput {
  readonly base: string;
  readonly tasks: readonly CheckerTask[];
  readonly contract: Contract | null;
  readonly found: CoherenceReport;
}

export interface CheckerTask {
  readonly id: TaskId;
  readonly title: string;
  readonly branch: string;
  readonly decisions: readonly string[];
  readonly concerns: readonly string[];
  /** As git prints it. */
  readonly diff: string;
}

const TASKS_LENGTH_MAX = 20_000;
const DIFFS_LENGTH_MAX = 120_000;
const FOUND_LENGTH_MAX = 20_000;

export function checkerPrompt({ base, tasks, contract, found }: CheckerInput): string {
  const eachMax = Math.floor(DIFFS_LENGTH_MAX / Math.max(1, tasks.length));
  return filled(template(), {
    base,
    tasks: bounded(tasks.map(taskText).join("\n") || "- none", TASKS_LENGTH_MAX),
    contract: bounded(contractText(contract), TASKS_LENGTH_MAX),
    changes:
      tasks.map(({ id, branch, diff }) => `--- ${id} (${branch})\n${bounded(diff, eachMax)}`).join("\n") || "- nothing",
    found: bounded(foundText(found), FOUND_LENGTH_MAX),
  });
}

/** The beginning and the end stay; whole lines go, and it is said how many. */
export function bounded(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  const lines = text
    .split("\n")
    .map((line) => (line.length > LINE_LENGTH_MAX ? `${line.slice(0, LINE_LENGTH_MAX)}…` : line));
  let [head, tail, left] = [0, lines.length, lengthMax - NOTICE_LENGTH];
  while (head < tail) {
    const fromHead = head - (lines.length - tail) * 2 <= 0; // two lines of the beginning for one of the end
    const next = (fromHead ? lines[head] : lines[tail - 1])?.length ?? 0;
    left -= next + 1;
    if (left < 0) break;
    if (fromHead) head += 1;
    else tail -= 1;
  }
  if (head >= tail) return lines.join("\n");
  return [
    ...lines.slice(0, head),
    `[… ${tail - head} of ${lines.length} lines left out here …]`,
    ...lines.slice(tail),
  ].join("\n");
}

const LINE_LENGTH_MAX = 500;
const NOTICE_LENGTH = 80;

function taskText({ id, title, branch, decisions, concerns }: CheckerTask): string {
  const said = [...decisions.map((each) => `  decided: ${each}`), ...concerns.map((each) => `  worry: ${each}`)];
  return [`- ${id}: ${title} (branch ${branch})`, ...said].join("\n");
}

function contractText(contract: Contract | null): string {
  if (contract === null) return "- there is none";
  const entities = contract.entities.map(({ name, type, path, keyFields, createdByTask }) => {
    const fields = keyFields.length === 0 ? "" : `, with ${keyFields.join(", ")}`;
    return `- ${type} ${name} in ${path}${fields}; made by ${createdByTask}`;
  });
  return [...entities, ...contract.coreQueries.map((query) => `- must be answerable: ${query}`)].join("\n");
}

function foundText(found: CoherenceReport): string {
  const lines = SECTIONS.flatMap((section) =>
    found[section].map(({ severity, sentence, files }) => `- ${severity}: ${sentence} [${files.join(", ")}]`),
  );
  return lines.length === 0 ? "- nothing" : lines.join("\n");
}

/** In one pass, so that what is filled in is never itself taken for a gap. */
function filled(text: string, gaps: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (gap, name: string) => gaps[name] ?? gap);
}

function template(): string {
  return readFileSync(new URL("./coherence-checker.txt", import.meta.url), "utf8");
}
