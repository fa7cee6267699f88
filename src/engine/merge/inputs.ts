/** What Reeve reports about comparing, merging and the whole. */

import type { CoherenceReport } from "../../domain/proof/coherence.ts";
import type { GateResult, Integration } from "../../domain/proof/gate.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import type { AttemptId } from "../../domain/work/attempt.ts";

export type MergeInput =
  | {
      readonly type: "task_integrated";
      readonly task: TaskId;
      readonly attempt: AttemptId;
      readonly integration: Integration;
    }
  /** `trouble`: it could not be looked at; nothing is held against anybody then. */
  | {
      readonly type: "task_compared";
      readonly task: TaskId;
      readonly attempt: AttemptId;
      readonly report: CoherenceReport;
      readonly trouble?: string;
    }
  | { readonly type: "run_checked"; readonly head: string | null; readonly gates: readonly GateResult[] };
