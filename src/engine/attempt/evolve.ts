/** What attempts' events change. Part of `evolve`. */
import type { Attempt } from "../../domain/attempt.ts";
import { BugError } from "../../domain/bug.ts";
import type { Handover, ToolCounts } from "../../domain/cost.ts";
import type { Usage } from "../../domain/outcome.ts";
import { heardOf } from "../account/evolve.ts";
import type { EventOf } from "../event.ts";
import { attemptOf, taskOf } from "../lookup.ts";
import { noteFailure } from "../pattern/failure-notes.ts";
import { costKey, withAttempt } from "../recovery/expected-cost.ts";
import { wasCut } from "../recovery/handed-over.ts";
import { RUN_TIMER } from "../run/evolve.ts";
import type { State } from "../state.ts";
import { begun, entered, left, located, usedInSession } from "../talk/evolve-session.ts";
import { agentGone, enterTree, IN_TREE, leaveTree, move } from "../task/slots.ts";

export function started(state: State, event: EventOf<"attempt_started">, at: number): void {
  const task = taskOf(state, event.task);
  if (task.attempt !== null) throw new BugError(`task ${task.id} already has the attempt ${task.attempt}`);
  state.attempts.live.set(event.attempt, newAttempt(event, at));
  begun(task, event);
  state.attempts.started += 1;
  Object.assign(task, { attempts: event.number, attempt: event.attempt, because: event.because });
  Object.assign(task, {
    restart: null,
    sameInput: null,
    wakeAt: null,
    changeset: "keep",
    result: null,
    commit: null,
    reviewer: null,
    advice: null,
  });
  enterTree(state, task, event.path);
  if (event.held) return move(state, task, "waiting_for_wakeup", at);
  move(state, task, "working", at);
  state.timers.set(limitTimer(event.attempt), event.deadlineAt);
}

export function released(state: State, event: EventOf<"attempt_released">, at: number): void {
  const attempt = attemptOf(state, event.attempt);
  Object.assign(attempt, { phase: "starting", deadlineAt: event.deadlineAt });
  state.timers.set(limitTimer(attempt.id), event.deadlineAt);
  move(state, taskOf(state, attempt.task), "working", at);
}

export function claimed(state: State, event: EventOf<"attempt_claimed">): void {
  Object.assign(attemptOf(state, event.attempt), { host: event.host, inputHash: event.inputHash });
}

export function up(state: State, event: EventOf<"attempt_up">, at: number): void {
  const attempt = attemptOf(state, event.attempt);
  const task = taskOf(state, attempt.task);
  Object.assign(attempt, { phase: "working", activityAt: at });
  if (event.workspace !== null) task.workspace = event.workspace;
  located(task, attempt, event);
}

export function progressed(state: State, event: EventOf<"attempt_progressed">, at: number): void {
  const attempt = attemptOf(state, event.attempt);
  countUsage(state, attempt, event.usage);
  attempt.activityAt = at;
  if (event.activity !== null) attempt.activity = event.activity;
  if (event.session !== null) entered(taskOf(state, attempt.task), attempt, event.session);
}

export function stopping(state: State, event: EventOf<"attempt_stopping">): void {
  Object.assign(attemptOf(state, event.attempt), { phase: "stopping", stopBecause: event.because });
}

export function ended(state: State, event: EventOf<"attempt_ended">, at: number): void {
  const attempt = attemptOf(state, event.attempt);
  const task = taskOf(state, attempt.task);
  countUsage(state, attempt, event.usage);
  sumCosts(state, attempt, event.usage.usd === undefined);
  task.handover = handoverOf(attempt, event.tools);
  attempt.activity = event.activity ?? attempt.activity;
  heardOf(state, attempt.agent, event.outcome);
  state.attempts.live.delete(attempt.id);
  state.timers.delete(limitTimer(attempt.id));
  task.attempt = null;
  task.changeset = event.changeset;
  left(task, event);
  if (event.outcome.type === "failed") noteFailure(state, task, attempt.id, event.outcome.failure, at);
  agentGone(state, task);
  if (!IN_TREE.has(task.status)) return leaveTree(state, task);
  if (event.outcome.type === "advised") return;
  if (event.outcome.type !== "done") return move(state, task, "failed", at);
  const { result } = event.outcome;
  Object.assign(task, { decisions: result.decisions, concerns: result.concerns, result });
  move(state, task, "verifying", at);
}

/** Sleeping is not working: deadlines move with the clock. */
export function clockJumped(state: State, event: EventOf<"clock_jumped">): void {
  const run = state.timers.get(RUN_TIMER);
  if (run !== undefined) state.timers.set(RUN_TIMER, run + event.byMs);
  state.run.workedMs -= event.byMs;
  for (const attempt of state.attempts.live.values()) {
    attempt.deadlineAt += event.byMs;
    const timer = limitTimer(attempt.id);
    if (state.timers.has(timer)) state.timers.set(timer, attempt.deadlineAt);
  }
}

export function limitTimer(attempt: string): string {
  return `limit:${attempt}`;
}

function newAttempt(event: EventOf<"attempt_started">, at: number): Attempt {
  return {
    id: event.attempt,
    task: event.task,
    number: event.number,
    path: event.path,
    incarnation: event.incarnation,
    agent: event.agent,
    model: event.model,
    graceMs: event.graceMs,
    briefing: event.briefing,
    changeset: event.changeset,
    startedAt: at,
    deadlineAt: event.deadlineAt,
    phase: event.held ? "held" : "starting",
    host: null,
    inputHash: null,
    stopBecause: null,
    usage: { tokens: 0, usd: 0 },
    activity: null,
    activityAt: at,
    session: event.session && "resumes" in event.session ? event.session.resumes : null,
  };
}

/**
 * An attempt reports its total so far, so a report that comes twice counts once. A smaller total comes from somebody who
 * knows less (a Reeve that has just adopted it, a lost attempt) and takes nothing back.
 */
function countUsage(state: State, attempt: Attempt, total: Usage): void {
  const task = taskOf(state, attempt.task);
  const tokens = Math.max(0, total.tokens - attempt.usage.tokens);
  const usd = Math.max(0, (total.usd ?? 0) - (attempt.usage.usd ?? 0));
  if (total.usd === undefined && total.tokens > 0) {
    state.spending.usdUnknown = true;
    attempt.unpriced = true;
  }
  attempt.usage = added(attempt.usage, tokens, usd);
  task.usage = added(task.usage, tokens, usd);
  state.spending.usage = added(state.spending.usage, tokens, usd);
  usedInSession(task, attempt, tokens, usd);
}

/** What was counted for it in all, whoever counted it. */
function sumCosts(state: State, { agent, model, usage }: Attempt, isUnpriced: boolean): void {
  const used = isUnpriced ? { tokens: usage.tokens } : usage;
  for (const key of model === null ? [agent] : [agent, costKey(agent, model)]) {
    const sum = withAttempt(state.spending.costs.get(key), used);
    if (sum) state.spending.costs.set(key, sum);
  }
}

function handoverOf({ briefing }: Attempt, tools: ToolCounts | undefined): Handover | null {
  const cut = wasCut(briefing);
  if (!tools && !cut) return null;
  const { read, changed, other } = tools ?? { read: 0, changed: 0, other: 0 };
  return { read, changed, other, cut };
}

function added(usage: Usage, tokens: number, usd: number): Usage {
  return { tokens: usage.tokens + tokens, usd: (usage.usd ?? 0) + usd };
}
