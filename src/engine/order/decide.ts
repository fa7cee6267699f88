/** What a person orders. An order that cannot be carried out is refused with the reason and changes nothing. */

import { type Because, because } from "../../domain/because.ts";
import { CHECKPOINT_AGENT } from "../../domain/spec/checkpoint-order.ts";
import { quotedLine } from "../../domain/words/prompt-text.ts";
import { isOfAdvisor } from "../../domain/work/advisor.ts";
import type { Question, QuestionId, QuestionKind, QuestionOf } from "../../domain/work/question.ts";
import { dependenciesOf, isFinal, type Task } from "../../domain/work/task.ts";
import type { Work } from "../../domain/work/work.ts";
import { answerAccount, startAsked } from "../account/decide.ts";
import { answerHalt } from "../brake/halt.ts";
import type { BrakeOrder } from "../brake/inputs.ts";
import { onBrake, onRelease } from "../brake/pull.ts";
import type { Context } from "../context.ts";
import { type Answer, type InputOf, refused, TAKEN } from "../input.ts";
import { taskOf } from "../lookup.ts";
import { acceptFindings } from "../merge/ask-about-unfitting.ts";
import { nextMerge } from "../merge/comparing.ts";
import { answerWhole } from "../merge/red-whole.ts";
import { answerEndpoint } from "../network/decide.ts";
import { answerGrowth } from "../pattern/answer-growth.ts";
import type { QuestionOrder } from "../question/inputs.ts";
import { readyQuestion } from "../question/unready.ts";
import { answerReplan } from "../replan/decide.ts";
import type { RunOrder } from "../run/inputs.ts";
import type { Decide } from "../tables.ts";
import { answerAgent } from "../talk/answer-agent.ts";
import { bringBack } from "../task/bring-back.ts";
import { hasEndedUnmet, skip } from "../task/ends.ts";
import type { TaskOrder } from "../task/inputs.ts";
import { tellTree } from "../tree/supervise.ts";
import { becauseSentence } from "../wording/because-words.ts";
import { onCut } from "./cut.ts";
import { onAdd, onEditPlan } from "./edit-plan.ts";
import { onGrant } from "./grant.ts";
import type { PersonOrder } from "./inputs.ts";
import { onTake } from "./take.ts";

export const decide: Decide<RunOrder | TaskOrder | QuestionOrder | PersonOrder | BrakeOrder> = {
  pause: onPause,
  resume: onResume,
  stop: onStop,
  retry: onRetry,
  skip: onSkip,
  take: onTake,
  answer: onAnswer,
  brake: onBrake,
  release: onRelease,
  ack: onAck,
  grant: onGrant,
  cut: onCut,
  add: onAdd,
  edit_plan: onEditPlan,
};

function onPause({ state: { run }, emit }: Context): Answer {
  if (run.phase === "paused") return TAKEN;
  if (run.phase !== "working") return refused({ what: "run_over", phase: run.phase });
  emit({ type: "run_paused" });
  return TAKEN;
}

function onResume(context: Context): Answer {
  const { run } = context.state;
  if (run.phase !== "paused" && run.phase !== "working") return refused({ what: "run_over", phase: run.phase });
  if (context.state.brake.paused) return onRelease(context);
  if (run.phase === "paused") context.emit({ type: "run_resumed" });
  startAsked(context, "resume");
  return TAKEN;
}

function onStop(context: Context): Answer {
  const { run, tree } = context.state;
  const underWay = run.phase === "stopping";
  if (run.phase === "stopped" || (underWay && !run.reopen)) return TAKEN;
  if (!underWay && run.phase !== "working" && run.phase !== "paused")
    return refused({ what: "run_over", phase: run.phase });
  // Said again, it also takes back that somebody had opened the run while it was stopping.
  context.emit({ type: "run_stopping", because: because("run_stopped") });
  if (tree.root && !underWay) tellTree(context, { type: "shutdown" });
  return TAKEN;
}

function onRetry(context: Context, input: InputOf<"retry">): Answer {
  const { state } = context;
  const task = state.tasks.get(input.task);
  if (!task) return refused({ what: "unknown_task", task: input.task });
  if (task.status === "done") return refused({ what: "task_done", task: task.id });
  if (input.because.trim() === "") return refused({ what: "no_reason", task: task.id, known: knownAbout(task) });
  const unready = task.status === "ready" ? readyQuestion(state, task.spec.agent) : undefined;
  if (unready) return answerReady(context, unready, input.because);
  if (task.status !== "waiting_for_input" && !isFinal(task.status))
    return refused({ what: "task_busy", task: task.id, status: task.status });
  const upstream = dependenciesOf(task).filter((id) => hasEndedUnmet(taskOf(state, id)));
  if (upstream.length > 0) return refused({ what: "upstream_ended", task: task.id, upstream });
  const asked = task.question === null ? undefined : state.questions.open.get(task.question);
  // How the run is worked on, or whether the plan is changed, is another matter; that stays asked.
  const question = asked?.kind === "halt" || asked?.kind === "replan" ? undefined : asked;
  const why = because("person", { said: input.because });
  if (question) context.emit({ type: "question_answered", question: question.id, text: input.because });
  for (const id of question?.tasks ?? [task.id])
    bringBack(context, taskOf(state, id), why, input.because, input.changeset);
  return TAKEN;
}

function onSkip(context: Context, input: InputOf<"skip">): Answer {
  const { state } = context;
  const asked = state.tasks.get(input.task);
  const isAborted = asked?.spec.agent === CHECKPOINT_AGENT && input.dependants === "end";
  const why = because(isAborted ? "aborted" : "person", { said: input.because });
  const advisor = isOfAdvisor(input.task) ? state.advisors.asked.get(input.task) : undefined;
  if (advisor && !isFinal(advisor.status)) {
    context.emit({ type: "advice_failed", advisor: advisor.id, because: why });
    stopAgentOf(context, advisor, why);
    return TAKEN;
  }
  const task = asked;
  if (!task) return refused({ what: "unknown_task", task: input.task });
  if (task.status === "done") return refused({ what: "task_done", task: task.id });
  if (isFinal(task.status)) return TAKEN;
  // Its merge may be happening at this moment: what would be true afterwards, nobody could say.
  if (nextMerge(state) === task) return refused({ what: "task_busy", task: task.id, status: task.status });
  skip(context, task.id, why, input.dependants === "go_on");
  stopAgentOf(context, task, why);
  return TAKEN;
}

function stopAgentOf(context: Context, work: Work, why: Because): void {
  const attempt = work.attempt === null ? undefined : context.state.attempts.live.get(work.attempt);
  if (!attempt || attempt.phase === "stopping") return;
  context.emit({ type: "attempt_stopping", attempt: attempt.id, because: why });
}

function onAnswer(context: Context, { question: id, text }: InputOf<"answer">): Answer {
  const { open } = context.state.questions;
  const question = open.get(id as QuestionId);
  if (!question) return refused({ what: "unknown_question", question: id, open: [...open.keys()] });
  const clause = ANSWERS[question.kind] as (context: Context, question: Question, text: string) => Answer;
  return clause(context, question, text);
}

function onAck({ state, emit }: Context, { question: id }: InputOf<"ack">): Answer {
  const { open } = state.questions;
  const question = open.get(id as QuestionId);
  if (!question) return refused({ what: "unknown_question", question: id, open: [...open.keys()] });
  if (question.ackedAt === undefined) emit({ type: "question_acknowledged", question: question.id });
  return TAKEN;
}

const ANSWERS: { readonly [K in QuestionKind]: (context: Context, question: QuestionOf<K>, text: string) => Answer } = {
  task: answerTasks,
  login: answerTasks,
  ready: answerReady,
  halt: answerHalt,
  whole: answerWhole,
  agent: (context, question, text) => answerAgent(context, question, text, noteOf(question, text)),
  account: answerAccount,
  endpoint: answerEndpoint,
  growth: answerGrowth,
  replan: answerReplan,
};

function answerTasks(context: Context, question: Question, text: string): Answer {
  context.emit({ type: "question_answered", question: question.id, text });
  acceptFindings(context, question, text);
  const why = because("person", { said: text });
  for (const id of question.tasks) bringBack(context, taskOf(context.state, id), why, noteOf(question, text));
  return TAKEN;
}

/** Its agents start; whether what was missing is there now shows then, or before the next start of Reeve. */
function answerReady(context: Context, { id }: Question, text: string): Answer {
  context.emit({ type: "question_answered", question: id, text });
  return TAKEN;
}

function noteOf({ text: asked }: Question, text: string): string {
  return `${asked === null ? "" : `You asked: ${quotedLine(asked)}\n`}The answer: ${text}`;
}

function knownAbout(task: Task): string[] {
  return task.because ? [becauseSentence(task.because), ...task.because.evidence] : [];
}
