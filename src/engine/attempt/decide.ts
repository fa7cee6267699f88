/**
 * What attempts report: claims, life signs, ends. An end is judged once: accepted, tried again by the cheapest step of
 * the ladder, or handed to a person; then the tree hears of it. A report about an attempt that is no longer the living
 * one is ignored.
 */
import type { Attempt, Briefing } from "../../domain/attempt.ts";
import { type Because, because } from "../../domain/because.ts";
import { never } from "../../domain/bug.ts";
import type { Failure } from "../../domain/failure.ts";
import type { Outcome } from "../../domain/outcome.ts";
import type { Task } from "../../domain/task.ts";
import { askSupervisor } from "../advisor/ask-advisor.ts";
import { adviceFailed, takeAdvice } from "../advisor/take-advice.ts";
import type { Context } from "../context.ts";
import type { Event } from "../event.ts";
import type { Answer, Input } from "../input.ts";
import { taskOf } from "../lookup.ts";
import { holdForPattern } from "../pattern/hold-for-pattern.ts";
import { needsProof } from "../proof/needs-proof.ts";
import { escalate } from "../question/escalate.ts";
import { joinQuestion } from "../question/join-question.ts";
import { settleBlocked } from "../recovery/blocked.ts";
import { costOf, isOnItsOwn, prepareStep, stepFor } from "../recovery/choose-step.ts";
import { becauseSentence } from "../sentences.ts";
import { LOST_ATTEMPTS } from "../settings.ts";
import { dropAfter } from "../talk/session.ts";
import { type Again, emitAgain } from "../task/requeue.ts";
import { IN_TREE } from "../task/slots.ts";
import { dropFromTree, restartInTree, tellTree } from "../tree/supervise.ts";
import { changesetAfter } from "./changeset.ts";
import { judgeEnd } from "./judge-end.ts";

type Of<T extends Input["type"]> = Extract<Input, { type: T }>;

/** The permission to perform a start: given once, and only while the attempt is still wanted. */
export function onClaimed(context: Context, input: Of<"attempt_claimed">): Answer {
  const attempt = context.state.attempts.live.get(input.attempt);
  if (attempt?.phase !== "starting" || attempt.host !== null) return { type: "no" };
  context.emit({ type: "attempt_claimed", attempt: attempt.id, host: input.host, inputHash: input.inputHash });
  return { type: "go" };
}

export function onUp(context: Context, input: Of<"attempt_up">): Answer {
  if (context.state.attempts.live.get(input.attempt)?.phase !== "starting") return { type: "no" };
  const { attempt, pid, workspace = null, parked = null, dir, moved } = input;
  const where = { ...(dir !== undefined && { dir }), ...(moved && { moved }) };
  context.emit({ type: "attempt_up", attempt, pid, workspace, parked, ...where });
  if (moved) context.emit({ type: "attempt_noted", attempt, text: MOVED });
  return { type: "taken" };
}

const MOVED = "Its session was begun in another folder, where it would have to be resumed; a new one was begun.";

export function onEnded(context: Context, input: Of<"attempt_ended">): Answer {
  const attempt = context.state.attempts.live.get(input.attempt);
  if (!attempt) return { type: "no" };
  const { outcome, despite } = judgeEnd(attempt, input.outcome);
  const task = taskOf(context.state, attempt.task);
  const wanted = IN_TREE.has(task.status);
  const { id, phase } = attempt;
  const changeset = changesetAfter(attempt, outcome, context.state.settings);
  const { usage, tools, activity, mayLive = false } = input;
  const dropped = task.session === null ? null : dropAfter(outcome, mayLive);
  // Whoever goes on from here is told how far it came; of what is finished nobody asks.
  const reached = activity !== undefined && outcome.type !== "done" && outcome.type !== "advised";
  context.emit({
    type: "attempt_ended",
    attempt: id,
    task: task.id,
    outcome,
    usage,
    phase,
    changeset,
    ...(tools && { tools }),
    ...(despite !== undefined && { despite }),
    ...(reached && { activity }),
    ...(dropped && { dropped }),
  });
  if (!wanted) letGo(context, attempt, task);
  else if (attempt.stopBecause !== null && outcome.type === "stopped") confirmStop(context, attempt, task);
  else settle(context, attempt, task, outcome);
  return { type: "taken" };
}

function settle(context: Context, attempt: Attempt, task: Task, outcome: Outcome): void {
  switch (outcome.type) {
    case "done":
      context.emit(nextAfterDone(context, task));
      return dropFromTree(context, attempt, task, "normal");
    case "advised":
      if (task.advises !== null) takeAdvice(context, task, task.advises, outcome);
      return dropFromTree(context, attempt, task, "normal");
    case "blocked":
      settleBlocked(context, task, attempt.id, outcome.result);
      return dropFromTree(context, attempt, task, "shutdown");
    case "failed":
      return settleFailure(context, attempt, task, outcome.failure);
    case "stopped":
      return again(context, attempt, task, { because: because("host_lost"), free: true });
    case "lost":
      return settleLost(context, attempt, task, outcome);
    default:
      return never(outcome, "outcome");
  }
}

/** Costs nothing, as long as it does not happen to the same task again and again while its machine and Reeve stand. */
function settleLost(context: Context, attempt: Attempt, task: Task, outcome: Extract<Outcome, { type: "lost" }>): void {
  const { evidence, outage = false } = outcome;
  const lost = outage ? 0 : 1;
  const limit = context.state.settings.policies.lostAttempts ?? LOST_ATTEMPTS;
  if (task.lost + lost < limit || outage)
    return again(context, attempt, task, { because: because("host_lost", {}, evidence), free: true, lost });
  const why = because("lost_too_often", { count: task.lost + lost, limit }, evidence);
  if (task.advises !== null) adviceFailed(context, task, task.advises, becauseSentence(why));
  else escalate(context, { tasks: [task.id], because: why });
  dropFromTree(context, attempt, task, "shutdown");
}

/** Where there is something to prove, it leaves the tree as it is: Reeve looks at it now, no agent does. */
function nextAfterDone({ state }: Context, task: Task): Event {
  const proof = needsProof(state, task.spec);
  return proof ? { type: "task_left_tree", task: task.id } : { type: "task_done", task: task.id };
}

function settleFailure(context: Context, attempt: Attempt, task: Task, failure: Failure): void {
  const step = stepFor(context, task, failure);
  const common = isOnItsOwn(step) ? holdForPattern(context, task, attempt.id) : null;
  if (common) {
    emitAgain(context, task, "queue", { because: common, restart: restartOf(common, attempt) });
    return dropFromTree(context, attempt, task, "shutdown");
  }
  switch (step.take) {
    case "restart":
      emitAgain(context, task, "tree", { because: step.because, restart: restartOf(step.because, attempt) });
      return tellTree(context, endedMessage(attempt, "error"));
    case "same_input":
      return again(context, attempt, task, { because: step.because, sameInput: attempt.briefing, malformed: 1 });
    case "retry":
    case "retry_escalated":
      return again(context, attempt, task, { because: step.because, ...costOf(step) });
    case "hold_account":
    case "reorder":
    case "retry_dependency":
      prepareStep(context, task, step);
      emitAgain(context, task, "queue", {
        because: step.because,
        restart: restartOf(step.because, attempt),
        ...costOf(step),
      });
      return dropFromTree(context, attempt, task, "shutdown");
    case "escalate":
      settleWithoutRule(context, attempt, task, step.because);
      return dropFromTree(context, attempt, task, "shutdown");
    default:
      return never(step, "step");
  }
}

/** The rules are at their end: somebody who thinks, where there is one, then a person. An advisor is only done without. */
function settleWithoutRule(context: Context, attempt: Attempt, task: Task, why: Because): void {
  if (task.advises !== null) return adviceFailed(context, task, task.advises, `${why.facts["message"] ?? why.rule}`);
  if (joinQuestion(context, task, why)) return;
  if (askSupervisor(context, task, why, "A task failed."))
    return emitAgain(context, task, "queue", { because: why, restart: restartOf(why, attempt) });
  escalate(context, { tasks: [task.id], because: why });
}

/** Worked again without the tree counting it: the pool forgets the task and the queue has it; a gang keeps its place. */
function again(context: Context, attempt: Attempt, task: Task, how: Again): void {
  const inGang = task.spec.gang !== undefined;
  emitAgain(context, task, inGang ? "tree" : "queue", { restart: restartOf(how.because, attempt), ...how });
  if (inGang) restartInTree(context, attempt, task);
  else dropFromTree(context, attempt, task, "shutdown");
}

/** The tree, or the end of the run, stopped it; it did nothing wrong. */
function confirmStop(context: Context, attempt: Attempt, task: Task): void {
  const why = attempt.stopBecause ?? because("run_stopped");
  const via = why.rule === "group_restart" ? "tree" : "queue";
  emitAgain(context, task, via, { because: why, restart: restartOf(why, attempt), free: true });
  if (why.rule === "fix_root_cause") dropFromTree(context, attempt, task, "shutdown");
  else tellTree(context, endedMessage(attempt, "shutdown"));
}

/** Its task was skipped, given up or asked about meanwhile: only the tree still waits for this end. */
function letGo(context: Context, attempt: Attempt, task: Task): void {
  dropFromTree(context, attempt, task, "shutdown");
}

function restartOf(why: Because, attempt: Attempt): Briefing["restart"] {
  return { because: why, reached: attempt.activity };
}

function endedMessage(attempt: Attempt, reason: "error" | "shutdown") {
  return { type: "ended", path: attempt.path, incarnation: attempt.incarnation, reason } as const;
}
