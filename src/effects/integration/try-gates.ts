/**
 * Runs gates on a commit in the worktree that merges are tried in. Without gates nothing is checked out. A setup that
 * fails is the merge's fault only if it succeeds without the merge; else the machine's, and no task pays for it.
 */
import { join } from "node:path";
import type { Failure } from "../../domain/proof/failure.ts";
import { type GateResult, hasPassed, type IntegrateOrder } from "../../domain/proof/gate.ts";
import type { CommandCheck, TaskId } from "../../domain/spec/plan.ts";
import type { WorkOf } from "../gates/commands/run-gates.ts";
import type { CandidateWorktree } from "./candidate-worktree.ts";
import type { IntegrationOptions } from "./integration.ts";

export type Tried =
  | { readonly type: "green" | "red"; readonly gates: readonly GateResult[] }
  | { readonly type: "failed"; readonly failure: Failure };

export interface Trial {
  readonly candidate: string;
  /** What it is compared with. */
  readonly onto: string;
  readonly gates: readonly CommandCheck[];
  readonly task: TaskId | null;
  readonly of?: WorkOf;
  readonly signal: AbortSignal;
}

export interface Bench {
  readonly options: Pick<IntegrationOptions, "repository" | "runGates">;
  readonly worktree: CandidateWorktree;
}

/** Whose merge it is, as a trial wants to know it. */
export function ownerOf({ task, of }: IntegrateOrder): Pick<Trial, "task" | "of"> {
  return { task, ...(of && { of }) };
}

export async function tryGates({ options, worktree }: Bench, trial: Trial): Promise<Tried> {
  const { candidate, onto, gates, task, of, signal } = trial;
  if (gates.length === 0) return { type: "green", gates: [] };
  const ready = await worktree.checkOut(candidate, signal);
  if (ready.type === "failed") return ready;
  if (ready.type === "setup_failed") return blame(worktree, trial, ready.failure);
  const results = await options.runGates({
    dir: join(worktree.dir, options.repository.prefix),
    gates,
    task,
    base: onto,
    ...(of && { of }),
    signal,
    restore: () => worktree.restore(candidate, signal),
  });
  if (signal.aborted) return { type: "failed", failure: STOPPED };
  if ("failure" in results) return { type: "failed", failure: results.failure };
  return { type: hasPassed(results) ? "green" : "red", gates: results };
}

async function blame(worktree: CandidateWorktree, { onto, signal }: Trial, failure: Failure): Promise<Tried> {
  if (signal.aborted || failure.restart === "transient") return { type: "failed", failure };
  const without = await worktree.checkOut(onto, signal);
  if (without.type !== "ready" || signal.aborted) return { type: "failed", failure };
  const { message, evidence } = failure;
  return { type: "red", gates: [{ gate: "setup", name: "setup", verdict: "failed", message, evidence, tookMs: 0 }] };
}

const STOPPED: Failure = {
  class: "git_state",
  restart: "transient",
  message: "The gates were interrupted, so nothing was merged. Reeve will run them again.",
  evidence: [],
};
