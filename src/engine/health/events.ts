/** What is decided about the health of attempts. */
import type { Because } from "../../domain/because.ts";
import type { AttemptId } from "../../domain/work/attempt.ts";
import type { Grade } from "../../domain/work/health.ts";

export type HealthEvent =
  | {
      readonly type: "health_judged";
      readonly attempt: AttemptId;
      readonly grade: Grade;
      /** How long, by which limit, with all that was seen. */
      readonly because: Because;
    }
  /** It is woken by a signal, or asked what it does; nothing of its work is touched. */
  | { readonly type: "attempt_nudged"; readonly attempt: AttemptId; readonly nudge: Nudge };

export type Nudge =
  | { readonly how: "wake" }
  /** Heard once, however often it is sent. */
  | { readonly how: "ask"; readonly id: string; readonly text: string };
