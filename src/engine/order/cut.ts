/**
 * A person ends attempts at work, of one task or of a whole gang, for one of four reasons. What becomes of their changes
 * goes by the reason; so does what follows: another attempt that is told why, or, where it is about money, one question.
 */
import { because } from "../../domain/because.ts";
import type { Attempt, AttemptId } from "../../domain/work/attempt.ts";
import { CUT_REASONS, isVoid } from "../../domain/work/cut.ts";
import type { Task } from "../../domain/work/task.ts";
import type { Context } from "../context.ts";
import { type Answer, type InputOf, refused } from "../input.ts";
import { escalate } from "../question/ask.ts";
import type { State } from "../state.ts";
import { targetOf } from "./target.ts";

export function onCut(context: Context, { target: name, reason, said, attempts }: InputOf<"cut">): Answer {
  const { state, emit } = context;
  const target = targetOf(state, name);
  if (target === null || target.of === "run" || target.of === "cap") return refused({ what: "unknown_target", name });
  if (reason === null || !CUT_REASONS.includes(reason)) return refused({ what: "no_cut_reason", target: name });
  if (said.trim() === "" && isVoid(reason)) return refused({ what: "no_feedback", target: name, reason });
  const tasks = target.of === "task" ? [target.task] : target.tasks;
  const running = tasks.flatMap((task) => attemptAt(state, task) ?? []);
  const ended = running.filter(({ id, phase }) => isAtWork(phase) && (attempts?.includes(id) ?? true));
  if (ended.length === 0) return refused(notRunning(name, tasks, running));
  const gang = target.of === "gang" ? { gang: target.gang } : {};
  const why = because("cut", { reason, said: said.trim(), ...gang });
  for (const { id } of ended) emit({ type: "attempt_stopping", attempt: id, because: why });
  if (reason === "budget") askForMore(context, ended, said.trim());
  return { type: "cut", attempts: ended.map(({ id }) => id) };
}

/** One question for all of them; a grant is its answer. */
function askForMore(context: Context, ended: readonly Attempt[], said: string): void {
  const tasks = ended.flatMap(({ task }) => task ?? []);
  const message = `a person ended it because it was using too much${said === "" ? "" : `: ${said}`}`;
  escalate(context, { tasks, because: because("terminal_failure", { class: "budget", message }) });
}

/** The attempts that a cut of this name would end now. */
export function atWorkFor(state: State, name: string): readonly AttemptId[] {
  const target = targetOf(state, name);
  if (target === null || target.of === "run" || target.of === "cap") return [];
  const tasks = target.of === "task" ? [target.task] : target.tasks;
  return tasks.flatMap((task) => {
    const attempt = attemptAt(state, task);
    return attempt && isAtWork(attempt.phase) ? [attempt.id] : [];
  });
}

function isAtWork(phase: Attempt["phase"]): boolean {
  return phase === "starting" || phase === "working";
}

function attemptAt({ attempts }: State, task: Task): Attempt | undefined {
  return task.attempt === null ? undefined : attempts.live.get(task.attempt);
}

function notRunning(target: string, tasks: readonly Task[], running: readonly Attempt[]) {
  const [only] = tasks;
  const status = tasks.length === 1 && only ? only.status : null;
  return { what: "not_running", target, status, ending: running.some(({ phase }) => phase === "stopping") } as const;
}
