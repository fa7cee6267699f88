/**
 * What moves a task next. Every task that is not final can name it; if one cannot, Reeve is stuck and that is a bug.
 * `status` and `why` show it, the simulation asserts it.
 */

import { BugError, never } from "../domain/bug.ts";
import type { TaskId } from "../domain/spec/plan.ts";
import type { HostRoom } from "../domain/tree/host-room.ts";
import { dependenciesOf, isFinal, type Task } from "../domain/work/task.ts";
import type { AdvisorId } from "../domain/work/work.ts";
import type { HoldKind } from "./account/account.ts";
import { agentsOf } from "./account/accounts.ts";
import { slotsOf } from "./brake/slots.ts";
import { takenResource } from "./dispatch.ts";
import { holdsGrowth } from "./growth/growth-left.ts";
import { growthQuestion } from "./growth/guard.ts";
import { accountOf, taskOf } from "./lookup.ts";
import { needsComparing, nextMerge, waitsForFix } from "./merge/comparing.ts";
import { heldEndpoint } from "./network/held-endpoint.ts";
import type { Job } from "./proof/events.ts";
import { haltQuestion } from "./run/evolve.ts";
import type { Resource } from "./scheduling/resource.ts";
import type { State } from "./state.ts";
import { dueAt } from "./timer.ts";

export type Move =
  | { readonly by: "nobody" } // final
  | { readonly by: "tasks"; readonly on: readonly TaskId[] }
  | { readonly by: "slot" }
  /** The brake was released: one task comes first, then all. */
  | { readonly by: "release" }
  /** The machine has room for no more agents. */
  | { readonly by: "host"; readonly room: HostRoom }
  | { readonly by: "advisors"; readonly advisors: readonly AdvisorId[] }
  | { readonly by: "resource"; readonly resource: Resource }
  /** The usage limit of its account; `agents` share it. */
  | {
      readonly by: "account";
      readonly account: string;
      readonly agents: readonly string[];
      readonly until: number;
      readonly kind: HoldKind;
    }
  /** What it needs on the network cannot be reached. `probeAt`: when Reeve tries it next; null: it is being tried. */
  | {
      readonly by: "network";
      readonly endpoint: string;
      readonly detail: string;
      readonly since: number;
      readonly probeAt: number | null;
    }
  | { readonly by: "attempt"; readonly attempt: string }
  | { readonly by: "timer"; readonly at: number }
  | { readonly by: "siblings"; readonly tasks: readonly TaskId[] }
  | { readonly by: "job"; readonly job: Job; readonly retryAt: number | null }
  | { readonly by: "review"; readonly advisor: AdvisorId }
  /** Until it is decided what becomes of that task, or it has changed. */
  | { readonly by: "hold"; readonly task: TaskId }
  | { readonly by: "merge_queue"; readonly behind: TaskId }
  | { readonly by: "person"; readonly question: string }
  | { readonly by: "resume" }
  | { readonly by: "run" };

export function nextMove(state: State, task: Task): Move {
  switch (task.status) {
    case "done":
    case "skipped":
    case "given_up":
      return { by: "nobody" };
    case "waiting":
      return whenWaiting(state, task);
    case "ready":
      return whenReady(state, task);
    case "waiting_for_input":
      if (task.question === null || !state.questions.open.has(task.question))
        throw stuck(task, "its question is not open");
      return { by: "person", question: task.question };
    case "working":
    case "waiting_for_wakeup":
      return whenInTree(state, task);
    case "verifying":
      if (task.result === null) throw stuck(task, "nothing was handed back");
      return task.reviewer === null ? job(state, task, "verify") : whenReviewed(state, task.reviewer);
    case "integrating":
      return whenIntegrating(state, task);
    case "failed":
      throw stuck(task, `it is left in ${task.status}`);
    default:
      return never(task.status, "status");
  }
}

function whenWaiting(state: State, task: Task): Move {
  const on = dependenciesOf(task).filter((id) => !taskOf(state, id).met);
  const ended = on.filter((id) => isFinal(taskOf(state, id).status));
  if (ended.length === 0 && on.length === 0 && task.awaits.length > 0) return { by: "advisors", advisors: task.awaits };
  if (on.length === 0 || ended.length > 0) throw stuck(task, `it waits for ${ended.join(", ") || "nothing"}`);
  return { by: "tasks", on };
}

function whenReady(state: State, task: Task): Move {
  const { phase } = state.run;
  if (phase === "paused") return { by: "resume" };
  if (phase !== "working") return untilRun(state);
  const taken = takenResource(state, task);
  const limited = limitOf(state, task);
  if (limited && taken?.of === "account") return limited;
  if (taken?.of === "endpoint") return networkOf(state, taken.endpoint) ?? { by: "resource", resource: taken };
  const asked = taken?.of === "growth" ? growthQuestion(state) : null;
  if (asked !== null) return { by: "person", question: asked };
  if (taken !== null) return { by: "resource", resource: taken };
  if (state.derived.inTree < slotsOf(state)) throw stuck(task, "slots are free and nobody hands it out");
  if (state.brake.staged) return { by: "release" };
  const { room } = state.run;
  return room && room.agents < state.settings.maxParallel ? { by: "host", room } : { by: "slot" };
}

/** What its account waits for, where it is held. */
function limitOf({ settings, accounts: { held: accounts } }: State, { spec }: Task): Move | null {
  const account = accountOf(settings, spec.agent);
  const hold = accounts.get(account);
  if (!hold) return null;
  const { until, kind = "stated", question } = hold;
  if (question !== undefined) return { by: "person", question };
  return { by: "account", account, agents: agentsOf(settings, account), until, kind };
}

/** What an attempt waits for that the tree has and that may not start yet; null: nothing but its turn. */
function whenDeferred(state: State, task: Task): Move | null {
  const { id, kind, spec } = task;
  const away = networkOf(state, heldEndpoint(state, { id, agent: spec.agent }));
  const question = holdsGrowth(state, { id, kind }) ? growthQuestion(state) : null;
  return limitOf(state, task) ?? away ?? (question === null ? null : { by: "person", question });
}

function networkOf({ network }: State, endpoint: string | null): Move | null {
  const hold = endpoint === null ? undefined : network.held.get(endpoint);
  if (!hold || endpoint === null) return null;
  const { detail, since, probeAt } = hold;
  return { by: "network", endpoint, detail, since, probeAt };
}

/** A halted run first asks what to do. */
function untilRun(state: State): Move {
  const question = haltQuestion(state);
  return question === null ? { by: "run" } : { by: "person", question: question.id };
}

function whenReviewed(state: State, advisor: AdvisorId): Move {
  const asked = state.advisors.asked.get(advisor);
  if (!asked || isFinal(asked.status)) throw new BugError(`${advisor} has ended and a task waits for its review`);
  return { by: "review", advisor };
}

function whenIntegrating(state: State, task: Task): Move {
  const place = state.merge.queue.indexOf(task.id);
  if (place < 0 || task.commit === null) throw stuck(task, "the merge queue does not have it");
  const next = nextMerge(state);
  if (next === task) return job(state, task, needsComparing(state, task) ? "compare" : "integrate");
  if (state.merge.coherence.frozen !== null) return { by: "hold", task: state.merge.coherence.frozen.task };
  if (task.putOff && waitsForFix(state, task)) return { by: "hold", task: state.merge.coherence.fix ?? "" };
  if (next !== null && state.merge.queue.indexOf(next.id) > place) return { by: "merge_queue", behind: next.id };
  return { by: "merge_queue", behind: state.merge.queue[place - 1] ?? "" };
}

function job(state: State, task: Task, which: Job): Move {
  const { phase } = state.run;
  if (phase === "stopped" || phase === "halted") return untilRun(state);
  return { by: "job", job: which, retryAt: dueAt(state, { of: "job", task: task.id }) };
}

function whenInTree(state: State, task: Task): Move {
  if (task.attempt !== null) {
    if (!state.attempts.live.has(task.attempt)) throw stuck(task, "its attempt is not alive");
    const isHeld = task.status === "waiting_for_wakeup";
    if (isHeld && state.run.phase === "paused") return { by: "resume" };
    return (isHeld && whenDeferred(state, task)) || { by: "attempt", attempt: task.attempt };
  }
  if (state.run.phase === "stopping") return { by: "run" };
  if (task.wakeAt !== null) return { by: "timer", at: task.wakeAt };
  const siblings = (state.derived.gangTasks.get(task.spec.gang ?? "") ?? [])
    .map((id) => taskOf(state, id))
    .filter((each) => each !== task && (each.attempt !== null || each.wakeAt !== null));
  if (siblings.length === 0) throw stuck(task, "nothing in the tree starts it");
  return { by: "siblings", tasks: siblings.map((each) => each.id) };
}

function stuck(task: Task, why: string): BugError {
  return new BugError(`task ${task.id} is ${task.status} and cannot move: ${why}`);
}
