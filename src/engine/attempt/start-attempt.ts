/**
 * A start the tree wants becomes an attempt: its number, its limits, and what it is told. Nothing is performed here;
 * the event says that it must be.
 */
import type { Briefing } from "../../domain/attempt.ts";
import { type Because, because } from "../../domain/because.ts";
import type { RestartPolicy } from "../../domain/config.ts";
import type { Settings } from "../../domain/settings.ts";
import { dependenciesOf, type Task } from "../../domain/task.ts";
import type { TreePath } from "../../domain/tree.ts";
import type { Changeset } from "../../domain/workspace.ts";
import { accountOf } from "../account/accounts.ts";
import type { Context } from "../context.ts";
import { taskOf } from "../lookup.ts";
import type { State } from "../state.ts";
import { sessionFor } from "../talk/session.ts";

export function startAttempt(context: Context, task: Task, path: TreePath, incarnation: number): void {
  const { state, at } = context;
  const number = task.attempts + 1;
  const session = sessionFor(state, task);
  context.emit({
    type: "attempt_started",
    attempt: `${task.id}.${number}`,
    task: task.id,
    number,
    path,
    incarnation,
    agent: task.spec.agent,
    model: modelOf(state.settings, task),
    graceMs: policyOf(state.settings, task).graceS * 1000,
    deadlineAt: at + limitMs(state.settings, task),
    briefing: task.sameInput ? sameAgain(task.sameInput, task) : briefingOf(state, task),
    changeset: changesetOf(state, task),
    ...(session && { session }),
    held: state.run.phase === "paused" || state.accounts.held.has(accountOf(state.settings, task.spec.agent)),
    because: number === 1 ? because("plan_order") : (task.because ?? because("plan_order")),
  });
}

/** Decisions by which it waited until others had finished something that it needs. */
const WAITED: ReadonlySet<Because["rule"]> = new Set(["needs_task", "fix_root_cause"]);

/** Whoever waited for others must find what they made, beside its own work. */
function changesetOf({ run, tasks }: State, { changeset, attempts, because: why, addedDependsOn }: Task): Changeset {
  // In a folder that all share nothing is put aside or brought in, and nobody is told that it was.
  if (run.base === null) return "keep";
  if (changeset !== "keep" || attempts === 0) return changeset;
  const waited = (why && WAITED.has(why.rule)) || addedDependsOn.some((id) => tasks.get(id)?.advises === null);
  return waited ? "update" : "keep";
}

/** What was held while the run was paused or its account limited starts now, as far as neither is so any more. */
export function releaseHeld(context: Context): void {
  const {
    run,
    accounts: { held: accounts },
    settings,
  } = context.state;
  if (run.phase !== "working") return;
  for (const attempt of [...context.state.attempts.live.values()]) {
    if (attempt.phase !== "held" || accounts.has(accountOf(settings, attempt.agent))) continue;
    const task = taskOf(context.state, attempt.task);
    const deadlineAt = context.at + limitMs(context.state.settings, task);
    context.emit({ type: "attempt_released", attempt: attempt.id, deadlineAt });
  }
}

export function policyOf(settings: Settings, task: Task): RestartPolicy {
  return settings.policies.roles[task.spec.role];
}

/** What people said since is worth more than that it is the same. */
function sameAgain(briefing: Briefing, { notes }: Task): Briefing {
  return notes.length === briefing.notes.length ? briefing : { ...briefing, notes: [...notes] };
}

function briefingOf(state: State, task: Task): Briefing {
  const upstream = dependenciesOf(task).flatMap((id) => {
    const { decisions, concerns, advises } = taskOf(state, id);
    if (advises !== null) return [];
    return decisions.length + concerns.length === 0 ? [] : [{ task: id, decisions, concerns }];
  });
  const { restart, notes, advice } = task;
  return { restart, notes: [...notes], ...(advice !== null && { advice }), upstream };
}

/** By the tiers it was raised so far, and so many more. */
export function modelOf(settings: Settings, task: Task, more = 0): string | null {
  const tiers = settings.agents[task.spec.agent]?.tiers ?? [];
  const planned = Math.max(
    tiers.findIndex((each) => each.name === task.spec.tier),
    0,
  );
  return tiers[Math.min(planned + task.raised + more, tiers.length - 1)]?.model ?? null;
}

/** There is a model tier above the one it has now. */
export function canRaise(settings: Settings, task: Task): boolean {
  const tiers = settings.agents[task.spec.agent]?.tiers ?? [];
  const planned = tiers.findIndex((each) => each.name === task.spec.tier);
  return Math.max(planned, 0) + task.raised < tiers.length - 1;
}

const MINUTE_MS = 60_000;

function limitMs(settings: Settings, task: Task): number {
  return limitMinutes(settings, task) * MINUTE_MS;
}

/** The task's own budget, within what its agent allows. */
export function limitMinutes(settings: Settings, task: Task): number {
  const agent = settings.agents[task.spec.agent]?.minutes ?? 60;
  return Math.min(task.spec.budget.minutes ?? agent, agent);
}
