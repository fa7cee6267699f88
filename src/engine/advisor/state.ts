/** Who is asked for advice at this moment, and what advisors said last. A slice of the state. */

import type { TaskId } from "../../domain/spec/plan.ts";
import type { Advisor } from "../../domain/work/advisor.ts";
import type { AdvisorRole } from "../../domain/work/role-answers.ts";
import type { AdvisorId } from "../../domain/work/work.ts";
import { mapSlice } from "../slice.ts";

export interface Analysis {
  readonly task: TaskId;
  readonly advisor: AdvisorId;
  readonly text: string;
  readonly at: number;
}

export interface Recommendation {
  readonly task: TaskId | null;
  readonly advisor: AdvisorId;
  readonly text: string;
  readonly at: number;
}

export interface AdvisorsState {
  /** Until they have answered or failed and the tree has let go of them. */
  asked: Map<AdvisorId, Advisor>;
  /** How many were ever asked, by role; names the next one. */
  counts: Readonly<Partial<Record<AdvisorRole, number>>>;
  /** What one of them found out last. */
  latest: Analysis | null;
  /** What they would have people change; the latest last, each said once. Absent: nothing so far. */
  recommendations?: readonly Recommendation[];
  /** How often somebody was asked because of each cause, by its name. */
  causes: Readonly<Record<string, number>>;
  /** When somebody was asked, as far as it may still count; the latest last. */
  times: readonly number[];
}

export const advisorsSlice = mapSlice<AdvisorsState>(
  () => ({ asked: new Map(), counts: {}, latest: null, causes: {}, times: [] }),
  "asked",
);
