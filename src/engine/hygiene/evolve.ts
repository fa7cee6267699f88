/** What was tidied up is no work of this run: nothing of it changes, but that it was looked after. */
import { type Evolve, unchanged } from "../tables.ts";
import type { HygieneEvent } from "./events.ts";

export const evolve: Evolve<HygieneEvent> = {
  hygiene_done: unchanged,
  run_cleaned({ run }, _event, at) {
    run.cleanedAt = at;
  },
};
