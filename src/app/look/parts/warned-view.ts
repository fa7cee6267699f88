/** Of which budgets four fifths are used. Part of `projectFleet`. */
import type { SharedCap } from "../../../domain/spec/caps.ts";
import type { State } from "../../../engine/state.ts";

/** As it was when it was said; of the run it can be seen from `budgets` and `usage` how it is now. */
export interface WarnedView {
  readonly whose: "attempt" | "task" | "gang" | "run" | SharedCap;
  readonly task: string | null;
  readonly limit: string;
}

export function warnedView({ spending }: State): WarnedView[] {
  return (spending.warned ?? []).map((name) => {
    const [whose = "run", task = "", ...limit] = name.split(" ");
    return { whose: whose as WarnedView["whose"], task: task || null, limit: limit.join(" ") };
  });
}
