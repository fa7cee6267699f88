/**
 * A reviewer judges work whose gates passed, before it is merged, and an agent's word that its task cannot be done. What
 * it rejects is tried again and told what must change, within the lineage's limits. Where it is unsure, or gives no usable
 * answer, the work goes on and that is noted. Where no reviewer is configured nobody is asked.
 */
import type { Restart } from "../../domain/attempt.ts";
import { because } from "../../domain/because.ts";
import type { Failure } from "../../domain/failure.ts";
import type { Verification } from "../../domain/gate.ts";
import type { BlockedResult } from "../../domain/outcome.ts";
import type { TaskSpec } from "../../domain/plan.ts";
import type { ReviewerAnswer } from "../../domain/role-answers.ts";
import { type Advises, isFinal, type Task } from "../../domain/task.ts";
import { advisorFor, askSupervisor } from "../advisor/ask-advisor.ts";
import type { Context } from "../context.ts";
import { taskOf } from "../lookup.ts";
import { escalate } from "../question/escalate.ts";
import { stepFor } from "../recovery/choose-step.ts";
import { settleClaim } from "../recovery/claim.ts";
import { emitAgain } from "../task/requeue.ts";
import { claimValues, reviewValues } from "./what-reviewers-see.ts";

/** Only what is in a commit can be read by somebody who stands elsewhere. */
export function reviewerOf({ state }: Context, task: Task, verification: Verification): TaskSpec | null {
  if (verification.commit === null || task.advises !== null) return null;
  return advisorFor(state, "reviewer", task.id, reviewValues(task, verification));
}

export function askReviewer(context: Context, task: Task, advisor: TaskSpec): void {
  const why = because("plan_order");
  context.emit({ type: "advice_asked", advisor, advises: { role: "reviewer", about: task.id, because: why } });
}

/** Once per lineage. False: nobody judges it. */
export function askAboutClaim(context: Context, task: Task, claim: BlockedResult): boolean {
  if (task.claimsJudged > 0 || task.advises !== null) return false;
  const advisor = advisorFor(context.state, "reviewer", task.id, claimValues(task, claim));
  if (advisor === null) return false;
  const why = because("blocked", { reason: claim.blocked_reason, attempted: claim.attempted });
  context.emit({ type: "advice_asked", advisor, advises: { role: "reviewer", about: task.id, because: why, claim } });
  return true;
}

export function takeVerdict(context: Context, advisor: Task, advises: Advises, answer: ReviewerAnswer): void {
  const task = taskOf(context.state, advises.about);
  if (advises.claim) return judgeClaim(context, advisor, task, advises.claim, answer);
  // Skipped, sent back or asked about meanwhile: nobody waits for this verdict any more.
  if (task.reviewer !== advisor.id || task.status !== "verifying") return;
  const { verdict, reasons, must_change: mustChange } = answer;
  const attempt = `${task.id}.${task.attempts}`;
  context.emit({ type: "task_reviewed", task: task.id, attempt, advisor: advisor.id, verdict, reasons, mustChange });
  if (verdict === "reject") tryAgain(context, task, answer);
}

/** It failed, was skipped or given up: then it goes on without. */
export function reviewerGone(context: Context, advisor: Task, advises: Advises): void {
  const said = advisor.because?.facts["message"] ?? advisor.because?.facts["said"] ?? "it has ended";
  takeVerdict(context, advisor, advises, {
    verdict: "unsure",
    reasons: [`there is no usable answer of ${advisor.id} (${said})`],
    must_change: [],
  });
}

function tryAgain(context: Context, task: Task, answer: ReviewerAnswer): void {
  const failure: Failure = {
    class: "gate_failure",
    restart: "persistent",
    subject: "review",
    message: `the reviewer rejects it: ${firstOf(answer)}`,
    evidence: answer.must_change.slice(0, EVIDENCE_MAX),
  };
  const step = stepFor(context, task, failure);
  const restart: Restart = { because: step.because, reached: null, report: reportOf(answer) };
  if (step.take !== "escalate")
    return emitAgain(context, task, "queue", { because: step.because, restart, retries: 1 });
  if (askSupervisor(context, task, step.because, "A reviewer rejects the work of a task."))
    return emitAgain(context, task, "queue", { because: step.because, restart });
  escalate(context, { tasks: [task.id], because: step.because });
}

/** A claim that stands goes the way of every blocked task; one that is refuted is tried again, and told why. */
function judgeClaim(
  context: Context,
  advisor: Task,
  task: Task,
  claim: BlockedResult,
  { verdict, reasons, must_change }: ReviewerAnswer,
): void {
  if (task.status !== "ready" && task.status !== "waiting") return;
  context.emit({ type: "task_claim_judged", task: task.id, advisor: advisor.id, verdict, reasons });
  if (verdict !== "reject") return settleClaim(context, task, claim);
  const message = firstOf({ verdict, reasons, must_change });
  const why = because("advised", { role: "reviewer", reason: `it can be done: ${message}` }, reasons);
  const report = `You said that it cannot be done: ${claim.uncertain_about}\n${reportOf({ verdict, reasons, must_change })}`;
  emitAgain(context, task, "queue", { because: why, restart: { because: why, reached: null, report }, retries: 1 });
}

const EVIDENCE_MAX = 12;

function firstOf({ reasons, must_change }: ReviewerAnswer): string {
  return (reasons[0] ?? must_change[0] ?? "no reason was given").replace(/\.$/, "");
}

function reportOf({ reasons, must_change }: ReviewerAnswer): string {
  const list = (title: string, items: readonly string[]) =>
    items.length === 0 ? [] : [[title, ...items.map((item) => `- ${item}`)].join("\n")];
  return [...list("A reviewer says:", reasons), ...list("What must change:", must_change)].join("\n\n");
}

/** Whether somebody still waits for what this advisor would have said. */
export function isAwaited(context: Context, advisor: Task): boolean {
  const { advises } = advisor;
  if (advises?.role !== "reviewer" || !isFinal(advisor.status)) return false;
  const task = context.state.tasks.get(advises.about);
  if (!task) return false;
  return advises.claim ? task.restart?.because.rule === "blocked" : task.reviewer === advisor.id;
}
