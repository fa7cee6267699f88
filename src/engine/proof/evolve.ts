/** What is changed when a task's work was looked at, reviewed, or could not be looked at. */
import { provedWork } from "../../domain/proof/receipt.ts";
import { taskOf } from "../lookup.ts";
import { joinMergeQueue } from "../merge/evolve.ts";
import type { State } from "../state.ts";
import type { Evolve } from "../tables.ts";
import { move } from "../task/slots.ts";
import { setTimer } from "../timer.ts";
import type { ProofEvent } from "./events.ts";

type Of<T extends ProofEvent["type"]> = Extract<ProofEvent, { type: T }>;

export const evolve: Evolve<ProofEvent> = {
  task_verified: verified,
  task_reviewed: reviewed,
  task_claim_judged(state, { task }) {
    taskOf(state, task).claimsJudged += 1;
  },
  job_postponed(state, { task, at }) {
    taskOf(state, task).postponed += 1;
    setTimer(state, { of: "job", task }, at);
  },
};

function verified(state: State, event: Of<"task_verified">, at: number): void {
  const task = taskOf(state, event.task);
  const { commit, base, changed } = event.verification;
  const found = { commit, began: task.began ?? base, changedFiles: changed.files };
  Object.assign(task, { ...found, changeset: event.changeset, postponed: 0 });
  task.proved = event.passed ? provedWork(event) : null;
  if (!event.passed) return move(state, task, "failed", at);
  if (commit === null) return; // nothing to merge: the decision that it is done follows
  if (event.reviewer !== undefined) {
    task.reviewer = event.reviewer; // it stays where it is until that one has judged it
    return;
  }
  joinMergeQueue(state, task, at);
}

/** What nobody could judge goes on, and whoever builds on it is told. */
function reviewed(state: State, event: Of<"task_reviewed">, at: number): void {
  const task = taskOf(state, event.task);
  task.reviewer = null;
  if (event.verdict === "reject") return move(state, task, "failed", at);
  if (event.verdict === "unsure")
    task.concerns = [...task.concerns, `The reviewer was unsure: ${event.reasons.join("; ") || "no reason was given"}`];
  joinMergeQueue(state, task, at);
}
