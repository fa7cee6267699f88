/** The merge queue, and what was found when branches were laid side by side. A slice of the state. */
import type { Because } from "../../domain/because.ts";
import type { Critical } from "../../domain/proof/coherence.ts";
import type { RoundFinding } from "../../domain/proof/round.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import { plainSlice } from "../slice.ts";

export interface MergeState {
  /** Tasks that are integrating, in their order; only the first is being merged. */
  queue: TaskId[];
  coherence: CoherenceState;
}

/** What was found and is not decided. */
export interface CoherenceState {
  /** The one task that is worked again because of it; others wait with what they would change. */
  fix: TaskId | null;
  /** Findings by their key: sent back to whoever has to change, asked about, or accepted as they are by a person. */
  known: Readonly<Record<string, "sent_back" | "asked" | "accepted">>;
  /** What each task was sent back for or asked about and nobody has seen mended; absent: nothing of anybody. */
  open?: Readonly<Record<TaskId, readonly RoundFinding[]>>;
  /** Nothing starts and nothing is merged until it is decided what becomes of this task. */
  frozen: { readonly task: TaskId; readonly because: Because } | null;
  /** An agent looks at the integrated whole once. */
  checker: "not_asked" | "asked" | "answered";
  /** What it found and is not decided yet. */
  pending: readonly Critical[];
  /** Something stays as it was found, and nobody is to be asked: the run cannot end well. */
  unsettled: boolean;
}

const NOTHING_FOUND: CoherenceState = {
  fix: null,
  known: {},
  frozen: null,
  checker: "not_asked",
  pending: [],
  unsettled: false,
};

export const mergeSlice = plainSlice<MergeState>(() => ({ queue: [], coherence: NOTHING_FOUND }));
