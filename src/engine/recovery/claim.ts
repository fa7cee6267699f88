/**
 * An agent's word that its task cannot be done: a reviewer judges it once, where there is one. What is refuted is tried
 * again and told why. What stands, or nobody doubts: what is ambiguous is a person's to say, the rest goes to somebody who
 * thinks, then to the planner, and else to a person.
 */

import { because } from "../../domain/because.ts";
import type { AdviceRequest, Advisor } from "../../domain/work/advisor.ts";
import type { Restart } from "../../domain/work/attempt.ts";
import type { BlockedResult } from "../../domain/work/outcome.ts";
import type { ReviewerAnswer } from "../../domain/work/role-answers.ts";
import type { Task } from "../../domain/work/task.ts";
import { firstReason, reviewReport } from "../advisor/advice-text.ts";
import { askAdvisor, askSupervisor } from "../advisor/ask-advisor.ts";
import { claimValues } from "../advisor/what-reviewers-see.ts";
import type { Context } from "../context.ts";
import { escalate } from "../question/ask.ts";
import { askReplan } from "../replan/replan.ts";
import { requeue } from "../task/requeue.ts";

/** Once per lineage. False: nobody judges it. */
export function askAboutClaim(context: Context, task: Task, claim: BlockedResult): boolean {
  if (task.claimsJudged > 0) return false;
  const why = because("blocked", { reason: claim.blocked_reason, attempted: claim.attempted });
  const request: AdviceRequest = { role: "reviewer", about: task.id, because: why, claim };
  return askAdvisor(context, request, claimValues(task, claim)) !== null;
}

/** A claim that stands goes the way of every blocked task; one that is refuted is tried again, and told why. */
export function judgeClaim(
  context: Context,
  advisor: Advisor,
  task: Task,
  claim: BlockedResult,
  answer: ReviewerAnswer,
): void {
  const { verdict, reasons } = answer;
  if (task.status !== "ready" && task.status !== "waiting") return;
  context.emit({ type: "task_claim_judged", task: task.id, advisor: advisor.id, verdict, reasons });
  if (verdict !== "reject") return believeClaim(context, task, claim);
  const why = because("advised", { role: "reviewer", reason: `it can be done: ${firstReason(answer)}` }, reasons);
  const report = `You said that it cannot be done: ${claim.uncertain_about}\n${reviewReport(answer)}`;
  const restart: Restart = { because: why, reached: null, report };
  requeue(context, task, "queue", { because: why, restart, cost: { retries: 1 } });
}

/** Nobody doubts it, or a reviewer says that it is so. */
export function believeClaim(context: Context, task: Task, blocked: BlockedResult): void {
  const why = because("blocked", { reason: blocked.blocked_reason, attempted: blocked.attempted });
  const restart: Restart = { because: why, reached: null, report: blocked.uncertain_about };
  const asked = { ...why, evidence: [blocked.uncertain_about, ...blocked.options] };
  const trigger = `A task is blocked (${blocked.blocked_reason}).`;
  const thinks = blocked.blocked_reason !== "ambiguous_spec";
  if (thinks && (askSupervisor(context, task, asked, trigger) || askReplan(context, task, asked, trigger)))
    return requeue(context, task, "queue", { because: why, restart, cost: { free: true } });
  escalate(context, { tasks: [task.id], because: why, text: blocked.uncertain_about, options: blocked.options });
}
