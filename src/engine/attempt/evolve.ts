/** What is changed while attempts start, work and end; what they use is counted here. */

import { dayOf } from "../../basics/zone-offset.ts";
import { BugError } from "../../domain/bug.ts";
import type { Attempt } from "../../domain/work/attempt.ts";
import type { Usage } from "../../domain/work/outcome.ts";
import type { Task } from "../../domain/work/task.ts";
import { refOf } from "../../domain/work/work.ts";
import { limitOver } from "../account/evolve.ts";
import { costKey, withAttempt } from "../budget/cost-sum.ts";
import { attemptOf, workOf } from "../lookup.ts";
import type { State } from "../state.ts";
import type { Evolve } from "../tables.ts";
import { begun, entered, left, located, usedInSession } from "../talk/session-fold.ts";
import { agentGone, enterTree, IN_TREE, leaveTree, move } from "../task/slots.ts";
import { clearTimer, setTimer } from "../timer.ts";
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

type Of<T extends AttemptEvent["type"]> = Extract<AttemptEvent, { type: T }>;

function started(state: State, event: Of<"attempt_started">, at: number): void {
  const work = workOf(state, event);
  if (work.attempt !== null) throw new BugError(`${work.kind} ${work.id} already has the attempt ${work.attempt}`);
  state.attempts.live.set(event.attempt, newAttempt(event, at));
  state.attempts.started += 1;
  Object.assign(work, { attempts: event.number, attempt: event.attempt, because: event.because });
  Object.assign(work, { restart: null, sameInput: null, wakeAt: null });
  if (work.kind === "task") begin(work, event);
  enterTree(state, work, event.path);
  if (event.deferred) return move(state, work, "waiting_for_wakeup", at);
  move(state, work, "working", at);
  setTimer(state, { of: "attempt", attempt: event.attempt }, event.deadlineAt);
}

/** What was decided for the attempt before is used up. */
function begin(task: Task, event: Of<"attempt_started">): void {
  begun(task, event);
  Object.assign(task, { changeset: "keep", result: null, commit: null, reviewer: null, advice: null });
}

function admitted(state: State, event: Of<"attempt_admitted">, at: number): void {
  const attempt = attemptOf(state, event.attempt);
  const idleMs = (attempt.idleMs ?? 0) + at - attempt.startedAt;
  Object.assign(attempt, { phase: "starting", deadlineAt: event.deadlineAt, idleMs });
  setTimer(state, { of: "attempt", attempt: attempt.id }, event.deadlineAt);
  move(state, workOf(state, attempt), "working", at);
}

function up(state: State, event: Of<"attempt_up">, at: number): void {
  const attempt = attemptOf(state, event.attempt);
  Object.assign(attempt, { phase: "working", activityAt: at });
  const work = workOf(state, attempt);
  if (work.kind !== "task") return;
  if (event.workspace !== null) work.workspace = event.workspace;
  located(work, attempt, event);
}

function progressed(state: State, event: Of<"attempt_progressed">, at: number): void {
  const attempt = attemptOf(state, event.attempt);
  countUsage(state, attempt, event.usage, at);
  attempt.activityAt = at;
  if (event.activity !== null) attempt.activity = event.activity;
  const work = workOf(state, attempt);
  if (event.session === null) return;
  if (work.kind === "task") entered(work, attempt, event.session);
  else attempt.session = event.session; // nobody resumes it, and nobody else may be in it
}

function ended(state: State, event: Of<"attempt_ended">, at: number): void {
  const attempt = attemptOf(state, event.attempt);
  const work = workOf(state, attempt);
  countUsage(state, attempt, event.usage, at);
  sumCosts(state, attempt, event.usage.usd === undefined);
  attempt.activity = event.activity ?? attempt.activity;
  if (event.unlimited) limitOver(state, attempt.agent);
  state.attempts.live.delete(attempt.id);
  clearTimer(state, { of: "attempt", attempt: attempt.id });
  work.attempt = null;
  if (work.kind === "task") finish(work, event);
  agentGone(state, work);
  if (!IN_TREE.has(work.status)) return leaveTree(state, work);
  if (event.status !== null) move(state, work, event.status, at);
}

function finish(task: Task, event: Of<"attempt_ended">): void {
  Object.assign(task, { handover: event.handover, changeset: event.changeset });
  left(task, event);
  if (event.outcome.type !== "done") return;
  const { result } = event.outcome;
  const { repaired } = event;
  const marked = repaired === undefined ? [] : [`Repaired: ${repaired.because}`];
  Object.assign(task, { decisions: result.decisions, concerns: [...result.concerns, ...marked], result });
}

function newAttempt(event: Of<"attempt_started">, at: number): Attempt {
  const work =
    event.task === undefined
      ? ({ kind: "advisor", id: event.advisor } as const)
      : ({ kind: "task", id: event.task } as const);
  return {
    id: event.attempt,
    ...refOf(work),
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
function countUsage(state: State, attempt: Attempt, total: Usage, at: number): void {
  const work = workOf(state, attempt);
  const tokens = Math.max(0, total.tokens - attempt.usage.tokens);
  const usd = Math.max(0, (total.usd ?? 0) - (attempt.usage.usd ?? 0));
  if (total.usd === undefined && total.tokens > 0) {
    state.spending.usdUnknown = true;
    attempt.unpriced = true;
  }
  const more: Usage = { tokens, usd, ...(total.estimated && { estimated: true }) };
  attempt.usage = added(attempt.usage, more);
  work.usage = added(work.usage, more);
  state.spending.usage = added(state.spending.usage, more);
  if (tokens > 0 || usd > 0) countToday(state, more, at);
  if (work.kind === "task") usedInSession(work, attempt, tokens, usd);
}

/** What is shared by the runs of a day, and how fast it goes: in steps of some seconds, for some minutes. */
function countToday({ spending }: State, more: Usage, at: number): void {
  const day = dayOf(at, spending.zone);
  const before = spending.today?.day === day ? spending.today.usage : { tokens: 0, usd: 0 };
  spending.today = { day, usage: added(before, more) };
  if (!more.usd) return;
  const kept = (spending.burn ?? []).filter((each) => each.at > at - BURN_MS);
  const last = kept.at(-1);
  const isSame = last !== undefined && at - last.at < BURN_STEP_MS;
  const step = isSame ? { at: last.at, usd: last.usd + more.usd } : { at, usd: more.usd };
  spending.burn = [...(isSame ? kept.slice(0, -1) : kept), step];
}

const BURN_MS = 300_000;
const BURN_STEP_MS = 5_000;

/** What was counted for it in all, whoever counted it. */
function sumCosts(state: State, { agent, model, usage }: Attempt, isUnpriced: boolean): void {
  const used = isUnpriced ? { tokens: usage.tokens } : usage;
  for (const key of model === null ? [agent] : [agent, costKey(agent, model)]) {
    const sum = withAttempt(state.spending.costs.get(key), used);
    if (sum) state.spending.costs.set(key, sum);
  }
}

function added(usage: Usage, { tokens, usd = 0, estimated = usage.estimated }: Usage): Usage {
  return { tokens: usage.tokens + tokens, usd: (usage.usd ?? 0) + usd, ...(estimated && { estimated }) };
}
