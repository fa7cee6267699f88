/** What is changed while work waits to be merged, is merged or sent back, and when the whole was looked at. */
import type { Task } from "../../domain/work/task.ts";
import { taskOf } from "../lookup.ts";
import { comeBack } from "../scheduling/ready-queue.ts";
import type { State } from "../state.ts";
import type { AlsoEvolve, Evolve } from "../tables.ts";
import { move } from "../task/slots.ts";
import { clearTimer } from "../timer.ts";
import type { MergeEvent } from "./events.ts";
import type { CoherenceState } from "./state.ts";

type Of<T extends MergeEvent["type"]> = Extract<MergeEvent, { type: T }>;

export const evolve: Evolve<MergeEvent> = {
  task_integrated: integrated,
  task_compared: compared,
  task_sent_back: (state, { task }, at) => sendBack(state, task, at),
  coherence_decided: decided,
  freeze_lifted(state) {
    state.merge.coherence = { ...state.merge.coherence, frozen: null };
    comeBack(state.derived.ready, { of: "freeze" });
  },
  coherence_checked(state, { pending }) {
    state.merge.coherence = { ...state.merge.coherence, checker: "answered", pending };
  },
  run_checking(state) {
    state.run.check = "due";
  },
  run_checked(state, { passed }) {
    state.run.check = passed ? "green" : "red";
  },
};

/** Whatever takes a task out of the hands of Reeve's own jobs. */
export const also: AlsoEvolve = {
  task_skipped: (state, { task }) => leaveMergeQueue(state, task),
  task_given_up: (state, { task }) => leaveMergeQueue(state, task),
  question_asked(state, { question }) {
    if (question.kind === "whole" && state.run.check === "red") state.run.redAsked = true;
    for (const id of question.tasks) leaveMergeQueue(state, id);
  },
  question_joined: (state, { task }) => leaveMergeQueue(state, task),
  question_awaited: (state, { task }) => leaveMergeQueue(state, task),
  advice_asked(state, { request }) {
    if (request.role === "coherence") state.merge.coherence = { ...state.merge.coherence, checker: "asked" };
  },
  round_judged(state, { task, round }) {
    if (round.by !== "coherence") return;
    const { [task]: _, ...others } = state.merge.coherence.open ?? {};
    const open = round.findings.length === 0 ? others : { ...others, [task]: round.findings };
    state.merge.coherence = { ...state.merge.coherence, open };
  },
  /** What was looked at was the whole of another plan. */
  plan_changed(state) {
    state.run.check = "not_due";
  },
};

export function joinMergeQueue(state: State, task: Task, at: number): void {
  move(state, task, "integrating", at);
  state.merge.queue.push(task.id);
}

function leaveMergeQueue(state: State, id: string): void {
  const place = state.merge.queue.indexOf(id);
  if (place >= 0) state.merge.queue.splice(place, 1);
  clearTimer(state, { of: "job", task: id });
  Object.assign(taskOf(state, id), { reviewer: null, compared: null, putOff: false });
}

function integrated(state: State, event: Of<"task_integrated">, at: number): void {
  const task = taskOf(state, event.task);
  leaveMergeQueue(state, task.id);
  task.postponed = 0;
  if (event.integration.type === "merged") {
    const { commit, onto } = event.integration;
    // Work that an earlier merge brought in already moves nothing.
    const isNewest = onto === (state.run.head ?? state.run.base?.commit);
    Object.assign(state.run, { check: "not_due", redAsked: false, ...(isNewest && { head: commit }) });
    return;
  }
  task.changeset = "update";
  move(state, task, "failed", at);
}

function compared(state: State, event: Of<"task_compared">, at: number): void {
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

const KNOWN_AS = {
  retry: "sent_back",
  reopen: "sent_back",
  ask: "asked",
  give_up: "asked",
  accept: "accepted",
} as const;

function decided(state: State, event: Of<"coherence_decided">): void {
  const { about, step, keys, because } = event;
  const { coherence } = state.merge;
  const known: CoherenceState["known"] = Object.fromEntries(keys.map((key) => [key, KNOWN_AS[step]]));
  state.merge.coherence = {
    ...coherence,
    known: { ...coherence.known, ...known },
    ...((step === "retry" || step === "reopen") && { fix: about }),
    ...(step === "ask" && about !== null && { frozen: { task: about, because } }),
    ...(step === "give_up" && { unsettled: true }),
    pending: coherence.pending.filter(({ key }) => !keys.includes(key)),
  };
}
