/** What happens to verified work: laid beside the others', merged, sent back; and what becomes of the whole. */

import type { Because } from "../../domain/because.ts";
import type { CoherenceReport, Critical } from "../../domain/proof/coherence.ts";
import type { GateResult, Integration } from "../../domain/proof/gate.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import type { AttemptId } from "../../domain/work/attempt.ts";
import type { AdvisorId } from "../../domain/work/work.ts";

export type MergeEvent =
  /** The merge queue took it in, or sent it back. */
  | {
      readonly type: "task_integrated";
      readonly task: TaskId;
      readonly attempt: AttemptId;
      readonly integration: Integration;
    }
  /** Its work was laid beside what is integrated and what waits to be. */
  | {
      readonly type: "task_compared";
      readonly task: TaskId;
      readonly attempt: AttemptId;
      readonly report: CoherenceReport;
      readonly trouble?: string;
      /** merge: nothing is in the way. back: it has to change. wait: something else has to happen first. */
      readonly next: "merge" | "back" | "wait";
    }
  /** Verified, and out of the merge queue again: it has to change. */
  | { readonly type: "task_sent_back"; readonly task: TaskId; readonly because: Because }
  /** What is done about findings. `ask`: nothing starts and nothing is merged until it is decided. `accept`: a person leaves them so. */
  | {
      readonly type: "coherence_decided";
      /** Null: the whole. */
      readonly about: TaskId | null;
      readonly step: "retry" | "reopen" | "ask" | "give_up" | "accept";
      readonly keys: readonly string[];
      readonly because: Because;
    }
  /** It is decided: starts and merges continue. */
  | { readonly type: "freeze_lifted"; readonly about: TaskId }
  /** An agent has looked at the integrated whole; `report` null: it gave no usable answer. */
  | {
      readonly type: "coherence_checked";
      readonly advisor: AdvisorId;
      readonly report: CoherenceReport | null;
      readonly pending: readonly Critical[];
    }
  /** All tasks have ended: the integrated whole is looked at once more. */
  | { readonly type: "run_checking" }
  | {
      readonly type: "run_checked";
      readonly head: string | null;
      readonly gates: readonly GateResult[];
      readonly passed: boolean;
    };
