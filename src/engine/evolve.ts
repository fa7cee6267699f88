/**
 * Event → state. The only place where the state changes. It decides nothing: what an event means was decided before it
 * was written, so replaying an old journal never asks today's rules. An event that cannot be is a bug and throws.
 */

import { hasPassed } from "../domain/gate.ts";
import * as accounts from "./account/evolve.ts";
import * as attempts from "./attempt/evolve.ts";
import type { Event } from "./event.ts";
import { treeOf } from "./lookup.ts";
import { judged } from "./merge/evolve.ts";
import * as patterns from "./pattern/evolve.ts";
import { forgetFailures } from "./pattern/failure-notes.ts";
import * as proofs from "./proof/evolve.ts";
import { questioned } from "./question/evolve.ts";
import * as plans from "./replan/evolve.ts";
import * as runs from "./run/evolve.ts";
import type { State } from "./state.ts";
import { applyTreeFact } from "./supervision/facts.ts";
import { createTree } from "./supervision/tree.ts";
import type { TalkEvent } from "./talk/events.ts";
import { talked } from "./talk/evolve.ts";
import { sessionEvent } from "./talk/evolve-session.ts";
import * as tasks from "./task/evolve.ts";

export function evolve(state: State, event: Event, at: number): void {
  apply(state, event, at);
  state.run.heardAt = at;
}

function apply(state: State, event: Event, at: number): void {
  switch (event.type) {
    case "run_created":
      return runs.created(state, event, at);
    case "run_opened":
      return runs.opened(state, event, at);
    case "run_paused":
    case "run_resumed":
      return runs.pausedOrResumed(state, event, at);
    case "run_stopping":
      return runs.stopping(state, event);
    case "run_stopped":
      return runs.stopped(state, event, at);
    case "run_ended":
      return runs.ended(state, event, at);
    case "run_checking":
      state.run.check = "due";
      return;
    case "run_checked":
      state.run.check = hasPassed(event.gates) ? "green" : "red";
      return;
    case "clock_jumped":
      return attempts.clockJumped(state, event);
    case "host_up":
      return runs.hostUp(state, event);
    case "host_silent":
      return runs.hostSilent(state, event);
    case "host_lost":
      state.hosts.delete(event.host);
      return;
    case "supervisor_gave_up":
      return;
    case "account_held":
      return accounts.held(state, event);
    case "account_paced":
      return accounts.paced(state, event);
    case "account_released":
      return accounts.released(state, event);
    case "tree_planted":
      state.tree.root = createTree(event.spec);
      return;
    case "tree_changed":
      for (const fact of event.facts) applyTreeFact(treeOf(state), fact);
      return;
    case "restart_scheduled":
      return tasks.restartScheduled(state, event);
    case "timer_fired":
      state.timers.delete(event.timer);
      return;
    case "result_reported":
    case "attempt_waits":
    case "wisdom_added":
    case "message_sent":
    case "callback_failed":
      return talked(state, event, at);
    default:
      return applyWork(state, event, at);
  }
}

type WorkEvent = Extract<
  Exclude<Event, TalkEvent>,
  {
    type:
      | `attempt_${string}`
      | `task_${string}`
      | `question_${string}`
      | `pattern_${string}`
      | `advice_${string}`
      | `coherence_${string}`
      | "action_refused"
      | "dependency_added"
      | `replan_${string}`
      | "plan_changed"
      | "job_postponed"
      | "violation_seen";
  }
>;

function applyWork(state: State, event: WorkEvent, at: number): void {
  switch (event.type) {
    case "attempt_started":
      return attempts.started(state, event, at);
    case "attempt_released":
      return attempts.released(state, event, at);
    case "attempt_claimed":
      return attempts.claimed(state, event);
    case "attempt_up":
      return attempts.up(state, event, at);
    case "attempt_progressed":
      return attempts.progressed(state, event, at);
    case "attempt_stopping":
      return attempts.stopping(state, event);
    case "attempt_ended":
      return attempts.ended(state, event, at);
    case "attempt_noted":
    case "attempt_told":
    case "task_told":
      return sessionEvent(state, event);
    case "task_again":
      return tasks.again(state, event, at);
    case "task_left_tree":
      return tasks.leftTree(state, event);
    case "advice_asked":
      return patterns.adviceAsked(state, event, at);
    case "advice_given":
      return patterns.adviceGiven(state, event, at);
    case "action_refused":
      return;
    case "replan_proposed":
      return plans.proposed(state, event);
    case "replan_dropped":
      return plans.dropped(state, event);
    case "plan_changed":
      return plans.changed(state, event, at);
    case "pattern_found":
      return patterns.patternFound(state, event, at);
    case "pattern_joined":
      return patterns.patternJoined(state, event, at);
    case "dependency_added":
      return tasks.dependencyAdded(state, event, at);
    case "task_reopened":
      return tasks.reopened(state, event, at);
    case "task_verified":
      return proofs.verified(state, event, at);
    case "task_integrated":
      return proofs.integrated(state, event, at);
    case "job_postponed":
      return proofs.postponed(state, event);
    case "violation_seen":
      return proofs.violated(state, event);
    case "task_done":
      forgetFailures(state, event.task);
      return tasks.done(state, event, at);
    case "task_skipped":
      return tasks.skipped(state, event, at);
    case "task_given_up":
      return tasks.givenUp(state, event, at);
    case "task_revived":
      return tasks.revived(state, event, at);
    case "question_asked":
    case "question_joined":
    case "question_awaited":
    case "question_answered":
    case "question_withdrawn":
      return questioned(state, event, at);
    default:
      return judged(state, event, at);
  }
}
