/** How attempts end and what Reeve finds, in the fewest words, for tests of the engine. */
import type { FailureClass, RestartKind } from "../domain/proof/failure.ts";
import type { Gate, GateResult, Integration } from "../domain/proof/gate.ts";
import type { BlockedResult, DoneResult, Outcome } from "../domain/work/outcome.ts";

/** An attempt that says it is done. */
export function done(task: string, result: Partial<DoneResult> = {}): Outcome {
  const empty = { files_created: [], files_modified: [], decisions: [], tests_added: [], concerns: [] };
  return { type: "done", result: { status: "done", task_id: task, ...empty, ...result } };
}

/** An attempt that says it is blocked. */
export function blocked(task: string, result: Partial<BlockedResult> = {}): Outcome {
  const empty = { uncertain_about: "which way?", options: ["left", "right"], attempted: "both", files_completed: [] };
  return {
    type: "blocked",
    result: { status: "blocked", task_id: task, blocked_reason: "ambiguous_spec", ...empty, ...result },
  };
}

/** An attempt that failed with this class. */
export function failed(kind: FailureClass, restart: RestartKind, message = "it failed"): Outcome {
  return { type: "failed", failure: { class: kind, restart, message, evidence: ["the last line"] } };
}

/** One gate's result. */
export function gate(kind: Gate, verdict: GateResult["verdict"], message = `${kind} ${verdict}`): GateResult {
  return { gate: kind, name: kind, verdict, message, evidence: [`output of ${kind}`], tookMs: 1 };
}

/** The merge queue merged the work. */
export const MERGED: Integration = { type: "merged", commit: "after", onto: "before", gates: [] };
/** The merge queue found a conflict. */
export const CONFLICT: Integration = {
  type: "conflict",
  onto: "before",
  files: ["shared.txt"],
  others: ["other"],
  report: "both sides of shared.txt",
};

/** An attempt that crashed. */
export const CRASH: Outcome = failed("crash", "transient", "exit code 1");
