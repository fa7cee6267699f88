/**
 * What an agent of a board is told: its brief, its input as JSON, and the form of its answer. The same input gives the same
 * bytes, always. An Architect or Implementor gets the path of its task file and nothing else.
 */

import type { BoardRole } from "../files/task-file.ts";
import { type BoardAnswer, expectedOf } from "./answer.ts";

export type BoardInput =
  | { readonly task_file: string }
  | { readonly kanban_file: string; readonly done_task: string; readonly tasks: readonly string[] }
  | { readonly instruction: string };

export type Briefs = Readonly<Record<BoardRole, string>>;

export function promptOf(role: BoardRole, briefs: Briefs, input: BoardInput, answer?: BoardAnswer): string {
  const said = answer === undefined ? [] : ["The agent of the finished task answered:", "", fenced(answer), ""];
  return [
    briefs[role].trimEnd(),
    "",
    "Your input:",
    "",
    fenced(input),
    "",
    ...said,
    "End with one JSON object in exactly this form, and nothing after it:",
    "",
    fenced(expectedOf(role)),
    "",
  ].join("\n");
}

function fenced(value: unknown): string {
  // Line ends that JSON leaves as they are; whatever else could close the fence stands behind a quotation mark.
  const text = JSON.stringify(value, null, 2).replace(/[\u0085\u2028\u2029]/g, asEscape);
  return `\`\`\`json\n${text}\n\`\`\``;
}

function asEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

export const BUILT_IN_BRIEFS: Briefs = {
  Architect: `You are the Architect. Read the task file named below and do what it asks: explore, design or review. Work only on this task.
Write what you found, why, and what follows into its section "## Work Log" as a new entry ("### [time] title", then facts, analysis, conclusion).
List follow-up work under "## Work Items" as YAML (work_items: description, files, dependencies, priority); you create no tasks yourself.
You never write the kanban file.
Status: ok when it is done; blocked when something is missing; escalate when the design itself must change; error when you could not work at all.`,
  Implementor: `You are the Implementor. Read the task file named below and implement what it describes, with tests. Work only on this task.
Write what you did, and how you checked it, into its section "## Work Log" as a new entry ("### [time] title", then facts, analysis, conclusion).
You create no tasks and never write the kanban file.
Status: ok when it is done; blocked when something is missing; escalate when the design itself must change; error when you could not work at all.`,
  Manager: `You are the Manager. You alone write the kanban file. Read it, the finished task (its answer, work log and work items) and bring the board up to date:
a blocker becomes a critical exploration task; an escalation a redesign; complete work items become tasks, incomplete ones exploration tasks, and core types get a design review first. Finished tasks leave the dependency lists of others.
Task files are tasks/N-slug.md with one number sequence, a header (role, type, priority, dependencies, state) and the sections "## Work Items" and "## Work Log".
Next is a task that is ready, by priority, then by age; set current to it. If nothing is left, set phase: complete and current: null.
Write every change into "## Plan Adjustment Log" of the kanban file. Your next_task and tasks must be what the file says.`,
};
