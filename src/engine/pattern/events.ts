/** That several failures have one cause. */
import type { Because } from "../../domain/because.ts";
import type { Pattern, PatternId } from "../../domain/proof/pattern.ts";
import type { TaskId, TaskSpec } from "../../domain/spec/plan.ts";

export type PatternEvent =
  /** One cause behind several failures: one task fixes it, and those it concerns wait for that. */
  | { readonly type: "pattern_found"; readonly pattern: Pattern; readonly fix: TaskSpec; readonly because: Because }
  | {
      readonly type: "pattern_joined";
      readonly pattern: PatternId;
      readonly task: TaskId;
      readonly because: Because;
    };
