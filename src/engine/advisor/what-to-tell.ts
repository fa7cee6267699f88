/** What advisors are told: the trigger, how the run stands, the task with what is known of it, and what failed before. */
import type { Because } from "../../domain/because.ts";
import type { Task } from "../../domain/work/task.ts";
import { seenBefore } from "../causes/history/known-causes.ts";
import { askersOf } from "../question/question-text.ts";
import type { State } from "../state.ts";
import { becauseSentence } from "../wording/because-words.ts";

/** What goes into the gaps of a template, by name. */
export type Values = Readonly<Record<string, string>>;

export function debuggerValues(state: State, task: Task, found: string): Values {
  // What earlier runs know comes first: of a long report the middle is cut.
  const report = [...knownOf(state, task), found].join("\n");
  return { task_id: task.id, title: task.spec.title, task: task.spec.prompt, report, result: resultOf(task) };
}

export function supervisorValues(state: State, task: Task, why: Because, trigger: string): Values {
  return {
    trigger: [trigger, becauseSentence(why), ...why.evidence].join("\n"),
    state: stateOf(state),
    task_id: task.id,
    task: [
      `${task.id}: ${task.spec.title}`,
      task.spec.prompt,
      `Depends on: ${task.spec.dependsOn.join(", ") || "nothing"}`,
      analysisOf(task),
    ].join("\n\n"),
    history: [...knownOf(state, task), historyOf(state)].join("\n"),
  };
}

/** Whether earlier runs met what this task fails by. */
function knownOf({ run: { history }, patterns: { failures } }: State, task: Task): string[] {
  return seenBefore(
    history,
    failures.filter((note) => note.task === task.id),
  );
}

const LISTED_MAX = 60;
const HISTORY_MAX = 30;

function stateOf({ tasks, derived, patterns: { found: patterns }, questions: { open: questions } }: State): string {
  const open = [...tasks.values()].filter(({ status }) => status !== "done");
  const counts = Object.entries(derived.counts).filter(([, count]) => count > 0);
  const lines = open
    .slice(0, LISTED_MAX)
    .map((task) => `- ${task.id} (${task.status.replaceAll("_", " ")}): ${task.spec.title}`);
  const more = open.length > LISTED_MAX ? [`- and ${open.length - LISTED_MAX} more`] : [];
  return [
    counts.map(([status, count]) => `${count} ${status.replaceAll("_", " ")}`).join(", "),
    ...lines,
    ...more,
    ...[...patterns.values()].map(
      ({ id, rootCause, members, fix }) => `Pattern ${id}: ${rootCause} (${members.join(", ")}; fixed by ${fix})`,
    ),
    ...[...questions.values()].map((question) => `Question ${question.id} is open (${askersOf(question).join(", ")})`),
  ].join("\n");
}

export function historyOf({ patterns: { failures } }: State): string {
  const recent = failures.slice(-HISTORY_MAX);
  const cut = failures.length > recent.length ? [`(${failures.length - recent.length} older ones left out)`] : [];
  return [
    ...cut,
    ...recent.map(
      ({ id, class: kind, subject, text }) =>
        `- ${id} ${kind}${subject ? ` about ${subject}` : ""}: ${text.split("\n")[0]}`,
    ),
  ].join("\n");
}

function analysisOf({ advice }: Task): string {
  return advice === null ? "No analysis by a debugger." : `Analysis by a debugger:\n${advice}`;
}

function resultOf({ result, decisions, concerns }: Task): string {
  return JSON.stringify(result ?? { decisions, concerns });
}
