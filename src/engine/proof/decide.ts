/**
 * What follows when Reeve has looked at a task's work: a reviewer, the merge queue, done, or recovery. A report about work
 * that is no longer the task's latest is ignored. Reeve's own trouble is not the agent's.
 */
import { because } from "../../domain/because.ts";
import type { Failure } from "../../domain/proof/failure.ts";
import { hasPassed, type Verification } from "../../domain/proof/gate.ts";
import { answerDigest } from "../../domain/work/junk.ts";
import type { Task } from "../../domain/work/task.ts";
import { changesetAfterGates, isWrong } from "../attempt/changeset.ts";
import { noteOf } from "../attempt/failure-note.ts";
import { emptyRepair } from "../attempt/repaired.ts";
import type { Context } from "../context.ts";
import { type Answer, type InputOf, NO, TAKEN } from "../input.ts";
import { holdEndpoint, machineLack } from "../network/decide.ts";
import { escalate } from "../question/ask.ts";
import { gapReport } from "../recovery/gap-report.ts";
import { gateFailure } from "../recovery/gate-failure.ts";
import { recover } from "../recovery/recover.ts";
import { gateFindings, judgeRound } from "../recovery/rounds.ts";
import type { Decide } from "../tables.ts";
import { latestWork } from "../task/latest-work.ts";
import type { ProofInput } from "./inputs.ts";
import { askReviewer, reviewerFor } from "./reviewing.ts";

export const decide: Decide<ProofInput> = { task_verified: onVerified, job_failed: onJobFailed };

function onVerified(context: Context, input: InputOf<"task_verified">): Answer {
  const { state, at } = context;
  const task = latestWork(state, input, ["verifying"]);
  // Under review it was looked at already.
  if (!task || task.reviewer !== null) return NO;
  const { attempt } = input;
  const unnamed = emptyRepair(task, input.verification);
  const gates = [...input.verification.gates, ...unnamed];
  const verification = unnamed.length === 0 ? input.verification : { ...input.verification, gates };
  const passed = hasPassed(gates);
  const failure = passed ? null : gateFailure(gates);
  const note = failure && noteOf(task, attempt, failure, at);
  const reviewer = passed ? reviewerFor(state, task, verification) : null;
  context.emit({
    type: "task_verified",
    task: task.id,
    attempt,
    verification,
    passed,
    failure,
    changeset: changesetAfterGates(gates, state.settings),
    ...(note && { note }),
    ...(reviewer && { reviewer }),
  });
  if (failure) gatesFailed(context, task, attempt, failure, verification);
  else if (reviewer) askReviewer(context, task, attempt, verification);
  else if (verification.commit === null) context.emit({ type: "task_done", task: task.id });
  return TAKEN;
}

function gatesFailed(context: Context, task: Task, attempt: string, failure: Failure, found: Verification): void {
  const { created, modified, deleted } = found.changed;
  const round = judgeRound(context, task, "gates", gateFindings(found.gates));
  const report = [gapReport(found.gates), round.told].filter((part) => part !== "").join("\n\n");
  recover(context, {
    task,
    attempt,
    failure,
    ended: null,
    report,
    found: report,
    isEndless: round.isEndless,
    touched: [...created, ...modified, ...deleted],
    ...(emptyRepair(task, found).length > 0 && task.result !== null && { refused: answerDigest(task.result) }),
    raise: isWrong(found.gates) && context.state.settings.workspace.raiseTierWhenWrong,
    trigger: "A task failed its gates.",
  });
}

const POSTPONED_MAX = 3;
const POSTPONE_MS = 5_000;

/** No retry is counted, and what passes is waited for. What the machine lacks is asked about once for all, where it is held. */
function onJobFailed(context: Context, input: InputOf<"job_failed">): Answer {
  const task = latestWork(context.state, input, [input.job === "verify" ? "verifying" : "integrating"]);
  if (!task || task.reviewer !== null) return NO;
  const { job, failure } = input;
  const lack = machineLack(context.state, failure);
  if (lack) {
    const at = context.at + POSTPONE_MS * 4 ** Math.min(task.postponed, POSTPONED_MAX - 1);
    context.emit({ type: "job_postponed", task: task.id, job, failure, at });
    holdEndpoint(context, lack, null);
    return TAKEN;
  }
  if (failure.restart === "transient" && task.postponed < POSTPONED_MAX) {
    const at = context.at + POSTPONE_MS * 4 ** task.postponed;
    context.emit({ type: "job_postponed", task: task.id, job, failure, at });
    return TAKEN;
  }
  const facts = { job, class: failure.class, message: failure.message };
  escalate(context, { tasks: [task.id], because: because("job_failed", facts, failure.evidence) });
  return TAKEN;
}
