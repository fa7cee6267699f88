/**
 * What is done about branches that do not go together, before one of them is merged: whoever has to change is worked
 * again and told the finding; a definition that the contract gives to a task stays that task's. One fix at a time, and
 * nothing is told twice: what comes back goes to somebody who thinks, then to a person, and all others wait for that.
 */

import type { Because } from "../../domain/because.ts";
import { type CoherenceReport, type Critical, criticalOf } from "../../domain/proof/coherence.ts";
import { isEndless } from "../../domain/proof/round.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import { attemptId } from "../../domain/work/attempt.ts";
import { isFinal, type Task } from "../../domain/work/task.ts";
import type { Context } from "../context.ts";
import { canReopen, hasTriesLeft, reopenWith, requeueWith } from "../recovery/rework.ts";
import { judgeRound } from "../recovery/rounds.ts";
import { waitFor } from "../recovery/take-step.ts";
import type { State } from "../state.ts";
import { dependsOn } from "../task/ends.ts";
import { requeue } from "../task/requeue.ts";
import { askUncompared, leaveToOthers, openBefore } from "./ask-about-unfitting.ts";
import { stopsFrom, waitsForFix } from "./comparing.ts";
import { asFinding, reportOf, whoChanges, whyOf } from "./unfitting.ts";

/** What follows for the task that was about to be merged; whatever else must happen is emitted on the way. */
export function afterComparing(context: Context, task: Task, report: CoherenceReport, trouble?: string): void {
  const { known } = context.state.merge.coherence;
  const open = criticalOf(report).filter(({ key }) => known[key] !== "accepted");
  const note: Note = (next) => {
    const attempt = attemptId(task.id, task.attempts);
    const more = trouble === undefined ? {} : { trouble };
    context.emit({ type: "task_compared", task: task.id, attempt, report, ...more, next });
  };
  const isWarned = context.state.settings.policies.coherence === "warn";
  if (trouble !== undefined && !isWarned && openBefore(context.state, task).length > 0) {
    note("back");
    return askUncompared(context, task, trouble);
  }
  const [first] = open;
  if (first === undefined || isWarned) {
    note("merge");
    if (trouble === undefined && open.length === 0) judgeRound(context, task, "coherence", []);
    return;
  }
  if (waitsForFix(context.state, task)) return note("wait");
  const changing = whoChanges(context.state, first);
  if (changing === null || first.key in known || !canChange(context.state, changing) || isLoop(context, changing, open))
    return noRule(context, task, changing, first, note);
  if (changing.status !== "done" && !isSealed(changing)) return note("merge"); // it is compared in its turn
  const isDone = changing.status === "done";
  const goesBack = changing === task || (isDone && stopsFrom(context.state, task, changing));
  note(goesBack ? "back" : isDone ? "wait" : "merge");
  workAgain(context, task, changing, open);
  if (goesBack && isDone) buildOnIt(context, task, changing, whyOf(first));
}

/** Each time something else: that is no way to an end either. */
function isLoop({ state }: Context, changing: Task, open: readonly Critical[]): boolean {
  const findings = open.filter((each) => whoChanges(state, each) === changing).map(asFinding);
  const round = { attempt: attemptId(changing.id, changing.attempts), by: "coherence", findings } as const;
  return isEndless([...changing.rounds, round]);
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
  const { told: since } = judgeRound(context, changing, "coherence", told.map(asFinding));
  const report = [reportOf(told), since].filter((part) => part !== "").join("\n\n");
  if (step === "reopen") return reopenWith(context, changing, why, report);
  if (changing !== task) context.emit({ type: "task_sent_back", task: changing.id, because: why });
  const others = changing === task ? told.flatMap(({ finding }) => finding.tasks) : [task.id];
  for (const other of new Set(others)) waitForOther(context, changing, other, why);
  requeueWith(context, changing, why, report);
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

function isSealed({ status, reviewer }: Task): boolean {
  return status === "integrating" || (status === "verifying" && reviewer !== null);
}
