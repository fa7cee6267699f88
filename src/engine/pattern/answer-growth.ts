/** What a person says about growth: yes, and it grows as much again, beginning with the fix that was asked about; or no. */
import { because } from "../../domain/because.ts";
import type { QuestionOf } from "../../domain/work/question.ts";
import type { Task } from "../../domain/work/task.ts";
import type { Context } from "../context.ts";
import { GROWTH_OPTIONS, refuseGrowth } from "../growth/guard.ts";
import { type Answer, TAKEN } from "../input.ts";
import { bringBack } from "../task/bring-back.ts";
import { requeue } from "../task/requeue.ts";
import { holdForPattern } from "./hold-for-pattern.ts";

export function answerGrowth(context: Context, { id, tasks }: QuestionOf<"growth">, text: string): Answer {
  const why = because("person", { said: text });
  const isYes = meansYes(text);
  context.emit({ type: "question_answered", question: id, text });
  if (isYes) context.emit({ type: "growth_allowed", because: why });
  else refuseGrowth(context, why);
  for (const name of tasks) {
    const task = context.state.tasks.get(name);
    if (task && !(isYes && waitsForFix(context, task))) bringBack(context, task, why, text);
  }
  return TAKEN;
}

/** The fix that it was asked about is made now. */
function waitsForFix(context: Context, task: Task): boolean {
  const note = context.state.patterns.failures.findLast((each) => each.task === task.id);
  const common = note && holdForPattern(context, task, note.id);
  if (!common || common === "asked") return common === "asked";
  requeue(context, task, "queue", { because: common, restart: { because: common, reached: null } });
  return true;
}

function meansYes(text: string): boolean {
  const said = text.trim().toLowerCase();
  return said === GROWTH_OPTIONS[0] || /^(?:y|yes|ok|okay|allow|approve|approved)\b/.test(said);
}
