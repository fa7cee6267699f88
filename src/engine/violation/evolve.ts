/** What is kept of what no agent may do: the latest few, each cause once, and for what an attempt has been answered. */
import type { State } from "../state.ts";
import type { Evolve } from "../tables.ts";
import type { ViolationEvent } from "./events.ts";
import type { Violation } from "./violation.ts";

const VIOLATIONS_MAX = 20;

export const evolve: Evolve<ViolationEvent> = {
  violation_seen(state, { violation }) {
    keep(state, violation);
    if (violation.response === undefined) return;
    for (const id of violation.attempts) {
      const attempt = state.attempts.live.get(id);
      if (!attempt?.violated?.includes(violation.rule) && attempt)
        attempt.violated = [...(attempt.violated ?? []), violation.rule];
    }
  },
};

function keep({ violations }: State, violation: Violation): void {
  const { rule, attempts, times } = violation;
  const before = violations.findIndex((each) => each.rule === rule && `${each.attempts}` === `${attempts}`);
  if (times !== undefined && before >= 0) violations.splice(before, 1);
  violations.push(violation);
  if (violations.length > VIOLATIONS_MAX) violations.shift();
}
