/**
 * A start the tree wants becomes an attempt: its number, its limits, and what it is told. Nothing is performed here;
 * the event says that it must be.
 */

import { type Because, because } from "../../domain/because.ts";
import type { RestartPolicy } from "../../domain/spec/config.ts";
import type { Settings } from "../../domain/spec/settings.ts";
import type { Changeset } from "../../domain/spec/workspace.ts";
import type { TreePath } from "../../domain/tree/tree.ts";
import type { Advisor } from "../../domain/work/advisor.ts";
import { attemptId, type Briefing } from "../../domain/work/attempt.ts";
import { dependenciesOf, type Task } from "../../domain/work/task.ts";
import { refOf, type Work } from "../../domain/work/work.ts";
import { modelOf } from "../budget/tiers.ts";
import type { Context } from "../context.ts";
import { holdsGrowth } from "../growth/growth-left.ts";
import { accountOf, taskOf, workOf } from "../lookup.ts";
import { heldEndpoint } from "../network/held-endpoint.ts";
import type { State } from "../state.ts";
import { sessionFor } from "../talk/session.ts";

export function startAttempt(context: Context, work: Task | Advisor, path: TreePath, incarnation: number): void {
  const { state, at } = context;
  const number = work.attempts + 1;
  const session = work.kind === "task" ? sessionFor(state, work) : null;
  context.emit({
    type: "attempt_started",
    attempt: attemptId(work.id, number),
    ...refOf(work),
    number,
    path,
    incarnation,
    agent: work.spec.agent,
    model: modelOf(state.settings, work),
    graceMs: policyOf(state.settings, work).graceS * 1000,
    deadlineAt: at + limitMs(state.settings, work),
    briefing: briefingOf(state, work),
    changeset: work.kind === "task" ? changesetOf(state, work) : "keep",
    ...(session && { session }),
    deferred: state.run.phase === "paused" || isHeld(state, work),
    because: number === 1 ? because("plan_order") : (work.because ?? because("plan_order")),
  });
}

/** Decisions by which it waited until others had finished something that it needs. */
const WAITED: ReadonlySet<Because["rule"]> = new Set(["needs_task", "fix_root_cause"]);

/** Whoever waited for others must find what they made, beside its own work. */
function changesetOf({ run }: State, { changeset, attempts, because: why, addedDependsOn }: Task): Changeset {
  // In a folder that all share nothing is put aside or brought in, and nobody is told that it was.
  if (run.base === null) return "keep";
  if (changeset !== "keep" || attempts === 0) return changeset;
  const waited = (why && WAITED.has(why.rule)) || addedDependsOn.length > 0;
  return waited ? "update" : "keep";
}

/** The usage limit of its account has to reset, what it needs cannot be reached, or the run may not grow any further. */
function isHeld(state: State, { id, kind, spec: { agent } }: Work): boolean {
  if (state.accounts.held.has(accountOf(state.settings, agent))) return true;
  return heldEndpoint(state, { id, agent }) !== null || holdsGrowth(state, { id, kind });
}

/** What was deferred while the run was paused, its account limited or its provider away starts now, as far as neither is so any more. */
export function admitDeferred(context: Context): void {
  const { run, settings } = context.state;
  if (run.phase !== "working") return;
  for (const attempt of [...context.state.attempts.live.values()]) {
    if (attempt.phase !== "deferred" || isHeld(context.state, workOf(context.state, attempt))) continue;
    const deadlineAt = context.at + limitMs(settings, workOf(context.state, attempt));
    context.emit({ type: "attempt_admitted", attempt: attempt.id, deadlineAt });
  }
}

export function policyOf(settings: Settings, task: Work): RestartPolicy {
  return settings.policies.roles[task.spec.role];
}

/** What people said since is worth more than that it is the same. */
function sameAgain(briefing: Briefing, { notes }: Task): Briefing {
  return notes.length === briefing.notes.length ? briefing : { ...briefing, notes: [...notes] };
}

function briefingOf(state: State, work: Task | Advisor): Briefing {
  if (work.kind === "advisor") return work.sameInput ?? { restart: work.restart, notes: [], upstream: [] };
  return work.sameInput ? sameAgain(work.sameInput, work) : freshBriefing(state, work);
}

function freshBriefing(state: State, task: Task): Briefing {
  const upstream = dependenciesOf(task).flatMap((id) => {
    const { decisions, concerns } = taskOf(state, id);
    return decisions.length + concerns.length === 0 ? [] : [{ task: id, decisions, concerns }];
  });
  const { restart, notes, advice } = task;
  return { restart, notes: [...notes], ...(advice !== null && { advice }), upstream };
}

const MINUTE_MS = 60_000;

function limitMs(settings: Settings, task: Work): number {
  return limitMinutes(settings, task) * MINUTE_MS;
}

/** The task's own budget, within what its agent allows, and what people granted beside it. */
export function limitMinutes(settings: Settings, task: Work): number {
  const agent = Math.min(
    settings.agents[task.spec.agent]?.minutes ?? 60,
    settings.caps?.attempt?.minutes ?? Number.POSITIVE_INFINITY,
  );
  return Math.min(task.spec.budget.minutes ?? agent, agent) + (task.granted?.minutes ?? 0);
}
