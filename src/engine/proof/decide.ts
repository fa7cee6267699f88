/**
 * What follows when Reeve has looked at a task's work: the merge queue, done, one more try that is told what was found,
 * or a person. A report about work that is no longer the task's latest is ignored.
 */
import { type Because, because } from "../../domain/because.ts";
import type { Failure, FailureClass } from "../../domain/failure.ts";
import { type Changed, type GateResult, hasPassed, type Integration, tellingLines } from "../../domain/gate.ts";
import type { Task, TaskStatus } from "../../domain/task.ts";
import { askAdvisor, askSupervisor } from "../advisor/ask-advisor.ts";
import { debuggerValues } from "../advisor/what-to-tell.ts";
import { changesetAfterGates, isWrong } from "../attempt/changeset.ts";
import type { Context } from "../context.ts";
import type { Answer, Input } from "../input.ts";
import { settleComparison } from "../merge/coherence.ts";
import { needsComparing, nextMerge } from "../merge/comparing.ts";
import { settleRedWhole } from "../merge/red-whole.ts";
import { holdForPattern } from "../pattern/hold-for-pattern.ts";
import { escalate } from "../question/escalate.ts";
import { costOf, isOnItsOwn, prepareStep, stepFor } from "../recovery/choose-step.ts";
import { UPDATED } from "../recovery/rework.ts";
import { emitAgain } from "../task/requeue.ts";
import { jobTimer } from "./evolve.ts";
import { gapReport } from "./gap-report.ts";
import { askReviewer, reviewerOf } from "./reviewing.ts";

type Of<T extends Input["type"]> = Extract<Input, { type: T }>;
const TAKEN: Answer = { type: "taken" };

export function onVerified(context: Context, input: Of<"task_verified">): Answer {
  const task = concerned(context, input, ["verifying"]);
  // Under review it was looked at already.
  if (!task || task.reviewer !== null) return { type: "no" };
  const { attempt, verification } = input;
  const { settings } = context.state;
  const changeset = changesetAfterGates(verification.gates, settings);
  const failure = hasPassed(verification.gates) ? null : failureOf(verification.gates);
  const reviewer = failure ? null : reviewerOf(context, task, verification);
  context.emit({
    type: "task_verified",
    task: task.id,
    attempt,
    verification,
    failure,
    changeset,
    ...(reviewer && { reviewer: reviewer.id }),
  });
  if (reviewer) askReviewer(context, task, reviewer);
  if (failure) settleGates(context, task, { attempt, failure, ...verification });
  else if (verification.commit === null) context.emit({ type: "task_done", task: task.id });
  return TAKEN;
}

export function onIntegrated(context: Context, input: Of<"task_integrated">): Answer {
  const task = concerned(context, input, ["integrating"]);
  if (!task || nextMerge(context.state) !== task || needsComparing(context.state, task)) return { type: "no" };
  const { attempt, integration } = input;
  context.emit({ type: "task_integrated", task: task.id, attempt, integration });
  if (integration.type === "merged") context.emit({ type: "task_done", task: task.id });
  else settleEviction(context, task, integration);
  return TAKEN;
}

export function onCompared(context: Context, input: Of<"task_compared">): Answer {
  const task = concerned(context, input, ["integrating"]);
  const isDue = task && nextMerge(context.state) === task && needsComparing(context.state, task);
  if (!isDue) return { type: "no" };
  settleComparison(context, task, input.report, input.trouble);
  return TAKEN;
}

const POSTPONED_MAX = 3;
const POSTPONE_MS = 5_000;

/** Reeve's own trouble is not the agent's: no retry is counted, and what passes is waited for. */
export function onJobFailed(context: Context, input: Of<"job_failed">): Answer {
  const task = concerned(context, input, [input.job === "verify" ? "verifying" : "integrating"]);
  if (!task || task.reviewer !== null) return { type: "no" };
  const { job, failure } = input;
  if (failure.restart === "transient" && task.postponed < POSTPONED_MAX) {
    const at = context.at + POSTPONE_MS * 4 ** task.postponed;
    context.emit({ type: "job_postponed", task: task.id, job, failure, timer: jobTimer(task.id), at });
    return TAKEN;
  }
  const facts = { job, class: failure.class, message: failure.message };
  escalate(context, { tasks: [task.id], because: because("job_failed", facts, failure.evidence) });
  return TAKEN;
}

export function onRunChecked(context: Context, input: Of<"run_checked">): Answer {
  if (context.state.run.check !== "due") return { type: "no" };
  context.emit({ type: "run_checked", head: input.head, gates: input.gates });
  if (!hasPassed(input.gates)) settleRedWhole(context, input.gates);
  return TAKEN;
}

export function onOutsideWrite(context: Context, input: Of<"outside_write_seen">): Answer {
  const { state, at } = context;
  const alive = [...state.attempts.live.values()].filter(({ phase }) => phase !== "held").map(({ id }) => id);
  const attempts = [...new Set([...input.ended, ...alive])];
  const { rule = "outside_write", paths } = input;
  context.emit({ type: "violation_seen", violation: { rule, at, attempts, paths } });
  return TAKEN;
}

export function onAdvisorWrote(context: Context, input: Of<"advisor_wrote">): Answer {
  const { attempt, paths } = input;
  const violation = { rule: "advisor_wrote", at: context.at, attempts: [attempt], paths } as const;
  context.emit({ type: "violation_seen", violation });
  return TAKEN;
}

/** The task, while this report is still about its latest work. */
function concerned(
  { state }: Context,
  input: { readonly task: string; readonly attempt: string },
  statuses: readonly TaskStatus[],
): Task | null {
  const task = state.tasks.get(input.task);
  const current = task && input.attempt === `${task.id}.${task.attempts}`;
  return task && current && statuses.includes(task.status) ? task : null;
}

interface FailedGates {
  readonly attempt: string;
  readonly failure: Failure;
  readonly gates: readonly GateResult[];
  readonly changed: Changed;
}

function settleGates(context: Context, task: Task, { attempt, failure, gates, changed }: FailedGates): void {
  const { settings } = context.state;
  const { created, modified, deleted } = changed;
  const step = stepFor(context, task, failure, [...created, ...modified, ...deleted]);
  const common = isOnItsOwn(step) ? holdForPattern(context, task, attempt) : null;
  if (common) {
    const restart = { because: common, reached: null, report: gapReport(gates) };
    return emitAgain(context, task, "queue", { because: common, restart });
  }
  const report = gapReport(gates);
  const restart = { because: step.because, reached: null, report };
  if (step.take === "escalate") {
    if (askSupervisor(context, task, step.because, "A task failed its gates."))
      return emitAgain(context, task, "queue", { because: step.because, restart });
    return escalate(context, { tasks: [task.id], because: step.because });
  }
  // After a failed gate; where nobody is configured, or nothing comes of it, the retry goes on without.
  if (step.take === "retry")
    askAdvisor(context, "debugger", task, step.because, debuggerValues(context.state, task, report));
  if (step.take === "restart" || step.take === "same_input")
    return emitAgain(context, task, "queue", { because: step.because, restart, retries: 1 });
  prepareStep(context, task, step);
  const cost = costOf(step);
  // A higher tier would be handed the same.
  const handed = step.because.rule === "pipeline_cause";
  const raise = isWrong(gates) && settings.workspace.raiseTierWhenWrong && !cost.raised && !handed;
  emitAgain(context, task, "queue", { because: step.because, restart, ...cost, ...(raise && { raised: 1 }) });
}

const EVIDENCE_MAX = 12;

function failureOf(gates: readonly GateResult[]): Failure {
  const failed = gates.filter(({ verdict }) => verdict === "failed");
  const first = failed[0];
  const message = first?.message ?? "a gate failed";
  return {
    class: first?.failure?.class ?? (first ? classOf(first) : "gate_failure"),
    restart: "persistent",
    ...(first && { subject: first.failure?.subject ?? first.name }),
    message: failed.length > 1 ? `${message.replace(/\.$/, "")} (and ${failed.length - 1} more).` : message,
    evidence: failed.flatMap((gate) => tellingLines(gate, EVIDENCE_MAX)).slice(0, EVIDENCE_MAX),
  };
}

function classOf({ gate }: GateResult): FailureClass {
  if (gate === "quality") return "test_failure";
  return gate === "commitment" ? "commitment_failure" : "gate_failure";
}

/** Costs no retry of the lineage, because others moved the ground; but it does not go on for ever. */
function settleEviction(context: Context, task: Task, found: Exclude<Integration, { type: "merged" }>): void {
  const limit = context.state.settings.workspace.evictionsMax;
  const why = evictionOf(task, found, limit);
  if (task.evictions + 1 >= limit) return escalate(context, { tasks: [task.id], because: why });
  const restart = { because: why, reached: null, report: `${found.report.trimEnd()}\n\n${UPDATED}` };
  emitAgain(context, task, "queue", { because: why, restart, evictions: 1 });
}

function evictionOf(task: Task, found: Exclude<Integration, { type: "merged" }>, limit: number): Because {
  const facts = { kind: found.type, count: task.evictions + 1, limit, others: found.others.join(", ") };
  if (found.type === "conflict") return because("evicted", { ...facts, files: found.files.length }, found.files);
  const failure = failureOf(found.gates);
  return because("evicted", { ...facts, message: failure.message }, failure.evidence);
}
