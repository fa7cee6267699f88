/**
 * What is done about branches that do not go together, before one of them is merged: whoever has to change is worked
 * again and told the finding; a definition that the contract gives to a task stays that task's. One fix at a time, and
 * nothing is told twice: what comes back goes to somebody who thinks, then to a person, and all others wait for that.
 */

import { type Because, because } from "../../domain/because.ts";
import { type CoherenceReport, type Critical, criticalOf } from "../../domain/proof/coherence.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import { attemptId } from "../../domain/work/attempt.ts";
import { isFinal, type Task } from "../../domain/work/task.ts";
import { askSupervisor } from "../advisor/ask-advisor.ts";
import type { Context } from "../context.ts";
import { escalate } from "../question/ask.ts";
import { canReopen, hasTriesLeft, reopenWith, requeueWith } from "../recovery/rework.ts";
import { waitFor } from "../recovery/take-step.ts";
import { askReplan } from "../replan/replan.ts";
import type { State } from "../state.ts";
import { dependsOn } from "../task/ends.ts";
import { requeue } from "../task/requeue.ts";
import { stopsFrom, waitsForFix } from "./comparing.ts";

/** What follows for the task that was about to be merged; whatever else must happen is emitted on the way. */
export function afterComparing(context: Context, task: Task, report: CoherenceReport, trouble?: string): void {
  const { known } = context.state.merge.coherence;
  const open = criticalOf(report).filter(({ key }) => known[key] !== "asked");
  const note: Note = (next) => {
    const attempt = attemptId(task.id, task.attempts);
    const more = trouble === undefined ? {} : { trouble };
    context.emit({ type: "task_compared", task: task.id, attempt, report, ...more, next });
  };
  const [first] = open;
  if (first === undefined || context.state.settings.policies.coherence === "warn") return note("merge");
  if (waitsForFix(context.state, task)) return note("wait");
  const changing = whoChanges(context.state, first);
  if (changing === null || known[first.key] === "sent_back" || !canChange(context.state, changing))
    return noRule(context, task, changing, first, note);
  if (changing.status !== "done" && !isSealed(changing)) return note("merge"); // it is compared in its turn
  const isDone = changing.status === "done";
  const goesBack = changing === task || (isDone && stopsFrom(context.state, task, changing));
  note(goesBack ? "back" : isDone ? "wait" : "merge");
  workAgain(context, task, changing, open);
  if (goesBack && isDone) buildOnIt(context, task, changing, whyOf(first));
}

type Note = (next: "merge" | "back" | "wait") => void;

function canChange(state: State, task: Task): boolean {
  return hasTriesLeft(state, task) && (!isFinal(task.status) || canReopen(state, task));
}

/** Somebody decides about the one that would have to change, where its work is at hand; else about the one at its turn. */
function noRule(context: Context, task: Task, changing: Task | null, critical: Critical, note: Note): void {
  const subject = changing !== null && isSealed(changing) ? changing : task;
  note(subject === task ? "back" : "wait");
  if (subject !== task) context.emit({ type: "task_sent_back", task: subject.id, because: whyOf(critical) });
  leaveToOthers(context, subject, critical);
}

/** Told with all that it has to change; what it must fit is merged first. */
function workAgain(context: Context, task: Task, changing: Task, open: readonly Critical[]): void {
  const { state } = context;
  const told = open.filter((each) => whoChanges(state, each) === changing);
  const [first] = told;
  if (first === undefined) return;
  const why = whyOf(first);
  const keys = told.map(({ key }) => key);
  const step = changing.status === "done" ? "reopen" : "retry";
  context.emit({ type: "coherence_decided", about: changing.id, step, keys, because: why });
  if (step === "reopen") return reopenWith(context, changing, why, reportOf(told));
  if (changing !== task) context.emit({ type: "task_sent_back", task: changing.id, because: why });
  const others = changing === task ? told.flatMap(({ finding }) => finding.tasks) : [task.id];
  for (const other of new Set(others)) waitForOther(context, changing, other, why);
  requeueWith(context, changing, why, reportOf(told));
}

/** Both work on the same files: it cannot wait in the merge queue, and begins again with what the other one changes. */
function buildOnIt(context: Context, task: Task, changing: Task, why: Because): void {
  waitForOther(context, task, changing.id, why);
  requeue(context, task, "queue", {
    because: why,
    restart: { because: why, reached: null },
    cost: { free: true },
  });
}

function waitForOther(context: Context, task: Task, on: TaskId, why: Because): void {
  const other = context.state.tasks.get(on);
  if (!other || other === task || isFinal(other.status) || dependsOn(context.state, other, task.id)) return;
  waitFor(context, task, on, why);
}

/** No rule decides it: nothing starts and nothing is merged until somebody has. */
function leaveToOthers(context: Context, task: Task, critical: Critical): void {
  const why = whyOf(critical);
  context.emit({ type: "coherence_decided", about: task.id, step: "ask", keys: [critical.key], because: why });
  const restart = { because: why, reached: null, report: reportOf([critical]) };
  const trigger = "Branches of this run do not fit together.";
  // What no task can resolve is the plan's.
  const isPlan = critical.finding.must_change === null && askReplan(context, task, why, trigger);
  if (isPlan || askSupervisor(context, task, why, trigger))
    return requeue(context, task, "queue", { because: why, restart });
  escalate(context, { tasks: [task.id], because: why, text: questionOf(critical) });
}

/** Decided, whatever was decided: nobody is asked about it any more. */
export function liftFreeze(context: Context): void {
  const { state } = context;
  const { frozen } = state.merge.coherence;
  const task = frozen === null ? undefined : state.tasks.get(frozen.task);
  if (frozen === null || (task !== undefined && isUndecided(task))) return;
  context.emit({ type: "freeze_lifted", about: frozen.task });
}

function isUndecided({ status, awaits }: Task): boolean {
  return status === "waiting_for_input" || (status === "waiting" && awaits.length > 0);
}

/** What the contract says a task makes is that task's to say; else the finding says who adapts. */
export function whoChanges({ plan: { contract }, tasks }: State, { section, finding }: Critical): Task | null {
  const named = finding.subject.toLowerCase();
  const entity = contract?.entities.find(
    ({ name, table }) => (table ?? name).toLowerCase() === named.split(".")[0] || name.toLowerCase() === named,
  );
  const right = section === "schema_inconsistencies" ? entity?.createdByTask : undefined;
  const deviating =
    right !== undefined && finding.must_change === right ? finding.tasks.find((id) => id !== right) : undefined;
  const id = deviating ?? finding.must_change;
  const task = id === null ? undefined : tasks.get(id);
  return task ?? null;
}

export function whyOf({ section, finding }: Critical): Because {
  const { sentence, subject, tasks, files } = finding;
  return because("incoherent", { message: sentence, subject, section, tasks: tasks.join(", ") }, files.slice(0, 12));
}

const TOLD_MAX = 12;

export function reportOf(told: readonly Critical[]): string {
  const lines = told
    .slice(0, TOLD_MAX)
    .map(({ finding }) => `- ${finding.sentence}${finding.files.length > 0 ? ` [${finding.files.join(", ")}]` : ""}`);
  const more = told.length > TOLD_MAX ? [`- and ${told.length - TOLD_MAX} more`] : [];
  return ["The work of several tasks of this run does not fit together. What has to fit:", ...lines, ...more].join(
    "\n",
  );
}

function questionOf({ finding }: Critical): string {
  return `${finding.sentence} Which side changes, and how?`;
}

function isSealed({ status, reviewer }: Task): boolean {
  return status === "integrating" || (status === "verifying" && reviewer !== null);
}
