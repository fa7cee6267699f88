/**
 * Where the plan itself is wrong, the planning agent is asked for a change of it. Its answer is merged with the plan as
 * it is being worked; what cannot be is told back to it, at most twice, then to a person. What can be is proposed and
 * waits for approval, or is made at once where the policy says so. Only the tasks it concerns wait for that.
 */

import { type Because, because } from "../../domain/because.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import type { PlanChange, Replan, ReplanId } from "../../domain/spec/replan.ts";
import type { AdviceRequest, Advisor } from "../../domain/work/advisor.ts";
import type { PlannerAnswer } from "../../domain/work/role-answers.ts";
import { isFinal, type Task } from "../../domain/work/task.ts";
import { askAdvisor } from "../advisor/ask-advisor.ts";
import type { Context } from "../context.ts";
import { growthForecast } from "../growth/growth-forecast.ts";
import { growthLeft } from "../growth/growth-left.ts";
import { ask, escalate, nextQuestion } from "../question/ask.ts";
import type { State } from "../state.ts";
import { isIdle } from "../task/ends.ts";
import { changePlan } from "./change-plan.ts";
import { currentPlan } from "./current-plan.ts";
import { mergePlan } from "./merging/merge-plan.ts";
import { changeLines, questionOf, REPLAN_OPTIONS, summaryOf } from "./replan-text.ts";
import { replanValues } from "./replan-values.ts";

/** One answer and two more, told what was wrong. */
export const TRIES_MAX = 3;

/** False: nobody can be asked for another plan, or it was asked for too often. Then it is a person's turn. */
export function askReplan(context: Context, task: Task, why: Because, trigger: string): boolean {
  const { state } = context;
  const { policies } = state.settings;
  if (state.replans.asked >= policies.replans || isReplanned(state, task.id)) return false;
  // Nobody would be there to approve it.
  if (policies.replan === "ask" && policies.escalation === "give_up") return false;
  const isBlocked = why.rule === "blocked" || task.because?.rule === "blocked";
  return askPlanner(context, task, why, trigger, { tries: 1, retries: isBlocked ? 0 : 1 });
}

/** Why nobody is asked though there is a planner; null: that is not the reason. */
export function replanLimit({ settings, replans: { asked: replansAsked } }: State): string | null {
  const { replans } = settings.policies;
  if (settings.advisors.planner === undefined || replansAsked < replans) return null;
  return `The planner was asked for another plan ${replansAsked} times in this run; the limit is ${replans} (policies.replans).`;
}

export function askPlanner(
  context: Context,
  task: Task,
  why: Because,
  trigger: string,
  replan: NonNullable<AdviceRequest["replan"]>,
  problems: readonly string[] = [],
): boolean {
  const values = replanValues(context.state, task, { trigger, because: why, problems });
  return askAdvisor(context, { role: "planner", about: task.id, because: why, replan }, values) !== null;
}

function isReplanned({ advisors, replans }: State, id: TaskId): boolean {
  const asks = ({ request, status }: Advisor) => request.role === "planner" && request.about === id && !isFinal(status);
  return [...advisors.asked.values()].some(asks) || [...replans.open.values()].some(({ about }) => about === id);
}

/** The planner has answered. */
export function takePlan(context: Context, task: Task, request: AdviceRequest, answer: PlannerAnswer): void {
  if (task.status === "skipped" || task.status === "given_up")
    return refuse(context, task, [`${task.id} has ended meanwhile`]);
  const merged = mergePlan(currentPlan(context.state), answer);
  if (!merged.ok) return askBetter(context, task, request, merged.problems);
  const { ok: _, kept: __, ...change } = merged;
  if (!isEmpty(change)) return propose(context, task, request, answer, change);
  const errors = answer.validation.filter(({ severity }) => severity === "error").map(({ message }) => message);
  if (errors.length === 0) return askBetter(context, task, request, ["the answer changes nothing"]);
  // It has said why it cannot be planned: the specification itself is a person's.
  refuse(context, task, errors);
  askPerson(context, task, errors);
}

/** Told what was wrong; when that did not help, a person is. */
function askBetter(context: Context, task: Task, request: AdviceRequest, problems: readonly string[]): void {
  refuse(context, task, problems);
  const { tries = 1, retries = 1 } = request.replan ?? {};
  const again = { tries: tries + 1, retries };
  if (tries < TRIES_MAX && askPlanner(context, task, request.because, SAID_BEFORE, again, problems)) return;
  askPerson(context, task, problems);
}

const SAID_BEFORE = "Your earlier answer could not be used.";

function refuse({ emit }: Context, task: Task, problems: readonly string[]): void {
  emit({ type: "action_refused", task: task.id, action: "replan", why: problems.join("; ") });
}

/** Where it is done or at work it needs no answer, and nobody waits. */
export function askPerson(context: Context, task: Task, problems: readonly string[]): void {
  if (!isIdle(task)) return;
  const why = because("replan_unfit", { message: problems[0] ?? "" }, problems);
  escalate(context, { tasks: [task.id], because: why });
}

function isEmpty({ added, changed, removed, retired, contract }: PlanChange): boolean {
  return added.length + changed.length + removed.length + retired.length === 0 && contract === undefined;
}

function propose(
  context: Context,
  task: Task,
  request: AdviceRequest,
  answer: PlannerAnswer,
  change: PlanChange,
): void {
  const { state, at } = context;
  const { replan: policy, escalation } = state.settings.policies;
  const errors = answer.validation.filter(({ severity }) => severity === "error");
  const asks = policy === "ask" || errors.length > 0 || change.added.length > growthLeft(state);
  if (asks && escalation === "give_up") return askPerson(context, task, ["it needs a person's approval"]);
  const id: ReplanId = `n${state.replans.proposed + 1}`;
  const summary = summaryOf(change);
  const replan: Replan = {
    id,
    about: task.id,
    because: request.because,
    retries: request.replan?.retries ?? 1,
    answer,
    change,
    summary,
    question: asks ? nextQuestion(state) : null,
    proposedAt: at,
  };
  context.emit({ type: "replan_proposed", replan });
  if (replan.question === null) return changePlan(context, replan, change, []);
  const why = because("replan", { replan: id, summary }, changeLines(replan));
  const tasks = concerned(state, replan);
  const foreseen = change.added.length === 0 ? "" : ` ${growthForecast(state, change.added)}`;
  ask(context, {
    kind: "replan",
    replan: id,
    tasks,
    text: `${questionOf(replan)}${foreseen}`,
    options: REPLAN_OPTIONS,
    because: why,
  });
}

/** Those whose next attempt would be another one, as far as they have not gone ahead. */
function concerned(state: State, { about, change }: Replan): readonly TaskId[] {
  const named = [about, ...change.changed.map(({ id }) => id), ...change.removed, ...change.retired];
  return [...new Set(named)].filter((id) => {
    const task = state.tasks.get(id);
    return task !== undefined && isIdle(task);
  });
}
