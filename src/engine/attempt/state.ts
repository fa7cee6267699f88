/** The attempts that live: the state does not grow with history. A slice of the state. */
import type { Attempt, AttemptId } from "../../domain/work/attempt.ts";
import { mapSlice } from "../slice.ts";

export interface AttemptsState {
  live: Map<AttemptId, Attempt>;
  /** All that were ever started. */
  started: number;
}

export const attemptsSlice = mapSlice<AttemptsState>(() => ({ live: new Map(), started: 0 }), "live");
