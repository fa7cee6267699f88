/** What a person orders. An order that cannot be carried out is refused with the reason and changes nothing. */
import { type Because, because } from "../domain/because.ts";
import type { Answer, Input, Refusal } from "../domain/input.ts";
import { dependenciesOf, isFinal, type Task } from "../domain/task.ts";
import type { Context } from "./context.ts";
import { hasEndedUnmet, reviveDependants, skip } from "./escalate.ts";
import { taskOf } from "./lookup.ts";
import { becauseSentence } from "./sentences.ts";
import { releaseHeld } from "./start-attempt.ts";
import { tellTree } from "./supervise.ts";

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
  if (run.phase === "working") return TAKEN;
  if (run.phase !== "paused") return refused({ what: "run_over", phase: run.phase });
  context.emit({ type: "run_resumed" });
  releaseHeld(context);
  return TAKEN;
}

export function onStop(context: Context): Answer {
  const { run, tree } = context.state;
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
  const question = task.question === null ? undefined : context.state.questions.get(task.question);
  const why = because("person", { said: input.because });
  if (question) context.emit({ type: "question_answered", question: question.id, text: input.because });
  for (const id of question?.tasks ?? [task.id])
    workAgain(context, taskOf(context.state, id), why, input.because, input.changeset);
  return TAKEN;
}

export function onAnswer(context: Context, input: Of<"answer">): Answer {
  const { questions } = context.state;
  const question = questions.get(input.question);
  if (!question) return refused({ what: "unknown_question", question: input.question, open: [...questions.keys()] });
  context.emit({ type: "question_answered", question: question.id, text: input.text });
  const asked = question.text === null ? "" : `You asked: ${question.text}\n`;
  const why = because("person", { said: input.text });
  for (const id of question.tasks)
    workAgain(context, taskOf(context.state, id), why, `${asked}The answer: ${input.text}`);
  return TAKEN;
}

export function onSkip(context: Context, input: Of<"skip">): Answer {
  const task = context.state.tasks.get(input.task);
  if (!task) return refused({ what: "unknown_task", task: input.task });
  if (task.status === "done") return refused({ what: "task_done", task: task.id });
  if (isFinal(task.status)) return TAKEN;
  // Its merge may be happening at this moment: what would be true afterwards, nobody could say.
  if (context.state.mergeQueue[0] === task.id)
    return refused({ what: "task_busy", task: task.id, status: task.status });
  const why = because("person", { said: input.because });
  skip(context, task.id, why, input.dependants === "go_on");
  stopAgentOf(context, task, why);
  return TAKEN;
}

/** A person's word opens the ladder from the bottom: the counters of the lineage begin again. */
function workAgain(context: Context, task: Task, why: Because, note: string, changeset?: "keep" | "discard"): void {
  context.emit({
    type: "task_again",
    task: task.id,
    // Where the tree is still about to restart it, that restart is the one; a second start beside it would be one too many.
    via: task.path !== null && task.attempt === null ? "tree" : "queue",
    because: why,
    restart: task.because && task.attempts > 0 ? { because: task.because, reached: null } : null,
    note,
    sameInput: null,
    ...(changeset && { changeset }),
    counts: { malformed: 0, retries: 0, attemptsBefore: task.attempts, evictions: 0, raised: task.raised },
  });
  reviveDependants(context, task.id, why);
}

function stopAgentOf(context: Context, task: Task, why: Because): void {
  const attempt = task.attempt === null ? undefined : context.state.attempts.get(task.attempt);
  if (!attempt || attempt.phase === "stopping") return;
  context.emit({ type: "attempt_stopping", attempt: attempt.id, because: why });
}

function knownAbout(task: Task): string[] {
  return task.because ? [becauseSentence(task.because), ...task.because.evidence] : [];
}

function refused(refusal: Refusal): Answer {
  return { type: "refused", refusal };
}
