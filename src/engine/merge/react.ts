/** What is done about the merge queue: whoever is next is compared and merged; and the whole is looked at. */
import type { Effect } from "../effect.ts";
import type { State } from "../state.ts";
import { type AlsoReact, nothing, type React } from "../tables.ts";
import type { MergeEvent } from "./events.ts";
import { checkOf, merging } from "./jobs.ts";

export const react: React<MergeEvent> = {
  task_integrated: next,
  task_compared: next,
  task_sent_back: next,
  coherence_decided: nothing,
  freeze_lifted: next,
  coherence_checked: nothing,
  run_checking: (_event, state) => [checkOf(state)],
  run_checked: nothing,
};

/** Whoever leaves the queue makes room. */
export const also: AlsoReact = { task_skipped: next, task_given_up: next, question_asked: next };

function next(_event: unknown, state: State): readonly Effect[] {
  return merging(state);
}
