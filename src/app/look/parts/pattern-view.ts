/** Causes behind several failures: who failed by each, what fixes it and how that stands, who waits. Part of `projectFleet`. */
import type { Pattern } from "../../../domain/proof/pattern.ts";
import type { State } from "../../../engine/state.ts";

export interface PatternView {
  /** What the cause is called wherever it is met: also by `reeve patterns`. */
  readonly id: string;
  readonly rootCause: string;
  readonly members: readonly string[];
  readonly held: readonly string[];
  /** Of these, who waits for the fix now. */
  readonly waiting: readonly string[];
  readonly fix: string;
  readonly status: "fixing" | "fixed" | "asks" | "given_up";
  readonly foundAt: number;
}

export function patternView(state: State, { group: id, rootCause, members, held, fix, foundAt }: Pattern): PatternView {
  const status = state.tasks.get(fix)?.status;
  const shown = status === "done" ? "fixed" : status === "waiting_for_input" ? "asks" : "fixing";
  const ended = status === "given_up" || status === "skipped";
  const waiting = [...members, ...held].filter((task) => state.tasks.get(task)?.status === "waiting");
  return { id, rootCause, members, held, waiting, fix, status: ended ? "given_up" : shown, foundAt };
}
