/**
 * Branches do not fit together and no rule says what to do: somebody who thinks is asked, then a person, and all others wait
 * for that. Only a person's word lets work be merged that does not fit.
 */
import { because } from "../../domain/because.ts";
import type { Critical } from "../../domain/proof/coherence.ts";
import type { RoundFinding } from "../../domain/proof/round.ts";
import type { Question } from "../../domain/work/question.ts";
import type { Task } from "../../domain/work/task.ts";
import { askSupervisor } from "../advisor/ask-advisor.ts";
import type { Context } from "../context.ts";
import { escalate } from "../question/ask.ts";
import { judgeRound } from "../recovery/rounds.ts";
import { askReplan } from "../replan/replan.ts";
import type { State } from "../state.ts";
import { requeue } from "../task/requeue.ts";
import { asFinding, questionOf, reportOf, whyOf } from "./unfitting.ts";

/** No rule decides it: nothing starts and nothing is merged until somebody has. */
export function leaveToOthers(context: Context, task: Task, critical: Critical): void {
  const why = whyOf(critical);
  context.emit({ type: "coherence_decided", about: task.id, step: "ask", keys: [critical.key], because: why });
  const { told, isEndless } = judgeRound(context, task, "coherence", [asFinding(critical)]);
  const report = [reportOf([critical]), told].filter((part) => part !== "").join("\n\n");
  const restart = { because: why, reached: null, report };
  const trigger = "Branches of this run do not fit together.";
  const isOver = isEndless && task.advised > 0;
  // What no task can resolve is the plan's.
  const isPlan = !isOver && critical.finding.must_change === null && askReplan(context, task, why, trigger);
  if (isPlan || (!isOver && askSupervisor(context, task, why, trigger)))
    return requeue(context, task, "queue", { because: why, restart });
  escalate(context, {
    tasks: [task.id],
    because: why,
    text: questionOf(critical),
    options: [ACCEPT],
  });
}

/** The one answer that lets unfitting work be merged. */
const ACCEPT = "accept it as it is";
const ACCEPTING = /^\s*(accept|leave|ignore|merge)\b/i;

/** A person may leave what does not fit as it is; anything else they say is told, and the work is compared again. */
export function acceptFindings(context: Context, question: Question, text: string): void {
  const { rule } = question.because;
  if ((rule !== "incoherent" && rule !== "not_converging") || !ACCEPTING.test(text)) return;
  for (const id of question.tasks) {
    const task = context.state.tasks.get(id);
    const keys = task === undefined ? [] : openBefore(context.state, task).map(({ key }) => key);
    if (keys.length === 0) continue;
    context.emit({ type: "coherence_decided", about: id, step: "accept", keys, because: question.because });
  }
}

/** What it was sent back for, and nobody has seen it mended or accepted since. */
export function openBefore({ merge: { coherence } }: State, task: Task): readonly RoundFinding[] {
  const { open = {}, known } = coherence;
  return open[task.id]?.filter(({ key }) => known[key] !== "accepted") ?? [];
}

/** Work that was sent back is not merged because nobody can tell whether it fits now. */
export function askUncompared(context: Context, task: Task, trouble: string): void {
  const found = openBefore(context.state, task);
  const message = `it was sent back, and its new work could not be compared (${trouble.replace(/\.$/, "")})`;
  const why = because(
    "incoherent",
    { message },
    found.map(({ text }) => text),
  );
  const keys = found.map(({ key }) => key);
  context.emit({ type: "coherence_decided", about: task.id, step: "ask", keys, because: why });
  escalate(context, { tasks: [task.id], because: why, options: [ACCEPT] });
}
