/** What must be true after every single step of every simulated run. */

import { dependenciesOf, isFinal } from "../../src/domain/work/task.ts";
import type { WorkRef } from "../../src/domain/work/work.ts";
import type { Event } from "../../src/engine/event.ts";
import { findWork, taskOf, workOf } from "../../src/engine/lookup.ts";
import { nextMove } from "../../src/engine/next-move.ts";
import type { State } from "../../src/engine/state.ts";
import { freezeState, thawState } from "../../src/engine/state.ts";
import { holdsFiles } from "../../src/engine/task/derived.ts";
import { gangOfPath } from "../../src/engine/tree/run-tree.ts";
import { limitsAreKept, nobodyPaysForTheNetwork } from "./hold-invariants.ts";
import type { World } from "./world.ts";

export function checkInvariants(world: World): void {
  const { state } = world;
  nothingTwice(world);
  everyTaskCanMove(state);
  slotsAreKept(state);
  attemptsAndTasksAgree(state);
  sessionsAreNotShared(state);
  dependenciesComeFirst(world);
  intensityIsKept(world);
  limitsAreKept(world);
  nobodyPaysForTheNetwork(world);
  mergesAreInOrder(world);
  questionsHaveAskers(state);
  changedPlanIsIndexed(world);
}

/** Whatever was added, changed and removed: the indexes are those that would be built from the tasks alone. */
function changedPlanIsIndexed({ journal, state }: World): void {
  if (!journal.at(-1)?.events.some(({ type }) => type === "plan_changed")) return;
  const rebuilt = thawState(JSON.parse(JSON.stringify(freezeState(state))));
  const live = JSON.stringify(indexesOf(state));
  const anew = JSON.stringify(indexesOf(rebuilt));
  if (live !== anew) throw new Error(`the indexes differ after a change of the plan:\n${live}\n${anew}`);
  for (const task of state.tasks.values()) {
    const unmet = dependenciesOf(task).filter((id) => !taskOf(state, id).met).length + task.awaits.length;
    if ((task.status === "waiting" || task.status === "ready") && task.unmet !== unmet)
      throw new Error(`${task.id} counts ${task.unmet} unmet dependencies, it has ${unmet}`);
  }
}

function indexesOf({ derived }: State): unknown {
  const sorted = <T>(map: ReadonlyMap<string, T>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  const lists = (map: ReadonlyMap<string, readonly string[]>) =>
    sorted(map).map(([name, ids]) => [name, ids.toSorted()] as const);
  const waiting = [...derived.ready.heap, ...[...derived.ready.aside.values()].flat()];
  return {
    dependants: lists(derived.dependants),
    gangTasks: lists(derived.gangTasks),
    fileClaims: lists(derived.fileClaims),
    openClaims: sorted(derived.openClaims),
    fileHolders: sorted(derived.fileHolders),
    perAgent: sorted(derived.perAgent).filter(([, count]) => count > 0),
    counts: derived.counts,
    inTree: derived.inTree,
    ready: [...new Set(waiting.filter(({ status }) => status === "ready").map(({ id }) => id))].sort(),
  };
}

/** Only what was verified is merged, once, and the queue holds just those that wait for it. */
function mergesAreInOrder({ state, merged }: World): void {
  const integrating = [...state.tasks.values()].filter((task) => task.status === "integrating").map(({ id }) => id);
  const queued = state.merge.queue.toSorted();
  if (queued.join() !== integrating.toSorted().join())
    throw new Error(`the merge queue has ${queued}, integrating are ${integrating}`);
  if (new Set(merged).size !== merged.length) throw new Error(`merged twice: ${merged}`);
  for (const task of state.tasks.values()) {
    if (task.status !== "done" || state.run.base === null) continue;
    if (task.commit === null || !merged.includes(task.commit)) throw new Error(`${task.id} is done without its merge`);
  }
}

/** What an agent asked while it worked stays open no longer than its task. */
function questionsHaveAskers({ questions: { open: questions }, tasks }: State): void {
  for (const question of questions.values()) {
    if (question.kind !== "agent") continue;
    const { id, asker, tasks: waiting } = question;
    const task = tasks.get(asker);
    if (!task || (isFinal(task.status) && task.attempt === null)) throw new Error(`${id} is open, ${asker} has ended`);
    if (waiting.length > 0) throw new Error(`${id} is asked by ${asker} at work, and ${waiting} wait for it`);
  }
}

/** Unless it was opened again in between, because others found it wrong. */
function nothingTwice({ accepted, reopened }: World): void {
  const last = accepted.at(-1);
  if (last === undefined) return;
  const times = accepted.filter((each) => each === last).length;
  const again = reopened.filter((each) => each === last).length;
  if (times > again + 1) throw new Error(`${last} was accepted ${times} times, opened again ${again} times`);
}

/** Throws by itself when a task is stuck. */
function everyTaskCanMove(state: State): void {
  for (const task of state.tasks.values()) {
    if (!isFinal(task.status)) nextMove(state, task);
  }
}

function slotsAreKept(state: State): void {
  const inTree = [...state.tasks.values(), ...state.advisors.asked.values()].filter((work) => work.path !== null);
  if (inTree.length !== state.derived.inTree)
    throw new Error(`${inTree.length} tasks in the tree, ${state.derived.inTree} counted`);
  if (inTree.length > state.settings.maxParallel)
    throw new Error(`${inTree.length} tasks in ${state.settings.maxParallel} slots`);
  const files = [...state.tasks.values()].filter(holdsFiles).flatMap((task) => task.spec.files);
  if (new Set(files).size !== files.length) throw new Error(`one file is claimed twice: ${files}`);
  for (const [agent, { parallel }] of Object.entries(state.settings.agents)) {
    const busy = inTree.filter((task) => task.spec.agent === agent).length;
    if (busy > parallel) throw new Error(`${busy} tasks for ${agent}, at most ${parallel}`);
  }
}

function attemptsAndTasksAgree(state: State): void {
  for (const attempt of state.attempts.live.values()) {
    if (workOf(state, attempt).attempt !== attempt.id)
      throw new Error(`${attempt.id} lives, its task does not know it`);
  }
  for (const task of [...state.tasks.values(), ...state.advisors.asked.values()]) {
    if (task.attempt !== null && !state.attempts.live.has(task.attempt))
      throw new Error(`${task.id} names a dead attempt`);
  }
}

/** As far as Reeve knows; that it also holds for the processes themselves is looked at when one is started. */
function sessionsAreNotShared(state: State): void {
  const sessions = [...state.attempts.live.values()].flatMap(({ session }) => session ?? []);
  if (new Set(sessions).size !== sessions.length) throw new Error(`two attempts in one session: ${sessions}`);
}

/** At the moment of a first start. What had begun goes on when a task before it is opened again. */
function dependenciesComeFirst({ journal, state }: World): void {
  const events = journal.at(-1)?.events ?? [];
  if (events.some(({ type }) => type === "task_reopened")) return;
  for (const event of events) {
    if (event.type !== "attempt_started" || event.number > 1) continue;
    if (event.task === undefined) continue;
    const task = taskOf(state, event.task);
    const unmet = dependenciesOf(task).filter((id) => !taskOf(state, id).met);
    if (unmet.length > 0) throw new Error(`${task.id} works before ${unmet}`);
  }
}

/**
 * Counted here from the journal alone: restarts of one task, or of one gang, within the period are never more than the
 * intensity, however often the task left the tree and came back, and whoever was killed in between. Only giving up and a
 * person's word begin anew, and for a gang also a new tree.
 */
function intensityIsKept(world: World): void {
  const last = world.journal[world.checked];
  if (!last) return;
  world.checked += 1;
  for (const event of last.events) {
    forgetRestarts(world, event);
    if (event.type !== "restart_scheduled" || event.of === null) continue;
    const parent = event.path.slice(0, event.path.lastIndexOf("/"));
    const who = gangOfPath(parent) === null ? (event.of.task ?? event.of.advisor) : parent;
    const { limit, periodMs } = allowance(world.state, event.of);
    const times = [...(world.restarts.get(who) ?? []), last.at].filter((at) => at > last.at - periodMs);
    world.restarts.set(who, times);
    if (times.length > limit) throw new Error(`${who} restarted ${times.length} times, allowed are ${limit}`);
  }
}

function forgetRestarts({ restarts }: World, event: Event): void {
  if (event.type === "supervisor_gave_up") {
    restarts.delete(event.path);
    if (event.last !== null) restarts.delete(event.last.task ?? event.last.advisor);
  }
  if (event.type === "tree_planted")
    for (const who of [...restarts.keys()]) if (who.includes("/")) restarts.delete(who);
  if (event.type === "task_requeued" && event.note !== null) restarts.delete(event.task);
}

function allowance(state: State, ref: WorkRef): { limit: number; periodMs: number } {
  const task = findWork(state, ref);
  const gang = state.plan.gangs[task?.spec.gang ?? ""];
  const policy = state.settings.policies.roles[gang ? "worker" : (task?.spec.role ?? "worker")];
  const limit = gang?.intensity ?? policy.restarts;
  const periodMs = (gang?.withinS ?? policy.withinS) * 1000;
  return { limit: limit === "unlimited" ? Number.POSITIVE_INFINITY : limit, periodMs };
}
