/** What advisors said. A slice of the state. */
import type { TaskId } from "../../domain/plan.ts";
import { plainSlice } from "../slice.ts";

export interface Analysis {
  readonly task: TaskId;
  readonly advisor: TaskId;
  readonly text: string;
  readonly at: number;
}

export interface AdvisorsState {
  /** What one of them found out last. */
  latest: Analysis | null;
}

export const advisorsSlice = plainSlice<AdvisorsState>(() => ({ latest: null }));
