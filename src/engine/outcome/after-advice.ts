/**
 * What follows when an advisor has answered, or will not. A debugger's analysis goes to the next attempt; the others' answers
 * are taken by whoever asked. Silence costs nothing, except that what a supervisor or a planner was to decide is a person's.
 */

import { type Because, because } from "../../domain/because.ts";
import type { Advisor } from "../../domain/work/advisor.ts";
import type { Advised } from "../../domain/work/outcome.ts";
import type { AdvisorRole } from "../../domain/work/role-answers.ts";
import type { Task } from "../../domain/work/task.ts";
import { debuggerText } from "../advisor/advice-text.ts";
import { askDebugger } from "../advisor/ask-advisor.ts";
import type { Context } from "../context.ts";
import { takeReport } from "../merge/checking-whole.ts";
import { withoutPlan } from "../merge/red-whole.ts";
import { isAboutCommonCause, takeWhetherCommon } from "../pattern/ask-whether-common.ts";
import { reviewerGone, takeVerdict } from "../proof/reviewing.ts";
import { askInstead, takeActions } from "../recovery/actions/take-actions.ts";
import { waitForSuspect } from "../recovery/suspected.ts";
import { takePlan } from "../replan/replan.ts";
import { becauseSentence } from "../wording/because-words.ts";

export function takeAdvice(context: Context, advisor: Advisor, advised: Advised): void {
  const { about } = advisor.request;
  const suspect = advised.role === "debugger" ? advised.answer.upstream_dependency : null;
  const found = suspect !== null && context.state.tasks.has(suspect) ? { suspect } : {};
  const wishes = advised.role === "supervisor" ? advised.answer.recommendations : [];
  const recommended = wishes.length === 0 ? {} : { recommendations: wishes };
  context.emit({ type: "advice_given", advisor: advisor.id, about, text: textOf(advised), ...found, ...recommended });
  if (advised.role === "coherence") return takeReport(context, advisor, advised.answer);
  const task = about === null ? undefined : context.state.tasks.get(about);
  if (!task) return;
  switch (advised.role) {
    case "debugger":
      return waitForSuspect(context, task);
    case "supervisor":
      if (!isAboutCommonCause(advisor)) return takeActions(context, advisor, task, advised.answer);
      if (!takeWhetherCommon(context, advisor, task, advised.answer)) askOtherwise(context, advisor, task);
      return;
    case "planner":
      takePlan(context, task, advisor.request, advised.answer);
      return afterPlan(context, advisor);
    case "reviewer":
      return takeVerdict(context, advisor, task, advised.answer);
  }
}

function textOf(advised: Advised): string | null {
  if (advised.role === "debugger") return debuggerText(advised.answer);
  return advised.role === "supervisor" ? advised.answer.diagnosis : null;
}

export function adviceFailed(context: Context, { id, request: { role } }: Advisor, why: Because): void {
  const message = `${why.facts["message"] ?? becauseSentence(why)}`;
  const failed = because("advice_failed", { role, message }, why.evidence);
  context.emit({ type: "advice_failed", advisor: id, because: failed });
}

/** Whoever still waits for its word is worked on without it. */
export function withoutAdvice(context: Context, advisor: Advisor, why: Because): void {
  const { about } = advisor.request;
  const task = about === null ? undefined : context.state.tasks.get(about);
  WITHOUT[advisor.request.role](context, advisor, task, why);
}

type Without = (context: Context, advisor: Advisor, task: Task | undefined, why: Because) => void;

const WITHOUT: Readonly<Record<AdvisorRole, Without>> = {
  debugger: () => {},
  supervisor: decideWithout,
  planner: (context, advisor, task) => {
    decideWithout(context, advisor, task);
    afterPlan(context, advisor);
  },
  reviewer: (context, advisor, task, why) => {
    if (task) reviewerGone(context, advisor, task, `${why.facts["message"] ?? why.facts["said"] ?? "it has ended"}`);
  },
  coherence: (context, advisor) => takeReport(context, advisor, null),
};

/** Asked for the integrated work, it may have no plan to offer; nobody's own question says so then. */
function afterPlan(context: Context, { request: { because: why } }: Advisor): void {
  if (why.rule === "integration_red") withoutPlan(context, why);
}

/** It was one question aside: the task is tried again anyway, and whoever would have been asked in its place is asked now. */
function askOtherwise(context: Context, { request: { aside } }: Advisor, { id }: Task): void {
  const task = context.state.tasks.get(id);
  const { because: why, report } = task?.restart ?? {};
  if (!task || (task.status !== "ready" && task.status !== "waiting")) return;
  if (aside?.otherwise === "debugger" && why && report !== undefined) askDebugger(context, task, why, report);
}

function decideWithout(context: Context, advisor: Advisor, task: Task | undefined): void {
  const { request } = advisor;
  if (!task || (task.status !== "ready" && task.status !== "waiting")) return;
  if (isAboutCommonCause(advisor)) return askOtherwise(context, advisor, task);
  askInstead(context, task, request.because);
}
