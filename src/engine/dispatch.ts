/**
 * Which ready tasks enter the tree now: best first, as many as there are slots, never two that claim one file, never
 * more of an agent than its limit. Work is proportional to what changed, not to the plan.
 */
import type { Task } from "../domain/task.ts";
import { paceAfterStart } from "./account/decide.ts";
import { policyOf } from "./attempt/start-attempt.ts";
import type { Context } from "./context.ts";
import { treeOf } from "./lookup.ts";
import { popReady, stepAside } from "./scheduling/ready-queue.ts";
import { takenResource } from "./scheduling/taken-resource.ts";
import { childState } from "./supervision/tree.ts";
import { GANGS, parentOf, taskSupervisor, taskWorker } from "./tree/run-tree.ts";
import { tellTree } from "./tree/supervise.ts";

export function dispatchReady(context: Context): void {
  const { state } = context;
  const { derived, settings } = state;
  while (state.run.phase === "working" && derived.inTree < settings.maxParallel) {
    const task = popReady(derived.ready);
    if (!task) return;
    const taken = takenResource(state, task);
    if (taken !== null) {
      stepAside(derived.ready, task, taken);
      continue;
    }
    enterTree(context, task);
    paceAfterStart(context, task);
  }
}

function enterTree(context: Context, task: Task): void {
  const { gang, role } = task.spec;
  const policy = policyOf(context.state.settings, task);
  const parent = parentOf(role, gang);
  if (gang === undefined) {
    tellTree(context, {
      type: "call",
      ref: null,
      call: { do: "start_child", parent, spec: taskSupervisor(task.id, policy) },
    });
    return;
  }
  // A gang that gave up is started again by hand: that counts as no restart.
  if (childState(treeOf(context.state), parent) === "stopped") {
    tellTree(context, { type: "call", ref: null, call: { do: "restart_child", parent: GANGS, id: gang } });
  }
  tellTree(context, {
    type: "call",
    ref: null,
    call: { do: "start_child", parent, spec: taskWorker(task.id, policy) },
  });
}
