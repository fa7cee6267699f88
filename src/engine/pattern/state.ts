/** Causes behind several failures, and the open failures they were found in. A slice of the state. */
import type { FailureNote, Pattern, PatternId } from "../../domain/proof/pattern.ts";
import { mapSlice } from "../slice.ts";

export interface PatternsState {
  found: Map<PatternId, Pattern>;
  /** Open failures, oldest first; those of tasks that are done are gone. */
  failures: FailureNote[];
}

export const patternsSlice = mapSlice<PatternsState>(() => ({ found: new Map(), failures: [] }), "found");
