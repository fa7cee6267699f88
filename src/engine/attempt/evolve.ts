/** What is changed while attempts start, work and end; what they use is counted here. */
import type { Attempt } from "../../domain/attempt.ts";
import { BugError } from "../../domain/bug.ts";
import type { Usage } from "../../domain/outcome.ts";
import { limitOver } from "../account/evolve.ts";
import { costKey, withAttempt } from "../budget/cost-sum.ts";
import type { EventOf } from "../event.ts";
import { attemptOf, limitTimer, taskOf } from "../lookup.ts";
import type { State } from "../state.ts";
import type { Evolve } from "../tables.ts";
import { begun, entered, left, located, usedInSession } from "../talk/session-fold.ts";
import { agentGone, enterTree, IN_TREE, leaveTree, move } from "../task/slots.ts";
import type { AttemptEvent } from "./events.ts";

export const evolve: Evolve<AttemptEvent> = {
  attempt_started: started,
  attempt_admitted: admitted,
  attempt_claimed(state, { attempt, host, inputHash }) {
    Object.assign(attemptOf(state, attempt), { host, inputHash });
  },
  attempt_up: up,
  attempt_progressed: progressed,
  attempt_stopping(state, { attempt, because }) {
    Object.assign(attemptOf(state, attempt), { phase: "stopping", stopBecause: because });
  },
  attempt_ended: ended,
};

function started(state: State, event: EventOf<"attempt_started">, at: number): void {
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
  if (event.deferred) return move(state, task, "waiting_for_wakeup", at);
  move(state, task, "working", at);
  state.timers.set(limitTimer(event.attempt), event.deadlineAt);
}

function admitted(state: State, event: EventOf<"attempt_admitted">, at: number): void {
  const attempt = attemptOf(state, event.attempt);
  Object.assign(attempt, { phase: "starting", deadlineAt: event.deadlineAt });
  state.timers.set(limitTimer(attempt.id), event.deadlineAt);
  move(state, taskOf(state, attempt.task), "working", at);
}

function up(state: State, event: EventOf<"attempt_up">, at: number): void {
  const attempt = attemptOf(state, event.attempt);
  const task = taskOf(state, attempt.task);
  Object.assign(attempt, { phase: "working", activityAt: at });
  if (event.workspace !== null) task.workspace = event.workspace;
  located(task, attempt, event);
}

function progressed(state: State, event: EventOf<"attempt_progressed">, at: number): void {
  const attempt = attemptOf(state, event.attempt);
  countUsage(state, attempt, event.usage);
  attempt.activityAt = at;
  if (event.activity !== null) attempt.activity = event.activity;
  if (event.session !== null) entered(taskOf(state, attempt.task), attempt, event.session);
}

function ended(state: State, event: EventOf<"attempt_ended">, at: number): void {
  const attempt = attemptOf(state, event.attempt);
  const task = taskOf(state, attempt.task);
  countUsage(state, attempt, event.usage);
  sumCosts(state, attempt, event.usage.usd === undefined);
  task.handover = event.handover;
  attempt.activity = event.activity ?? attempt.activity;
  if (event.unlimited) limitOver(state, attempt.agent);
  state.attempts.live.delete(attempt.id);
  state.timers.delete(limitTimer(attempt.id));
  task.attempt = null;
  task.changeset = event.changeset;
  left(task, event);
  agentGone(state, task);
  if (!IN_TREE.has(task.status)) return leaveTree(state, task);
  if (event.outcome.type === "done") {
    const { result } = event.outcome;
    Object.assign(task, { decisions: result.decisions, concerns: result.concerns, result });
  }
  if (event.status !== null) move(state, task, event.status, at);
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
    phase: event.deferred ? "deferred" : "starting",
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

function added(usage: Usage, tokens: number, usd: number): Usage {
  return { tokens: usage.tokens + tokens, usd: (usage.usd ?? 0) + usd };
}
