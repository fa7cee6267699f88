/**
 * A reviewer judges work whose gates passed, before it is merged. What it rejects is tried again and told what must change,
 * within the lineage's limits. Where it is unsure, or gives no usable answer, the work is merged and that is noted. Where no
 * reviewer is configured nobody is asked.
 */
import { because } from "../../domain/because.ts";

import type { Failure } from "../../domain/proof/failure.ts";
import type { Verification } from "../../domain/proof/gate.ts";
import type { AdviceRequest, Advisor } from "../../domain/work/advisor.ts";
import { attemptId } from "../../domain/work/attempt.ts";
import type { ReviewerAnswer } from "../../domain/work/role-answers.ts";
import type { Task } from "../../domain/work/task.ts";
import type { AdvisorId } from "../../domain/work/work.ts";
import { adviceLimit, causeOf } from "../advisor/advice-limit.ts";
import { firstReason, reviewReport } from "../advisor/advice-text.ts";
import { nextAdvisor, specOf } from "../advisor/ask-advisor.ts";
import { reviewValues } from "../advisor/what-reviewers-see.ts";
import type { Context } from "../context.ts";
import { judgeClaim } from "../recovery/claim.ts";
import { recover } from "../recovery/recover.ts";
import { judgeRound, reviewFindings } from "../recovery/rounds.ts";
import type { State } from "../state.ts";

/** Who will judge it; null: nobody. Only what is in a commit can be read by somebody who stands elsewhere. */
export function reviewerFor(state: State, task: Task, verification: Verification): AdvisorId | null {
  if (verification.commit === null) return null;
  const spec = specOf(state, requestFor(task), reviewValues(task, verification));
  return spec === null ? null : nextAdvisor(state, "reviewer");
}

/** Where it was asked too often the work goes on, and that is noted like any reviewer's silence. */
export function askReviewer(context: Context, task: Task, attempt: string, verification: Verification): void {
  const request = requestFor(task);
  const { reviewer } = task;
  const spec = specOf(context.state, request, reviewValues(task, verification));
  if (spec === null || reviewer === null) return;
  const limit = adviceLimit(context.state, request, context.at);
  if (limit === null)
    return context.emit({ type: "advice_asked", advisor: reviewer, spec, request, cause: causeOf(request) });
  const unasked = { verdict: "unsure", reasons: [`nobody was asked, because ${limit}`], mustChange: [] } as const;
  context.emit({ type: "task_reviewed", task: task.id, attempt, advisor: reviewer, ...unasked });
}

function requestFor(task: Task): AdviceRequest {
  return { role: "reviewer", about: task.id, because: because("plan_order") };
}

export function takeVerdict(context: Context, advisor: Advisor, task: Task, answer: ReviewerAnswer): void {
  const { claim } = advisor.request;
  if (claim) return judgeClaim(context, advisor, task, claim, answer);
  // Skipped, sent back or asked about meanwhile: nobody waits for this verdict any more.
  if (task.reviewer !== advisor.id || task.status !== "verifying") return;
  const { verdict, reasons, must_change: mustChange } = answer;
  const attempt = attemptId(task.id, task.attempts);
  context.emit({ type: "task_reviewed", task: task.id, attempt, advisor: advisor.id, verdict, reasons, mustChange });
  if (verdict === "reject") rejected(context, task, attempt, answer);
}

/** It failed, was skipped or given up: then the work is merged without its word. */
export function reviewerGone(context: Context, advisor: Advisor, task: Task, said: string): void {
  takeVerdict(context, advisor, task, {
    verdict: "unsure",
    reasons: [`${advisor.id} gave no usable answer (${said})`],
    must_change: [],
  });
}

const EVIDENCE_MAX = 12;

function rejected(context: Context, task: Task, attempt: string, answer: ReviewerAnswer): void {
  const failure: Failure = {
    class: "gate_failure",
    restart: "persistent",
    subject: "review",
    message: `the reviewer rejects it: ${firstReason(answer)}`,
    evidence: answer.must_change.slice(0, EVIDENCE_MAX),
  };
  const { told, isEndless } = judgeRound(context, task, "review", reviewFindings(answer));
  const report = [reviewReport(answer), told].filter((part) => part !== "").join("\n\n");
  const trigger = "A reviewer rejects the work of a task.";
  recover(context, { task, attempt, failure, ended: null, report, isEndless, trigger });
}
