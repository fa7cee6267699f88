/** What is done to the run itself: created, opened by a Reeve, paused, stopped; and the clock. */

import type { Plan } from "../../domain/spec/plan.ts";
import type { Settings } from "../../domain/spec/settings.ts";
import type { RunBase } from "../../domain/spec/workspace.ts";
import type { AttemptId } from "../../domain/work/attempt.ts";
import type { Giver } from "../../domain/work/giver.ts";
import type { KnownHistory } from "../causes/history/known-history.ts";
import type { Basis } from "../forecast/basis.ts";
import type { Timer } from "../timer.ts";

export type RunInput =
  | {
      readonly type: "create_run";
      readonly run: string;
      readonly planFile: string;
      readonly planHash: string;
      readonly plan: Plan;
      readonly settings: Settings;
      readonly base: RunBase | null;
      /** Who began it; absent: an earlier Reeve took it. */
      readonly by?: Giver;
    }
  | {
      readonly type: "run_opened";
      readonly host: string;
      readonly bootId: string;
      readonly pid: number;
      readonly version: string;
      readonly settings: Settings;
      readonly adopted: readonly AttemptId[];
      /** What earlier runs met; absent: nothing. */
      readonly history?: KnownHistory;
      /** What tasks took in earlier runs; absent: nothing is known. */
      readonly basis?: Basis;
      /** The time zone that days of a budget begin in; absent: as before. */
      readonly zone?: string;
      /** What is missing before anything starts; absent: nobody has looked. */
      readonly unready?: readonly Unready[];
      /** Who had it worked; absent: an earlier Reeve took it. */
      readonly by?: Giver;
    }
  /** A person brings its work into a branch; noted before that is tried. */
  | {
      readonly type: "landing_begun";
      readonly into: string;
      readonly commit: string;
      readonly by: Giver;
      /** What steered git otherwise than when the run began, which the person says is fine; absent: nothing was waved through. */
      readonly trusted?: readonly string[];
    }
  /** A person has its work pushed, for pull requests; noted before that is tried. */
  | {
      readonly type: "publishing_begun";
      readonly branches: readonly string[];
      readonly by: Giver;
      readonly trusted?: readonly string[];
    }
  | ({ readonly type: "landing_done"; readonly by: Giver } & LandingEnd)
  | { readonly type: "timer_due"; readonly timer: Timer }
  | { readonly type: "clock_jumped"; readonly byMs: number };

/** How a landing ended. `already`: the branch had it. */
export type LandingEnd =
  | { readonly how: "fast_forward" | "merge"; readonly into: string; readonly from: string; readonly to: string }
  | { readonly how: "already"; readonly into: string; readonly to: string }
  | { readonly how: "refused"; readonly into: string; readonly sentence: string };

/** A program that agents, or the gates of their tasks, need and that is not there. */
export interface Unready {
  readonly program: string;
  /** By which agents it is needed. */
  readonly agents: readonly string[];
  readonly by: "agent" | "gate";
  /** One sentence, with what to do. */
  readonly message: string;
  readonly evidence: readonly string[];
}

export type RunOrder = { readonly type: "pause" } | { readonly type: "resume" } | { readonly type: "stop" };

export type RunRefusal =
  | { readonly what: "run_over"; readonly phase: string }
  | { readonly what: "run_exists"; readonly run: string };
