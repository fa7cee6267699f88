/**
 * Which ready work enters the tree now: best first, as much as there are slots, never two that claim one file, never more
 * of an agent than its limit. Work is proportional to what changed, not to the plan.
 */
import type { Work } from "../domain/work/work.ts";
import { paceAfterStart } from "./account/decide.ts";
import { policyOf } from "./attempt/start-attempt.ts";
import type { Context } from "./context.ts";
import { treeOf } from "./lookup.ts";
import { popReady, stepAside } from "./scheduling/ready-queue.ts";
import { takenResource } from "./scheduling/taken-resource.ts";
import { childState } from "./supervision/shape/tree.ts";
import { ADVISORS, DRONES, GANGS, parentOf, workSupervisor, workWorker } from "./tree/run-tree.ts";
import { tellTree } from "./tree/supervise.ts";

export function dispatchReady(context: Context): void {
  const { state } = context;
  const { derived, settings } = state;
  while (state.run.phase === "working" && derived.inTree < settings.maxParallel) {
    const work = popReady(derived.ready);
    if (!work) return;
    const taken = takenResource(state, work);
    if (taken !== null) {
      stepAside(derived.ready, work, taken);
      continue;
    }
    enterTree(context, work);
    paceAfterStart(context, work);
  }
}

function enterTree(context: Context, work: Work): void {
  const { gang } = work.spec;
  const policy = policyOf(context.state.settings, work);
  const tree = treeOf(context.state);
  const parent = work.kind === "advisor" && childState(tree, ADVISORS) === null ? DRONES : parentOf(work);
  // A gang that gave up is started again by hand: that counts as no restart.
  if (gang !== undefined && childState(tree, parent) === "stopped")
    tellTree(context, { type: "call", ref: null, call: { do: "restart_child", parent: GANGS, id: gang } });
  const spec = gang === undefined ? workSupervisor(work.id, policy) : workWorker(work.id, policy);
  tellTree(context, { type: "call", ref: null, call: { do: "start_child", parent, spec } });
}
