/**
 * The brake of a run, and the one question that goes with it. A run that is halted because too much failed, or because a
 * supervisor says so, asks how to go on, and stays halted until that is answered; what its tasks ask beside it is named
 * there. An answer lets it go on, and what had failed until then does not halt it a second time.
 */
import { type Because, because } from "../../domain/because.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import type { QuestionOf } from "../../domain/work/question.ts";
import { dependenciesOf, isFinal, type Task } from "../../domain/work/task.ts";
import type { Context } from "../context.ts";
import { type Answer, refused, TAKEN } from "../input.ts";
import { taskOf } from "../lookup.ts";
import { ask } from "../question/ask.ts";
import { rootIsDown } from "../supervision/shape/tree.ts";
import { bringBack } from "../task/bring-back.ts";
import { hasEndedUnmet } from "../task/ends.ts";
import { tellTree } from "../tree/supervise.ts";
import { failedTasks } from "./failed-tasks.ts";
import { causesOf, HALT_OPTIONS, haltText } from "./halt-text.ts";
import { mayPause, pauseAll } from "./pausing.ts";

/** Agents are asked to end; nothing more starts. */
export function halt(context: Context, why: Because): void {
  const { state, emit } = context;
  if (state.run.phase !== "working" && state.run.phase !== "paused") return;
  emit({ type: "run_stopping", because: why });
  // All at once: the tree would end one pool after the other.
  for (const { id, phase } of [...state.attempts.live.values()])
    if (phase === "starting" || phase === "working") emit({ type: "attempt_stopping", attempt: id, because: why });
  if (state.tree.root && !rootIsDown(state.tree.root)) tellTree(context, { type: "shutdown" });
}

/** The same, with the question what to do now; `tasks` wait for its answer. */
export function haltAndAsk(context: Context, why: Because, tasks: readonly TaskId[] = []): void {
  const { state } = context;
  if (state.run.phase !== "working" && state.run.phase !== "paused") return;
  if (state.brake.paused) return;
  const failed = failedTasks(state);
  const pauses = mayPause(state, why);
  const text = haltText(state, why, failed, pauses);
  const evidence = [...why.evidence, ...causesOf(state, failed)];
  if (pauses) pauseAll(context, why);
  else halt(context, why);
  ask(context, { kind: "halt", tasks, text, options: HALT_OPTIONS, because: { ...why, evidence } });
}

/** What a person says about a halted run: resume without the failed ones, end it, or what changed so that they are retried too. */
export function answerHalt(context: Context, question: QuestionOf<"halt">, text: string): Answer {
  const said = meaningOf(text);
  if (said.do === "retry" && said.changed === "") return refused({ what: "no_change", question: question.id });
  const why = because("person", { said: text });
  const waiting = question.tasks.map((id) => taskOf(context.state, id));
  const failed = said.do === "retry" ? failedTasks(context.state) : [];
  context.emit({ type: "question_answered", question: question.id, text });
  if (said.do === "stop") {
    stopPaused(context, why);
    giveUpTheRest(context, why);
  } else {
    answerOwn(context, failed, said.changed);
    bringAllBack(context, [...new Set([...waiting, ...failed])], why, said.changed);
  }
  context.emit({ type: "run_resumed" });
  return TAKEN;
}

/** In the order in which they depend on each other; what needs a task that stays ended stays so too. */
function bringAllBack(context: Context, tasks: readonly Task[], why: Because, note: string): void {
  let left = tasks;
  for (let before = -1; left.length !== before; ) {
    before = left.length;
    left = left.filter((task) => {
      if (dependenciesOf(task).some((id) => hasEndedUnmet(taskOf(context.state, id)))) return true;
      bringBack(context, task, why, note);
      return false;
    });
  }
}

/** Who was only held is ended now. */
function stopPaused({ state, emit }: Context, why: Because): void {
  for (const { id, phase, pausedAt } of [...state.attempts.live.values()])
    if (pausedAt !== undefined && phase === "working") emit({ type: "attempt_stopping", attempt: id, because: why });
}

interface Meaning {
  readonly do: "resume" | "stop" | "retry";
  /** What their prompts say. */
  readonly changed: string;
}

/** Whatever is neither of the two words says what changed. */
function meaningOf(text: string): Meaning {
  const given = text.trim();
  if (/^(resume|continue|go[ _-]?on)\b/i.test(given)) return { do: "resume", changed: given };
  if (/^stop\b/i.test(given)) return { do: "stop", changed: given };
  return { do: "retry", changed: given.replace(/^retry\b[\s:,–-]*/i, "") };
}

/** Their own questions are answered by the same words; others who wait for one of these proceed too. */
function answerOwn(context: Context, failed: readonly Task[], text: string): void {
  const questions = new Set(failed.flatMap(({ question }) => (question === null ? [] : [question])));
  for (const question of questions)
    if (context.state.questions.open.has(question)) context.emit({ type: "question_answered", question, text });
}

/** The first of the merge queue may be merged at this very moment: it, and what it builds on, comes to its own end. */
function giveUpTheRest(context: Context, why: Because): void {
  const { state } = context;
  const merging = state.merge.queue[0];
  const kept = new Set<TaskId>();
  for (const todo = merging === undefined ? [] : [merging]; todo.length > 0; ) {
    const id = todo.pop() ?? "";
    if (kept.has(id)) continue;
    kept.add(id);
    todo.push(...dependenciesOf(taskOf(state, id)));
  }
  for (const task of state.tasks.values())
    if (!isFinal(task.status) && !kept.has(task.id))
      context.emit({ type: "task_given_up", task: task.id, because: why });
  for (const { id } of [...state.advisors.asked.values()])
    context.emit({ type: "advice_failed", advisor: id, because: why });
}
