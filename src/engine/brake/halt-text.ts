/** What a person reads and is asked when a run is halted: what failed, by which causes, what was done, what an answer does. */
import type { Because } from "../../domain/because.ts";
import type { Task } from "../../domain/work/task.ts";
import type { State } from "../state.ts";
import { becauseSentence } from "../wording/because-words.ts";

/** Chosen by number as well; the words before the colon are the answer. */
export const HALT_OPTIONS = [
  "resume: work on the other tasks; those that failed keep their own questions (`reeve release` does so with one task first)",
  "stop: end the run; what is not done is given up, and `reeve retry` can bring it back",
] as const;

export function haltText(state: State, why: Because, failed: readonly Task[], pauses = false): string {
  const cause = becauseSentence(why).replace(/\.$/, "");
  const parts = [
    `${cause.charAt(0).toUpperCase()}${cause.slice(1)}. ${pauses ? "All agents are paused, and nothing starts." : "The run is halted."}`,
    doneAbout(state, failed),
    `What should Reeve do?${failed.length === 0 ? "" : ' If you fixed the cause, say what changed ("retry: …"): the failed tasks are retried, and their prompts say so.'}`,
  ];
  return parts.filter((part) => part !== "").join(" ");
}

const CAUSES_MAX = 3;
const NAMED_MAX = 4;

/** The most common first: the cause of a pattern where one was found, else the class with its first message. */
export function causesOf(state: State, failed: readonly Task[]): string[] {
  const groups = new Map<string, { says: string; tasks: string[] }>();
  for (const task of failed) {
    const { key, says } = causeOfTask(state, task);
    const group = groups.get(key);
    if (group) group.tasks.push(task.id);
    else groups.set(key, { says, tasks: [task.id] });
  }
  const all = [...groups.values()].sort((a, b) => b.tasks.length - a.tasks.length);
  const shown = all.slice(0, CAUSES_MAX).map(({ says, tasks }) => `${tasks.length} × ${says} (${named(tasks)})`);
  return all.length > CAUSES_MAX ? [...shown, `and ${all.length - CAUSES_MAX} more causes`] : shown;
}

function causeOfTask(
  { patterns: { found: patterns } }: State,
  task: Task,
): { readonly key: string; readonly says: string } {
  for (const { id, rootCause, members, fix } of patterns.values())
    if (fix === task.id || members.includes(task.id)) return { key: id, says: rootCause.replace(/\.$/, "") };
  const { class: kind, message } = task.because?.facts ?? {};
  if (kind === undefined)
    return { key: task.because?.rule ?? "", says: task.because ? becauseSentence(task.because) : "" };
  return { key: `${kind}`, says: `${kind}: ${`${message ?? "it failed"}`.replace(/\.$/, "")}` };
}

function doneAbout({ patterns: { found: patterns }, tasks }: State, failed: readonly Task[]): string {
  if (failed.length === 0) return "";
  const attempts = failed.reduce((sum, task) => sum + task.attempts, 0);
  const fixed = [...patterns.values()].filter(({ fix }) => tasks.get(fix)?.status === "done").length;
  const fixes = patterns.size === 0 ? "" : `; ${fixed} of ${patterns.size} common causes fixed`;
  const asked = [...new Set(failed.flatMap(({ question }) => (question === null ? [] : [question])))].sort(byNumber);
  const own = asked.length === 0 ? "" : `; their questions: ${named(asked)}`;
  return `The failed tasks took ${attempts} ${attempts === 1 ? "attempt" : "attempts"}${fixes}${own}.`;
}

/** q2 before q10. */
function byNumber(one: string, other: string): number {
  return Number.parseInt(one.slice(1), 10) - Number.parseInt(other.slice(1), 10);
}

function named(ids: readonly string[]): string {
  const more = ids.length > NAMED_MAX ? ` and ${ids.length - NAMED_MAX} more` : "";
  return `${ids.slice(0, NAMED_MAX).join(", ")}${more}`;
}
