/** What the run's own events change. Part of `evolve`. */
import { BugError } from "../../domain/bug.ts";
import type { Question } from "../../domain/question.ts";
import type { EventOf } from "../event.ts";
import type { State } from "../state.ts";
import { derive } from "../task/derived.ts";
import { queue } from "../task/evolve.ts";
import { newTask } from "../task/frozen-task.ts";
import { IN_TREE, leaveTree } from "../task/slots.ts";

export function created(state: State, event: EventOf<"run_created">, at: number): void {
  if (state.run.phase !== "none") throw new BugError(`run ${state.run.id} is created twice`);
  const { run, plan, planFile, planHash, base } = event;
  Object.assign(state.run, { id: run, title: plan.title, planFile, planHash, base, phase: "created", createdAt: at });
  state.settings = event.settings;
  state.plan.gangs = plan.gangs;
  state.plan.contract = plan.contract ?? null;
  state.plan.checkpoints = plan.checkpoints;
  plan.tasks.forEach((spec, index) => {
    state.tasks.set(spec.id, newTask(spec, index, at));
  });
  derive(state);
}

/** Due when the run has used its minutes. */
export const RUN_TIMER = "budget:run";

export function opened(state: State, event: EventOf<"run_opened">, at: number): void {
  const { run } = state;
  // A killed Reeve said no farewell: it worked until it was last heard of.
  if (run.phase === "working" || run.phase === "paused") run.workedMs += run.heardAt - run.openedAt;
  if (event.settings) state.settings = event.settings;
  if (event.history) state.run.history = event.history;
  const asks = haltQuestion(state) !== null;
  if (run.phase === "stopping") run.reopen = !asks;
  else if (run.phase === "created" || run.phase === "stopped" || (run.phase === "halted" && !asks)) {
    // Of a journal that knows no such question: that it is opened is the answer.
    if (run.because?.rule === "too_many_failed") run.failuresFrom = at;
    run.phase = "working";
    run.because = null;
  }
  countMinutes(state, at);
}

/** How a halted run is to go on, while that is not answered. */
export function haltQuestion({ questions: { open: questions } }: State): Question | null {
  for (const question of questions.values()) if (question.about === "run") return question;
  return null;
}

/** From now on it is worked. */
function countMinutes(state: State, at: number): void {
  const { run, settings, timers } = state;
  run.openedAt = at;
  const { minutes } = settings.budgets;
  if (minutes !== undefined) timers.set(RUN_TIMER, at + minutes * 60_000 - run.workedMs);
}

export function pausedOrResumed(state: State, event: EventOf<"run_paused" | "run_resumed">, at: number): void {
  const { run } = state;
  if (run.phase === "stopping") run.reopen = event.type === "run_resumed";
  else {
    if (run.phase === "halted") countMinutes(state, at);
    Object.assign(run, { phase: event.type === "run_paused" ? "paused" : "working", because: null });
  }
}

export function stopping(state: State, event: EventOf<"run_stopping">): void {
  Object.assign(state.run, { phase: "stopping", because: event.because, reopen: false });
}

export function stopped(state: State, event: EventOf<"run_stopped">, at: number): void {
  const { run } = state;
  run.workedMs += at - run.openedAt;
  const goesOn = run.reopen;
  run.phase = goesOn ? "working" : event.phase;
  run.reopen = false;
  fellTree(state, at);
  if (!goesOn) return;
  run.because = null;
  countMinutes(state, at);
}

export function ended(state: State, event: EventOf<"run_ended">, at: number): void {
  const { run } = state;
  run.workedMs += at - run.openedAt;
  Object.assign(run, { phase: "ended", verdict: event.verdict, endedAt: at });
  fellTree(state, at);
}

export function hostUp(state: State, event: EventOf<"host_up">): void {
  state.hosts.set(event.host, { bootId: event.bootId, silentBeats: 0 });
}

export function hostSilent(state: State, event: EventOf<"host_silent">): void {
  const bootId = state.hosts.get(event.host)?.bootId ?? "";
  state.hosts.set(event.host, { bootId, silentBeats: event.beats });
}

/** A limit that resets and a job that is tried again have nothing to do with the tree. */
const OUTLIVES_TREE = /^(account|job):/;

/** The tree is gone; whoever it still held goes back to the queue. */
function fellTree(state: State, at: number): void {
  state.tree.root = null;
  for (const timer of state.timers.keys()) if (!OUTLIVES_TREE.test(timer)) state.timers.delete(timer);
  for (const task of state.tasks.values()) {
    if (task.path === null) continue;
    task.wakeAt = null;
    leaveTree(state, task);
    if (IN_TREE.has(task.status)) queue(state, task, at);
  }
}
