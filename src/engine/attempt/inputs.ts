/** What is reported about attempts: claims, life signs, calls that repeat, ends. */

import type { Workspace } from "../../domain/spec/workspace.ts";
import type { Unready } from "../../domain/tree/unready.ts";
import type { AttemptId } from "../../domain/work/attempt.ts";
import type { ToolCounts } from "../../domain/work/cost.ts";
import type { Outcome, Usage } from "../../domain/work/outcome.ts";
import type { Unreached } from "../../domain/work/unreached.ts";

/** How the model that answers is priced, where it is not on the list. */
export interface UnlistedPrice {
  readonly model: string;
  /** Whose price is taken for it, as an estimate; null: nobody is like it. */
  readonly like: string | null;
}

export type AttemptInput =
  | { readonly type: "attempt_claimed"; readonly attempt: AttemptId; readonly host: string; readonly inputHash: string }
  | {
      readonly type: "attempt_up";
      readonly attempt: AttemptId;
      readonly pid: number;
      readonly workspace?: Workspace;
      readonly parked?: string;
      readonly dir?: string;
      readonly moved?: true;
    }
  | {
      readonly type: "attempt_progressed";
      readonly attempt: AttemptId;
      readonly usage: Usage;
      readonly activity: string | null;
      readonly session: string | null;
      readonly price?: UnlistedPrice;
    }
  | {
      readonly type: "attempt_ended";
      readonly attempt: AttemptId;
      readonly outcome: Outcome;
      readonly usage: Usage;
      readonly tools?: ToolCounts;
      /** What it did last, where that was not told yet. */
      readonly activity?: string;
      /** Some of its processes could not be ended, or nobody could look. */
      readonly mayLive?: true;
      /** What it needs on the network could not be reached, as Reeve found too. */
      readonly unreached?: Unreached;
      /** It was not started: Reeve looked before, and this was missing. */
      readonly unready?: readonly Unready[];
    }
  /** It calls a tool again and again and makes nothing new: so often with the same input, and with nearly the same. */
  | {
      readonly type: "calls_repeated";
      readonly attempt: AttemptId;
      readonly tool: string;
      readonly input: string;
      readonly same: number;
      readonly alike: number;
    };
