/** The branch that a run merges onto: where it began, what is on it, where it was landed. Part of `projectFleet`. */
import { integrationBranch, type RunBase } from "../../../domain/spec/workspace.ts";
import type { RunCheck } from "../../../engine/run/state.ts";
import type { State } from "../../../engine/state.ts";

export interface IntegrationView {
  readonly base: RunBase;
  readonly branch: string;
  readonly mergeQueue: readonly string[];
  readonly check: RunCheck;
  /** The newest merge; null before the first, and in what an earlier version has kept. */
  readonly head: string | null;
  /** Where `reeve land` brought it last; null: nowhere yet. */
  readonly landed: { readonly into: string; readonly to: string } | null;
}

/** Null where all work in one folder. */
export function integrationView({ run, merge: { queue: mergeQueue } }: State): IntegrationView | null {
  if (run.base === null) return null;
  const { base, check, head = null, landed } = run;
  const where = landed === undefined ? null : { into: landed.into, to: landed.to };
  return { base, branch: integrationBranch(run.id), mergeQueue, check, head, landed: where };
}
