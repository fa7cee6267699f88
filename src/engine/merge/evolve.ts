/** What reviews, comparisons of branches and the decisions about them change. Part of `evolve`. */
import { never } from "../../domain/bug.ts";
import type { Event, EventOf } from "../event.ts";
import { taskOf } from "../lookup.ts";
import { leaveMergeQueue } from "../proof/evolve.ts";
import { comeBack } from "../scheduling/ready-queue.ts";
import { HOLD } from "../scheduling/taken-resource.ts";
import type { State } from "../state.ts";
import { move } from "../task/slots.ts";
import type { CoherenceState } from "./state.ts";

export type JudgedEvent = Extract<
  Event,
  { type: "task_reviewed" | "task_claim_judged" | "task_compared" | "task_sent_back" | `coherence_${string}` }
>;

export function judged(state: State, event: JudgedEvent, at: number): void {
  switch (event.type) {
    case "task_reviewed":
      return reviewed(state, event, at);
    case "task_claim_judged":
      taskOf(state, event.task).claimsJudged += 1;
      return;
    case "task_compared":
      return compared(state, event, at);
    case "task_sent_back":
      return sendBack(state, event.task, at);
    case "coherence_decided":
      return decided(state, event);
    case "coherence_released":
      state.merge.coherence = { ...state.merge.coherence, held: null };
      comeBack(state.derived.ready, HOLD);
      return;
    case "coherence_checked":
      state.merge.coherence = { ...state.merge.coherence, checker: "answered", pending: event.pending };
      return;
    default:
      return never(event, "event");
  }
}

/** What nobody could judge goes on, and whoever builds on it is told. */
function reviewed(state: State, event: EventOf<"task_reviewed">, at: number): void {
  const task = taskOf(state, event.task);
  task.reviewer = null;
  if (event.verdict === "reject") return move(state, task, "failed", at);
  if (event.verdict === "unsure")
    task.concerns = [...task.concerns, `The reviewer was unsure: ${event.reasons.join("; ") || "no reason was given"}`];
  move(state, task, "integrating", at);
  state.merge.queue.push(task.id);
}

function compared(state: State, event: EventOf<"task_compared">, at: number): void {
  const task = taskOf(state, event.task);
  task.postponed = 0;
  if (event.next === "back") return sendBack(state, task.id, at);
  if (event.next === "merge") task.compared = task.commit;
  else task.putOff = true;
}

function sendBack(state: State, id: string, at: number): void {
  const task = taskOf(state, id);
  leaveMergeQueue(state, id);
  Object.assign(task, { reviewer: null, changeset: "update" });
  move(state, task, "failed", at);
}

function decided(state: State, event: EventOf<"coherence_decided">): void {
  const { about, step, keys, because } = event;
  const asks = step === "ask" || step === "give_up";
  const known = {
    ...state.merge.coherence.known,
    ...Object.fromEntries(keys.map((key) => [key, asks ? "asked" : "told"])),
  };
  state.merge.coherence = {
    ...state.merge.coherence,
    known: known as CoherenceState["known"],
    ...(!asks && { fix: about }),
    ...(asks && about !== null && { held: { task: about, because } }),
    ...(step === "give_up" && { unsettled: true }),
    pending: state.merge.coherence.pending.filter(({ key }) => !keys.includes(key)),
  };
}
