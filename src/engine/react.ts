/**
 * Event → effects, as data. Also `outstanding`: what a state still owes the world, for a Reeve that takes over a run.
 * Both say the same thing of the same state, so an effect that was lost with the process is simply due again.
 */
import type { Attempt, AttemptOrder } from "../domain/attempt.ts";
import { accountTimer } from "./account/evolve.ts";
import { limitTimer } from "./attempt/evolve.ts";
import { composePrompt } from "./attempt/prompt.ts";
import type { Effect } from "./effect.ts";
import type { Event } from "./event.ts";
import { attemptOf, taskOf } from "./lookup.ts";
import { checkOf, jobOf, merging, verifyingOf } from "./proof/jobs.ts";
import type { State } from "./state.ts";

export function react(event: Event, state: State): Effect[] {
  switch (event.type) {
    case "attempt_started":
    case "attempt_released":
      return startEffects(state, event.attempt);
    case "attempt_up":
      return messagesTo(state, state.attempts.live.get(event.attempt));
    case "task_told":
      return messagesTo(state, state.attempts.live.get(event.to ?? ""));
    case "attempt_stopping":
      return stopEffects(state, event.attempt);
    case "restart_scheduled":
      return event.timer === null ? [] : [{ type: "set_timer", timer: event.timer, at: event.at }];
    case "run_opened":
    case "clock_jumped":
      return [...state.timers].map(([timer, at]) => ({ type: "set_timer", timer, at }));
    case "timer_fired":
      return event.timer.startsWith("job:") ? jobOf(state, event.timer.slice("job:".length)) : [];
    case "account_held":
      return [{ type: "set_timer", timer: accountTimer(event.account ?? event.agent), at: event.until }];
    case "account_paced":
      return [{ type: "set_timer", timer: accountTimer(event.account), at: event.until }];
    case "job_postponed":
      return [{ type: "set_timer", timer: event.timer, at: event.at }];
    case "attempt_ended":
      return jobOf(state, event.task);
    case "task_verified":
    case "task_integrated":
    case "task_reviewed":
    case "task_compared":
    case "task_sent_back":
    case "coherence_released":
    case "task_skipped":
    case "task_given_up":
      return merging(state);
    case "run_checking":
      return [checkOf(state)];
    case "question_asked":
      return [{ type: "ask_person", question: event.question }, ...merging(state)];
    default:
      return [];
  }
}

/** Everything not yet done: timers, starts nobody claimed, stops nobody confirmed. */
export function outstanding(state: State): Effect[] {
  const timers: Effect[] = [...state.timers].map(([timer, at]) => ({ type: "set_timer", timer, at }));
  const attempts = [...state.attempts.live.values()].flatMap((attempt) => owedTo(state, attempt));
  const jobs = [...verifyingOf(state), ...merging(state)];
  return [...timers, ...attempts, ...jobs, ...(state.run.check === "due" ? [checkOf(state)] : [])];
}

function owedTo(state: State, attempt: Attempt): Effect[] {
  if (attempt.phase === "stopping") return [{ type: "stop_attempt", attempt: attempt.id, graceMs: attempt.graceMs }];
  if (attempt.phase === "starting" && attempt.host === null) return [startOf(state, attempt)];
  return messagesTo(state, attempt);
}

/** Only who is up hears anything; whoever starts is told then. */
function messagesTo(state: State, attempt: Attempt | undefined): Effect[] {
  if (attempt?.phase !== "working") return [];
  const { untold } = taskOf(state, attempt.task);
  return untold.map((message) => ({ type: "tell_attempt", attempt: attempt.id, message }));
}

function startEffects(state: State, id: string): Effect[] {
  const attempt = state.attempts.live.get(id);
  if (attempt?.phase !== "starting") return [];
  return [startOf(state, attempt), { type: "set_timer", timer: limitTimer(id), at: attempt.deadlineAt }];
}

function stopEffects(state: State, id: string): Effect[] {
  const attempt = state.attempts.live.get(id);
  return attempt ? [{ type: "stop_attempt", attempt: id, graceMs: attempt.graceMs }] : [];
}

function startOf(state: State, attempt: Attempt): Effect {
  return { type: "start_attempt", order: orderOf(state, attempt.id) };
}

export function orderOf(state: State, id: string): AttemptOrder {
  const { task: taskId, number, agent, model, briefing, changeset, session: own } = attemptOf(state, id);
  const task = taskOf(state, taskId);
  const { title } = task.spec;
  const { advises } = task;
  const session = task.session && task.session.id === own ? { ...task.session } : null;
  const prompt =
    advises === null ? composePrompt(task.spec, briefing, state.settings.agents[agent]?.tools) : task.spec.prompt;
  const order = { id, task: taskId, number, agent, model, prompt, title, changeset, session };
  if (advises === null) return order;
  return { ...order, advisor: { role: advises.role, commit: taskOf(state, advises.about).commit } };
}
