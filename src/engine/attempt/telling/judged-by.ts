/**
 * What an agent is told from its first prompt: by what its work will be judged, how far it may reach, what it may use. Only
 * what Reeve really looks at is said, in plain words; it decides nothing.
 */
import { never } from "../../../domain/bug.ts";
import type { Acceptance, Budget, CommandCheck, TaskSpec } from "../../../domain/spec/plan.ts";
import { tokenText } from "../../../domain/words/token-usage.ts";

/** `minutes`: how long one attempt may take; null: nobody knows. */
export function judgedBy(task: TaskSpec, minutes: number | null): string {
  const parts = [
    OPENING,
    item("Acceptance criteria, all of them", task.acceptance.map(criterionLine)),
    item("Quality gates, commands that must end with exit code 0 in your workspace", task.gates.map(gateLine)),
    item("Commitments, commands that must end with exit code 0 when you are done", task.commitments.map(commandLine)),
    scope(task.files),
    ALWAYS,
    budget(task.budget, minutes),
  ];
  return parts.filter((part) => part !== "").join("\n");
}

const OPENING =
  "What your work is judged by. When you say that it is done, Reeve looks at all of this itself, and what does not pass comes back to you:";

const ALWAYS =
  "- Something has to be changed, or the result says why nothing had to be. No conflict markers, and no secrets in any commit. New source files need a new or changed test.";

function item(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : [`- ${title}:`, ...lines.map((line) => `  - ${line}`)].join("\n");
}

function gateLine(gate: CommandCheck): string {
  const before = gate.mustPass === true ? "; it has to pass even if it failed before you began" : "";
  return `${commandLine(gate)}${before}`;
}

function commandLine({ name, run, timeoutS }: CommandCheck): string {
  const command = `\`${run.trim().replaceAll(/\s+/g, " ")}\``;
  const named = name === run.trim() || command.includes(name) ? command : `${name}: ${command}`;
  return `${named} (within ${timeoutS} s)`;
}

function criterionLine({ criterion, verifyBy, target }: Acceptance): string {
  const says = criterion.trim().replaceAll(/\s+/g, " ");
  if (verifyBy === "manual" || target === undefined) return `${says} (a person judges this)`;
  switch (verifyBy) {
    case "test":
    case "lint":
      return `${says} (looked at by: ${target})`;
    case "file_exists":
      return `${says} (${target} has to be there)`;
    case "schema_check":
      return `${says} (${target} has to be readable and to fit its schema)`;
    default:
      return never(verifyBy, "way to verify a criterion");
  }
}

function scope(files: readonly string[]): string {
  if (files.length === 0)
    return "- Scope: change only what the task needs. Files that other open tasks claim are refused.";
  return `- Scope: ${files.join(", ")}, with tests and lock files of these. Files named here have to be there in the end. More than two other files, or one that another open task claims, and the work is refused.`;
}

function budget({ usd, tokens }: Budget, minutes: number | null): string {
  const all = [
    ...(usd === undefined ? [] : [`$${usd.toFixed(2)}`]),
    ...(tokens === undefined ? [] : [tokenText(tokens)]),
  ];
  const time = minutes === null ? "" : `${minutes} minutes for this attempt`;
  const sum = all.length === 0 ? "" : `${all.join(" and ")} for all attempts at this task together`;
  const parts = [time, sum].filter((part) => part !== "");
  return parts.length === 0 ? "" : `- Budget: ${parts.join("; ")}. Beyond it you are stopped.`;
}
