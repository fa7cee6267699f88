/**
 * What Reeve does to the world, as data. Delivered at least once; whoever performs a start claims it first. Verifying,
 * comparing, integrating and checking are not claimed: they can be repeated, and only the answer counts.
 */

import type { CompareOrder } from "../domain/proof/compare.ts";
import type { CheckRunOrder, IntegrateOrder, VerifyOrder } from "../domain/proof/gate.ts";
import type { Budget } from "../domain/spec/plan.ts";
import type { AttemptId, AttemptOrder } from "../domain/work/attempt.ts";
import type { Question } from "../domain/work/question.ts";
import type { WaitingMessage } from "../domain/work/session.ts";
import type { Nudge } from "./health/events.ts";
import type { SendNotice } from "./notice/outbox.ts";
import type { Timer } from "./timer.ts";

export type Effect =
  | { readonly type: "start_attempt"; readonly order: AttemptOrder }
  | { readonly type: "stop_attempt"; readonly attempt: AttemptId; readonly graceMs: number }
  | { readonly type: "tell_attempt"; readonly attempt: AttemptId; readonly message: WaitingMessage }
  | { readonly type: "nudge_attempt"; readonly attempt: AttemptId; readonly nudge: Nudge }
  /** Holds all its processes where they are, and lets them go. */
  | { readonly type: "pause_attempt"; readonly attempt: AttemptId }
  | { readonly type: "wake_attempt"; readonly attempt: AttemptId }
  | { readonly type: "verify"; readonly order: VerifyOrder }
  | { readonly type: "compare"; readonly order: CompareOrder }
  | { readonly type: "integrate"; readonly order: IntegrateOrder }
  | { readonly type: "check_run"; readonly order: CheckRunOrder }
  /** How much the attempt's task, or the run (null), may use in all; for counting while it is used. */
  | { readonly type: "allow"; readonly attempt: AttemptId | null; readonly budget: Budget }
  /** Whether it can be reached; costs nothing. */
  | { readonly type: "probe_endpoint"; readonly endpoint: string }
  /** Those monitors work from now on that the tree has at work at that moment, and no others. */
  | { readonly type: "tend_monitors" }
  | { readonly type: "set_timer"; readonly timer: Timer; readonly at: number }
  | { readonly type: "ask_person"; readonly question: Question }
  /** A message to a receiver; claimed first. */
  | SendNotice;
