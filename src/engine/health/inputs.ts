/** What is seen of attempts at work. */
import type { AttemptId } from "../../domain/work/attempt.ts";
import type { Signs } from "../../domain/work/health.ts";

/** Reported when the grade that follows is another one than before. */
export type HealthInput = { readonly type: "health_seen"; readonly attempt: AttemptId; readonly signs: Signs };
