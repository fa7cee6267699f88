/** What is changed when the run is created, opened, paused, stopped or ended, and when its clock jumps. */
import { BugError } from "../../domain/bug.ts";
import type { Question } from "../../domain/work/question.ts";
import { raisedBy } from "../budget/budget-sum.ts";
import type { EventOf } from "../event.ts";
import type { State } from "../state.ts";
import { type AlsoEvolve, type Evolve, unchanged } from "../tables.ts";
import { derive } from "../task/derived.ts";
import { queue } from "../task/evolve.ts";
import { newTask } from "../task/frozen-task.ts";
import { IN_TREE, leaveTree, move } from "../task/slots.ts";
import { clearTimer, dueAt, setTimer, type Timer } from "../timer.ts";
import type { RunEvent } from "./events.ts";
import { THERE_NOW } from "./state.ts";

export const evolve: Evolve<RunEvent> = {
  run_created: created,
  run_opened: opened,
  run_paused: pausedOrResumed,
  run_resumed: pausedOrResumed,
  run_stopping: stopping,
  run_stopped: stopped,
  run_ended: ended,
  landing_begun: unchanged,
  publishing_begun: unchanged,
  landing_done({ run }, end, at) {
    if (end.how !== "refused") run.landed = { into: end.into, to: end.to, at };
  },
  clock_jumped: clockJumped,
  timer_fired: (state, { timer }) => clearTimer(state, timer),
};

export const also: AlsoEvolve = {
  /** Somebody brings a task back: what had ended is worked again. */
  task_requeued(state, { via }, at) {
    if (via === "queue" && state.run.phase === "ended")
      Object.assign(state.run, { phase: "working", verdict: null, endedAt: null, openedAt: at });
  },
  plan_changed({ run }, { added, file }, at) {
    if (file) run.planHash = file.hash;
    if (added.length > 0 && run.phase === "ended")
      Object.assign(run, { phase: "working", verdict: null, endedAt: null, openedAt: at });
  },
  question_answered(state, { question, text }, at) {
    const asked = state.questions.open.get(question);
    if (asked?.kind === "halt") state.run.failuresFrom = at;
    if (asked?.kind === "ready" && text !== THERE_NOW)
      state.run.accepted = [...(state.run.accepted ?? []), asked.missing];
  },
};

function created(state: State, event: EventOf<"run_created">, at: number): void {
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

function opened(state: State, event: EventOf<"run_opened">, at: number): void {
  const { run } = state;
  // A killed Reeve said no farewell: it worked until it was last heard of.
  if (run.phase === "working" || run.phase === "paused") run.workedMs += run.heardAt - run.openedAt;
  if (event.settings) state.settings = event.settings;
  if (event.history) state.run.history = event.history;
  if (event.basis) state.run.basis = event.basis;
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

/** What to do with a halted run, while that is not answered. */
export function haltQuestion({ questions: { open: questions } }: State): Question | null {
  for (const question of questions.values()) if (question.kind === "halt") return question;
  return null;
}

/** From now on it is worked. */
function countMinutes(state: State, at: number): void {
  const { run, settings, spending } = state;
  run.openedAt = at;
  const { minutes } = raisedBy(settings.budgets, spending.granted);
  if (minutes !== undefined) setTimer(state, { of: "run" }, at + minutes * 60_000 - run.workedMs);
}

function pausedOrResumed(state: State, event: EventOf<"run_paused" | "run_resumed">, at: number): void {
  const { run } = state;
  if (run.phase === "stopping") run.reopen = event.type === "run_resumed";
  else {
    if (run.phase === "halted") countMinutes(state, at);
    Object.assign(run, { phase: event.type === "run_paused" ? "paused" : "working", because: null });
  }
}

function stopping(state: State, event: EventOf<"run_stopping">): void {
  Object.assign(state.run, { phase: "stopping", because: event.because, reopen: false });
}

function stopped(state: State, event: EventOf<"run_stopped">, at: number): void {
  const { run } = state;
  run.workedMs += at - run.openedAt;
  const resumes = run.reopen;
  run.phase = resumes ? "working" : event.phase;
  run.reopen = false;
  fellTree(state, at);
  if (!resumes) return;
  run.because = null;
  countMinutes(state, at);
}

function ended(state: State, event: EventOf<"run_ended">, at: number): void {
  const { run } = state;
  run.workedMs += at - run.openedAt;
  Object.assign(run, { phase: "ended", verdict: event.verdict, endedAt: at });
  fellTree(state, at);
}

const OUTLIVES: ReadonlySet<Timer["of"]> = new Set(["account", "endpoint", "job", "inbox"]);

/** The tree is gone; whatever it still had goes back to the queue. A reset, a probe and a job that is tried again outlive it. */
function fellTree(state: State, at: number): void {
  state.tree.root = null;
  for (const { timer } of [...state.timers.values()]) if (!OUTLIVES.has(timer.of)) clearTimer(state, timer);
  for (const work of [...state.tasks.values(), ...state.advisors.asked.values()]) {
    if (work.path === null) continue;
    work.wakeAt = null;
    leaveTree(state, work);
    if (!IN_TREE.has(work.status)) continue;
    if (work.kind === "task") queue(state, work, at);
    else move(state, work, "ready", at);
  }
}

/** Sleeping is not working: deadlines move with the clock. */
function clockJumped(state: State, event: EventOf<"clock_jumped">): void {
  const run = dueAt(state, { of: "run" });
  if (run !== null) setTimer(state, { of: "run" }, run + event.byMs);
  state.run.workedMs -= event.byMs;
  for (const attempt of state.attempts.live.values()) {
    attempt.deadlineAt += event.byMs;
    attempt.idleMs = (attempt.idleMs ?? 0) + event.byMs;
    const timer = { of: "attempt", attempt: attempt.id } as const;
    if (dueAt(state, timer) !== null) setTimer(state, timer, attempt.deadlineAt);
  }
}
