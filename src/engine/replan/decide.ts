/**
 * What a person says to a proposed change of the plan. Approved, it is merged once more with the plan as it is by now;
 * if it does not fit any more, the planner is asked once more. Refused, the plan stays as it is and the task that led to
 * it is told what was said.
 */
import { because } from "../../domain/because.ts";
import type { Replan, ReplanId } from "../../domain/spec/replan.ts";
import type { QuestionOf } from "../../domain/work/question.ts";
import type { Task } from "../../domain/work/task.ts";
import type { Context } from "../context.ts";
import { type Answer, type InputOf, refused, TAKEN } from "../input.ts";
import type { Decide } from "../tables.ts";
import { bringBack } from "../task/bring-back.ts";
import { isIdle } from "../task/ends.ts";
import { changePlan, unhold } from "./change-plan.ts";
import { currentPlan } from "./current-plan.ts";
import type { ReplanOrder } from "./inputs.ts";
import { mergePlan } from "./merging/merge-plan.ts";
import { askPerson, askPlanner, TRIES_MAX } from "./replan.ts";
import { meansYes } from "./replan-text.ts";

export const decide: Decide<ReplanOrder> = { approve: onApprove, reject: onReject };

function onApprove(context: Context, input: InputOf<"approve">): Answer {
  const replan = context.state.replans.open.get(input.replan as ReplanId);
  if (!replan) return unknown(context, input.replan);
  approve(context, replan);
  return TAKEN;
}

function onReject(context: Context, input: InputOf<"reject">): Answer {
  const replan = context.state.replans.open.get(input.replan as ReplanId);
  if (!replan) return unknown(context, input.replan);
  reject(context, replan, input.because);
  return TAKEN;
}

/** The same said as an answer to its question. */
export function answerReplan(context: Context, question: QuestionOf<"replan">, text: string): Answer {
  const replan = context.state.replans.open.get(question.replan);
  if (!replan) return unknown(context, question.replan);
  if (meansYes(text)) approve(context, replan);
  else reject(context, replan, text);
  return TAKEN;
}

/** Nobody waits any more for what was proposed: its tasks were skipped, or were worked again without it. */
export function dropUnawaited(context: Context): void {
  const {
    replans: { open: replans },
    questions: { open: questions },
  } = context.state;
  for (const replan of [...replans.values()]) {
    if (replan.question !== null && questions.has(replan.question)) continue;
    const why = because("replan_unfit", { message: "no task waits for it any longer" });
    context.emit({ type: "replan_dropped", replan: replan.id, about: replan.about, because: why });
  }
}

function approve(context: Context, replan: Replan): void {
  const held = close(context, replan, "approved");
  const merged = mergePlan(currentPlan(context.state, replan.id), replan.answer);
  if (!merged.ok) return askOnceMore(context, replan, held, merged.problems);
  const { ok: _, kept: __, ...change } = merged;
  changePlan(context, replan, change, held);
}

/** Work has gone on since it was proposed. */
function askOnceMore(context: Context, replan: Replan, held: readonly string[], problems: readonly string[]): void {
  const { state, emit } = context;
  const { id, about, retries } = replan;
  const why = because("replan_unfit", { message: problems[0] ?? "" }, problems);
  emit({ type: "replan_dropped", replan: id, about, because: why });
  const task = state.tasks.get(about);
  const asked =
    task && canWait(task) && askPlanner(context, task, why, OVERTAKEN, { tries: TRIES_MAX, retries }, problems);
  unhold(context, held, why);
  if (task && !asked) askPerson(context, task, problems);
}

const OVERTAKEN = "A plan change was approved, but the work has moved on and the change no longer fits.";

function canWait(task: Task): boolean {
  return isIdle(task) || task.status === "done";
}

function reject(context: Context, replan: Replan, text: string): void {
  const { state, emit } = context;
  const { id, about, summary } = replan;
  const held = close(context, replan, text);
  const why = because("person", { said: text });
  emit({ type: "replan_dropped", replan: id, about, because: why });
  unhold(
    context,
    held.filter((each) => each !== about),
    why,
  );
  const task = state.tasks.get(about);
  if (!task || !isIdle(task) || !held.includes(about)) return;
  const said = text.trim() === "" ? "" : `: ${text}`;
  bringBack(context, task, why, `A change of the plan (it ${summary}) was proposed and refused${said}`);
}

/** Its question is answered; who waited for that. */
function close({ state, emit }: Context, { question }: Replan, text: string): readonly string[] {
  const open = question === null ? undefined : state.questions.open.get(question);
  if (!open) return [];
  emit({ type: "question_answered", question: open.id, text });
  return open.tasks;
}

function unknown({ state }: Context, replan: string): Answer {
  return refused({ what: "unknown_replan", replan, open: [...state.replans.open.keys()] });
}
