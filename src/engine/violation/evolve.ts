/** What is kept of what no agent may do: the latest few. */
import type { Evolve } from "../tables.ts";
import type { ViolationEvent } from "./events.ts";

const VIOLATIONS_MAX = 20;

export const evolve: Evolve<ViolationEvent> = {
  violation_seen({ violations }, { violation }) {
    violations.push(violation);
    if (violations.length > VIOLATIONS_MAX) violations.shift();
  },
};
