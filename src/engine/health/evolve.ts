/** What is kept of an attempt's health: its grade, and since when. */
import { attemptOf } from "../lookup.ts";
import { type Evolve, unchanged } from "../tables.ts";
import type { HealthEvent } from "./events.ts";

export const evolve: Evolve<HealthEvent> = {
  health_judged(state, { attempt, grade }, at) {
    attemptOf(state, attempt).health = { grade, since: at };
  },
  attempt_nudged: unchanged,
};
