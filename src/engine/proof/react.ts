/** What is done when work was looked at: its turn in the merge queue, or another try later. */
import { merging } from "../merge/jobs.ts";
import { type AlsoReact, nothing, type React } from "../tables.ts";
import type { ProofEvent } from "./events.ts";
import { jobOf } from "./jobs.ts";

export const react: React<ProofEvent> = {
  task_verified: (_event, state) => merging(state),
  task_reviewed: (_event, state) => merging(state),
  task_claim_judged: nothing,
  job_postponed: ({ task, at }) => [{ type: "set_timer", timer: { of: "job", task }, at }],
};

export const also: AlsoReact = {
  attempt_ended: ({ task }, state) => (task === undefined ? [] : jobOf(state, task)),
  timer_fired: ({ timer }, state) => (timer.of === "job" ? jobOf(state, timer.task) : []),
};
