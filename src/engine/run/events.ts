/** What happens to the run itself. */

import type { Because } from "../../domain/because.ts";
import type { Plan } from "../../domain/spec/plan.ts";
import type { Settings } from "../../domain/spec/settings.ts";
import type { RunBase } from "../../domain/spec/workspace.ts";
import type { AttemptId } from "../../domain/work/attempt.ts";
import type { KnownHistory } from "../causes/history/known-history.ts";
import type { Basis } from "../forecast/basis.ts";
import type { Timer } from "../timer.ts";
import type { LandingEnd } from "./inputs.ts";

export type Verdict = "done" | "failed";

export type RunEvent =
  | {
      readonly type: "run_created";
      readonly run: string;
      readonly planFile: string;
      readonly planHash: string;
      readonly plan: Plan;
      readonly settings: Settings;
      readonly base: RunBase | null;
    }
  | {
      readonly type: "run_opened";
      readonly host: string;
      readonly bootId: string;
      readonly pid: number;
      readonly version: string;
      readonly settings: Settings | null;
      readonly adopted: readonly AttemptId[];
      /** What earlier runs met; absent: nothing. */
      readonly history?: KnownHistory;
      /** What tasks took in earlier runs; absent: nothing is known. */
      readonly basis?: Basis;
      /** The time zone that days of a budget begin in; absent: as before. */
      readonly zone?: string;
    }
  | { readonly type: "run_paused" }
  | { readonly type: "run_resumed" }
  | { readonly type: "run_stopping"; readonly because: Because }
  | { readonly type: "run_stopped"; readonly phase: "stopped" | "halted" }
  | { readonly type: "run_ended"; readonly verdict: Verdict }
  /** Somebody brings its work into a branch of theirs. */
  | {
      readonly type: "landing_begun";
      readonly into: string;
      readonly commit: string;
      readonly trusted?: readonly string[];
    }
  | {
      readonly type: "publishing_begun";
      readonly branches: readonly string[];
      readonly trusted?: readonly string[];
    }
  | ({ readonly type: "landing_done" } & LandingEnd)
  | { readonly type: "clock_jumped"; readonly byMs: number }
  | { readonly type: "timer_fired"; readonly timer: Timer };
