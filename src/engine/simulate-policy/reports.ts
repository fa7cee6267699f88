/** What Reeve would be told of a simulated attempt: its outcome, its gates, its merge; in the words of real tools. */
import type { Failure, FailureClass } from "../../domain/proof/failure.ts";
import type { GateResult, Integration } from "../../domain/proof/gate.ts";
import type { Fault } from "../../domain/spec/faults.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import type { Outcome } from "../../domain/work/outcome.ts";
import { DEFAULT_RESTARTS } from "../classify/rule.ts";

export function outcomeOf(task: TaskId, fault: Fault | null, at: number): Outcome {
  if (fault === null) return done(task);
  if (fault.how === "lost") return { type: "lost", evidence: ["its process is gone"] };
  if (fault.how !== "blocked") return { type: "failed", failure: failureOf(task, fault, at) };
  return {
    type: "blocked",
    result: {
      status: "blocked",
      task_id: task,
      blocked_reason: "ambiguous_spec",
      uncertain_about: "Which way is meant?",
      options: [],
      attempted: "",
      files_completed: [],
    },
  };
}

export function gatesOf(task: TaskId, fault: Fault | null): GateResult[] {
  if (fault === null) return [];
  const { class: kind, subject, message, evidence } = failureOf(task, fault, 0);
  const failure = { class: kind, ...(subject !== undefined && { subject }) };
  return [{ gate: "quality", name: "checks", verdict: "failed", message, failure, evidence, tookMs: 1 }];
}

export function mergeOf(conflicts: boolean): Integration {
  if (!conflicts) return { type: "merged", commit: "after", onto: "before", gates: [] };
  return { type: "conflict", onto: "before", files: ["shared"], others: [], report: "both sides" };
}

function done(task: TaskId): Outcome {
  const nothing = { files_created: [], files_modified: [], decisions: [], tests_added: [], concerns: [] };
  return { type: "done", result: { status: "done", task_id: task, ...nothing } };
}

const MINUTE_MS = 60_000;

function failureOf(task: TaskId, fault: Fault, at: number): Failure {
  // What each attempt meets by itself has a name of its own, so that nobody takes it for a common cause.
  const subject = fault.subject ?? (fault.shared === null ? `own-${task}` : "foundation");
  const line = (fault.text ?? LINES[fault.class] ?? `${fault.class}: {subject}`).replaceAll("{subject}", subject);
  return {
    class: fault.class,
    restart: fault.restart ?? DEFAULT_RESTARTS[fault.class],
    subject,
    message: line,
    ...(fault.retryAfterMinutes !== undefined && { retryAt: at + fault.retryAfterMinutes * MINUTE_MS }),
    evidence: [line],
  };
}

const LINES: Partial<Readonly<Record<FailureClass, string>>> = {
  import_error: "Error: Cannot find module '{subject}'",
  type_error: "error TS2304: Cannot find name '{subject}'",
  schema_mismatch: 'ERROR: relation "{subject}" does not exist',
  file_not_found: "Error: ENOENT: no such file or directory, open '{subject}'",
  test_failure: "FAIL {subject}",
  syntax_error: "SyntaxError: {subject}: unexpected token",
};
