/** What Reeve does to the world, as data. Delivered at least once; whoever performs a start claims it first. */
import type { AttemptId, AttemptOrder } from "./attempt.ts";
import type { Question } from "./question.ts";

export type Effect =
  | { readonly type: "start_attempt"; readonly order: AttemptOrder }
  | { readonly type: "stop_attempt"; readonly attempt: AttemptId; readonly graceMs: number }
  | { readonly type: "set_timer"; readonly timer: string; readonly at: number }
  | { readonly type: "ask_person"; readonly question: Question };
