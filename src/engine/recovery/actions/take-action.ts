/**
 * The eight actions a supervisor can order, each complete as it stands: whom it names no other for is found from what is
 * known. Each says why it cannot be taken, or null when it was. What would make a circle, or names nobody, is refused.
 */
import { type Because, because } from "../../../domain/because.ts";
import { never } from "../../../domain/bug.ts";

import type { SupervisorAction, SupervisorAnswer } from "../../../domain/work/role-answers.ts";
import { isFinal, type Task } from "../../../domain/work/task.ts";
import { expectedBy, expectedOf, shortOf, withCost } from "../../budget/expected-cost.ts";
import { canRaise, chooseModel, modelOf } from "../../budget/tiers.ts";
import type { Context } from "../../context.ts";
import { fixCommonCause } from "../../pattern/hold-for-pattern.ts";
import { escalate } from "../../question/ask.ts";
import { askReplan, replanLimit } from "../../replan/replan.ts";
import type { State } from "../../state.ts";
import { skipWhereNeeded } from "../../task/ends.ts";
import { hasTriesLeft } from "../rework.ts";
import { asWaiting, isWaiting, takeStep, usedUp } from "../take-step.ts";
import { needsWorkOf } from "./needs-work-of.ts";
import { reorder, retryDependency } from "./order-actions.ts";

export function takeAction(context: Context, action: SupervisorAction, answer: SupervisorAnswer): string | null {
  const task = context.state.tasks.get(action.task_id);
  if (!task) return `there is no task ${action.task_id}`;
  const wrong = wrongModel(context.state, task, action);
  if (wrong !== null) return wrong;
  const refused = take(context, task, action, answer);
  if (refused === null && !isFinal(task.status)) advise(context, task, action);
  return refused;
}

function take(context: Context, task: Task, action: SupervisorAction, answer: SupervisorAnswer): string | null {
  const why = because("advised", { role: "supervisor", reason: action.reason });
  const said = action.additional_context;
  const telling = said === undefined ? why : { ...why, evidence: [said] };
  switch (action.action) {
    case "retry":
      return retry(context, task, why, action);
    case "retry_escalated":
      if (action.new_model === undefined && !canRaise(context.state.settings, task))
        return `there is no higher tier for ${task.id}`;
      return retry(context, task, why, action, action.new_model === undefined ? 1 : 0);
    case "retry_dependency":
      return retryDependency(context, task, why, action, answer);
    case "reorder":
      return reorder(context, task, why, action, answer);
    case "fix_root_cause":
      return fixCommonCause(context, task, answer, telling);
    case "skip":
      return skipSafely(context, task, why, said);
    case "escalate":
      return askPerson(context, task, telling, action.human_question);
    case "replan":
      return replan(context, task, telling, action);
    default:
      return never(action.action, "action");
  }
}

/** What its next attempt is told, and by which model it is made. */
function advise({ state, emit }: Context, task: Task, { additional_context: said, new_model }: SupervisorAction): void {
  const choice = new_model === undefined ? null : chooseModel(state.settings, task, new_model);
  if (said === undefined && choice === null) return;
  emit({ type: "task_advised", task: task.id, text: said === undefined ? null : said.trim(), ...choice });
}

function wrongModel({ settings }: State, task: Task, { new_model: model }: SupervisorAction): string | null {
  if (model === undefined || chooseModel(settings, task, model) !== null) return null;
  return `"${model.slice(0, 60)}" is no name of a model`;
}

/** It waited for this advice, so nothing of it runs; whoever is at work is left alone. */
function retry(context: Context, task: Task, why: Because, action: SupervisorAction, raised: 0 | 1 = 0): string | null {
  const { state } = context;
  if (task.status === "done") return `${task.id} is done`;
  if (!isWaiting(task)) return `${task.id} is at work`;
  if (!hasTriesLeft(state, task)) return usedUp(state, task);
  const expected = expectedWith(state, task, action) ?? expectedOf(state, task, raised);
  const short = shortOf(state, task, expected);
  if (short)
    return `it would cost about ${short.expected}, but only ${short.left} of the ${short.whose}'s budget is left`;
  const take = raised === 1 ? "retry_escalated" : "retry";
  takeStep(context, asWaiting(context, task), { take, because: withCost(why, expected) });
  return null;
}

/** With the model that the action names; null: none, or nothing is known of it. */
function expectedWith(state: State, task: Task, { new_model: wanted }: SupervisorAction) {
  const choice = wanted === undefined ? null : chooseModel(state.settings, task, wanted);
  if (choice === null) return null;
  const model = "model" in choice ? choice.model : modelOf(state.settings, task, choice.raised - task.counts.raised);
  return expectedBy(state, task.spec.agent, model);
}

/** Each dependant for itself: whoever needs nothing of it proceeds, and is told. */
function skipSafely(context: Context, task: Task, why: Because, said: string | undefined): string | null {
  if (isFinal(task.status)) return `${task.id} has ended`;
  if (!isWaiting(task)) return `${task.id} is at work`;
  const proceeding = skipWhereNeeded(context, task.id, why, (each, on) => needsWorkOf(context.state, each, on));
  const text = [`${task.id}, which this was to come after, was skipped: ${why.facts["reason"]}`, said];
  for (const { id } of proceeding)
    context.emit({ type: "task_advised", task: id, text: text.filter(Boolean).join("\n") });
  return null;
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
