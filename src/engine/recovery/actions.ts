/**
 * The eight actions a supervisor can order. Each says why it cannot be taken, or null when it was. What would make a
 * circle, or names nobody, is refused.
 */
import { type Because, because } from "../../domain/because.ts";
import { never } from "../../domain/bug.ts";

import type { SupervisorAction, SupervisorAnswer } from "../../domain/work/role-answers.ts";
import { isFinal, type Task } from "../../domain/work/task.ts";
import { expectedOf, shortOf, withCost } from "../budget/expected-cost.ts";
import { canRaise } from "../budget/tiers.ts";
import type { Context } from "../context.ts";
import { fixCommonCause } from "../pattern/hold-for-pattern.ts";
import { escalate } from "../question/ask.ts";
import { askReplan, replanLimit } from "../replan/replan.ts";
import type { State } from "../state.ts";
import { dependsOn, skip } from "../task/ends.ts";
import type { Step } from "./ladder.ts";
import { hasTriesLeft } from "./rework.ts";
import { reopenUpstream, type Stuck, takeStep, waitFor } from "./take-step.ts";
import { upstreamFor } from "./upstream-for.ts";

export function takeAction(context: Context, action: SupervisorAction, answer: SupervisorAnswer): string | null {
  const task = context.state.tasks.get(action.task_id);
  if (!task) return `there is no task ${action.task_id}`;
  const why = because("advised", { role: "supervisor", reason: action.reason });
  switch (action.action) {
    case "retry":
      return retry(context, task, why, action);
    case "retry_escalated":
      if (!canRaise(context.state.settings, task)) return `there is no higher tier for ${task.id}`;
      return retry(context, task, why, action, 1);
    case "retry_dependency":
      return retryDependency(context, task, why, action, answer);
    case "reorder":
      return reorder(context, task, why, action);
    case "fix_root_cause":
      return fixCommonCause(context, task, answer, why);
    case "skip":
      return skipSafely(context, task, why);
    case "escalate":
      return askPerson(context, task, why, action.human_question);
    case "replan":
      return replan(context, task, why, action);
    default:
      return never(action.action, "action");
  }
}

/** It waited for this advice, so nothing of it runs; whoever is at work is left alone. */
function retry(context: Context, task: Task, why: Because, action: SupervisorAction, raised: 0 | 1 = 0): string | null {
  if (task.status === "done") return `${task.id} is done`;
  if (!isWaiting(task)) return `${task.id} is at work`;
  if (!hasTriesLeft(context.state, task)) return usedUp(context.state, task);
  const expected = expectedOf(context.state, task, raised);
  const short = shortOf(context.state, task, expected);
  if (short)
    return `it would cost about ${short.expected}, but only ${short.left} of the ${short.whose}'s budget is left`;
  const take = raised === 1 ? "retry_escalated" : "retry";
  takeStep(context, waiting(context, task, action), { take, because: withCost(why, expected) });
  return null;
}

/** As a failed task that the tree has nothing to do with. */
function waiting(context: Context, task: Task, { additional_context: report }: SupervisorAction): Stuck {
  const noStepLeft = (why: Because) => escalate(context, { tasks: [task.id], because: why });
  return { work: task, ended: null, ...(report && { report }), noStepLeft };
}

/** Upstream first, then the task. What is not done yet is waited for; what is done is worked again, and both are retries. */
function retryDependency(
  context: Context,
  task: Task,
  why: Because,
  action: SupervisorAction,
  answer: SupervisorAnswer,
): string | null {
  const { state } = context;
  if (isFinal(task.status)) return `${task.id} has ended`;
  if (action.upstream !== undefined && !state.tasks.has(action.upstream)) return `there is no task ${action.upstream}`;
  const upstream = upstreamFor(state, task, action, answer);
  if (!upstream) return `nothing says which task before ${task.id} is to be reopened`;
  if (upstream.id === task.id) return `${task.id} cannot wait for itself`;
  if (dependsOn(state, upstream, task.id)) return `${upstream.id} waits for ${task.id} itself`;
  const says = { ...why, facts: { ...why.facts, message: why.facts["reason"] ?? "" } };
  if (upstream.status !== "done") return waitForUpstream(context, task, upstream, says);
  const usedBy = [task, upstream].find((each) => !hasTriesLeft(state, each));
  if (usedBy) return usedUp(state, usedBy);
  if (isWaiting(task)) takeStep(context, waiting(context, task, action), againAfter(upstream, says));
  else reopenUpstream(context, task, upstream.id, says);
  return null;
}

function againAfter({ id }: Task, why: Because): Step {
  return { take: "retry_dependency", upstream: id, because: why };
}

function waitForUpstream(context: Context, task: Task, upstream: Task, why: Because): string | null {
  if (isFinal(upstream.status)) return `${upstream.id} will not be done`;
  waitFor(context, task, upstream.id, why);
  return null;
}

function usedUp({ settings: { policies } }: State, { id }: Task): string {
  return `${id} has no retry left; its lineage may have ${policies.lineageRetries}`;
}

function reorder(context: Context, task: Task, why: Because, { upstream: first }: SupervisorAction): string | null {
  if (isFinal(task.status)) return `${task.id} has ended`;
  const before = first === undefined ? undefined : context.state.tasks.get(first);
  if (!before) return `there is no task ${first ?? "named"} to go first`;
  if (before.id === task.id || dependsOn(context.state, before, task.id))
    return `${before.id} waits for ${task.id} itself`;
  if (isFinal(before.status) && before.status !== "done") return `${before.id} will not be done`;
  waitFor(context, task, before.id, why);
  return null;
}

/** Dependants proceed only where none of them needs what it would have made. */
function skipSafely(context: Context, task: Task, why: Because): string | null {
  if (isFinal(task.status)) return `${task.id} has ended`;
  if (!isWaiting(task)) return `${task.id} is at work`;
  skip(context, task.id, why, isSafe(context.state, task));
  return null;
}

function isSafe(state: State, task: Task): boolean {
  const made = new Set(task.spec.files);
  if (made.size === 0) return (state.derived.dependants.get(task.id) ?? []).length === 0;
  const named = (id: string) => {
    const next = state.tasks.get(id);
    return (
      next?.spec.files.some((file) => made.has(file)) || [...made].some((file) => next?.spec.prompt.includes(file))
    );
  };
  return !(state.derived.dependants.get(task.id) ?? []).some(named);
}

/** The planner is asked for a change of the plan; where there is none, or it was asked too often, a person is. */
function replan(context: Context, task: Task, why: Because, { reason }: SupervisorAction): string | null {
  if (task.status === "waiting_for_input") return `a person has already been asked about ${task.id}`;
  if (isFinal(task.status) || !isWaiting(task)) return `${task.id} is not waiting for a decision`;
  if (askReplan(context, task, why, "The supervisor of the run wants the plan changed.")) return null;
  const limit = replanLimit(context.state);
  return askPerson(
    context,
    task,
    why,
    `The supervisor wants the plan changed: ${reason}${limit === null ? "" : ` ${limit}`}`,
  );
}

function askPerson(context: Context, task: Task, why: Because, question: string | undefined): string | null {
  if (task.status === "waiting_for_input") return `a person has already been asked about ${task.id}`;
  if (isFinal(task.status) || !isWaiting(task)) return `${task.id} is not waiting for a decision`;
  escalate(context, { tasks: [task.id], because: why, ...(question && { text: question }) });
  return null;
}

function isWaiting({ status }: Task): boolean {
  return status === "ready" || status === "waiting" || status === "waiting_for_input";
}
