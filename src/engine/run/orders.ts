/** What a person orders. An order that cannot be carried out is refused with the reason and changes nothing. */
import { type Because, because } from "../../domain/because.ts";
import { dependenciesOf, isFinal, type Task } from "../../domain/task.ts";
import { answerAccount, releaseAsked } from "../account/decide.ts";
import { releaseHeld } from "../attempt/start-attempt.ts";
import type { Context } from "../context.ts";
import type { Answer, Input, Refusal } from "../input.ts";
import { taskOf } from "../lookup.ts";
import { nextMerge } from "../merge/comparing.ts";
import { answerWhole } from "../merge/red-whole.ts";
import { hasEndedUnmet, skip } from "../question/escalate.ts";
import { answerReplan } from "../replan/decide.ts";
import { becauseSentence } from "../sentences.ts";
import { answerAgent } from "../talk/answer-agent.ts";
import { workAgain } from "../task/bring-back.ts";
import { tellTree } from "../tree/supervise.ts";
import { answerHalt } from "./halt.ts";

type Of<T extends Input["type"]> = Extract<Input, { type: T }>;
const TAKEN: Answer = { type: "taken" };

export function onPause(context: Context): Answer {
  const { run } = context.state;
  if (run.phase === "paused") return TAKEN;
  if (run.phase !== "working") return refused({ what: "run_over", phase: run.phase });
  context.emit({ type: "run_paused" });
  return TAKEN;
}

export function onResume(context: Context): Answer {
  const { run } = context.state;
  if (run.phase !== "paused" && run.phase !== "working") return refused({ what: "run_over", phase: run.phase });
  if (run.phase === "paused") context.emit({ type: "run_resumed" });
  releaseAsked(context, "go on");
  releaseHeld(context);
  return TAKEN;
}

export function onStop(context: Context): Answer {
  const {
    run,
    tree: { root: tree },
  } = context.state;
  const underWay = run.phase === "stopping";
  if (run.phase === "stopped" || (underWay && !run.reopen)) return TAKEN;
  if (!underWay && run.phase !== "working" && run.phase !== "paused")
    return refused({ what: "run_over", phase: run.phase });
  // Said again, it also takes back that somebody had opened the run while it was stopping.
  context.emit({ type: "run_stopping", because: because("run_stopped") });
  if (tree && !underWay) tellTree(context, { type: "shutdown" });
  return TAKEN;
}

export function onRetry(context: Context, input: Of<"retry">): Answer {
  const task = context.state.tasks.get(input.task);
  if (!task) return refused({ what: "unknown_task", task: input.task });
  if (task.status === "done") return refused({ what: "task_done", task: task.id });
  if (input.because.trim() === "") return refused({ what: "no_reason", task: task.id, known: knownAbout(task) });
  if (task.status !== "waiting_for_input" && !isFinal(task.status)) {
    return refused({ what: "task_busy", task: task.id, status: task.status });
  }
  const upstream = dependenciesOf(task).filter((id) => hasEndedUnmet(taskOf(context.state, id)));
  if (upstream.length > 0) return refused({ what: "upstream_ended", task: task.id, upstream });
  const asked = task.question === null ? undefined : context.state.questions.open.get(task.question);
  // How the run goes on, or whether the plan is changed, is another matter; that stays asked.
  const question = asked?.about === "run" || asked?.replan !== undefined ? undefined : asked;
  const why = because("person", { said: input.because });
  if (question) context.emit({ type: "question_answered", question: question.id, text: input.because });
  for (const id of question?.tasks ?? [task.id])
    workAgain(context, taskOf(context.state, id), why, input.because, input.changeset);
  return TAKEN;
}

export function onAnswer(context: Context, input: Of<"answer">): Answer {
  const {
    questions: { open: questions },
  } = context.state;
  const question = questions.get(input.question);
  if (!question) return refused({ what: "unknown_question", question: input.question, open: [...questions.keys()] });
  if (question.about === "whole") {
    answerWhole(context, question, input.text);
    return TAKEN;
  }
  if (question.about === "run") return answerHalt(context, question, input.text);
  if (question.account !== undefined) return answerAccount(context, question, input.text);
  if (question.replan !== undefined) return answerReplan(context, question, input.text);
  const asked = question.text === null ? "" : `You asked: ${question.text}\n`;
  const note = `${asked}The answer: ${input.text}`;
  if (question.asker !== undefined) return answerAgent(context, question, question.asker, input.text, note);
  context.emit({ type: "question_answered", question: question.id, text: input.text });
  const why = because("person", { said: input.text });
  for (const id of question.tasks) workAgain(context, taskOf(context.state, id), why, note);
  return TAKEN;
}

export function onSkip(context: Context, input: Of<"skip">): Answer {
  const task = context.state.tasks.get(input.task);
  if (!task) return refused({ what: "unknown_task", task: input.task });
  if (task.status === "done") return refused({ what: "task_done", task: task.id });
  if (isFinal(task.status)) return TAKEN;
  // Its merge may be happening at this moment: what would be true afterwards, nobody could say.
  if (nextMerge(context.state) === task) return refused({ what: "task_busy", task: task.id, status: task.status });
  const why = because("person", { said: input.because });
  skip(context, task.id, why, input.dependants === "go_on");
  stopAgentOf(context, task, why);
  return TAKEN;
}

function stopAgentOf(context: Context, task: Task, why: Because): void {
  const attempt = task.attempt === null ? undefined : context.state.attempts.live.get(task.attempt);
  if (!attempt || attempt.phase === "stopping") return;
  context.emit({ type: "attempt_stopping", attempt: attempt.id, because: why });
}

function knownAbout(task: Task): string[] {
  return task.because ? [becauseSentence(task.because), ...task.because.evidence] : [];
}

function refused(refusal: Refusal): Answer {
  return { type: "refused", refusal };
}
