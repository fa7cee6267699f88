/** What is changed when the tree is planted, grows, is about to restart somebody, or lets somebody go. */
import type { Tree, TreeFact } from "../../domain/tree/tree.ts";
import { findWork, treeOf, workOf } from "../lookup.ts";
import type { State } from "../state.ts";
import { applyTreeFact } from "../supervision/shape/facts.ts";
import { createTree } from "../supervision/shape/tree.ts";
import type { Evolve } from "../tables.ts";
import { leaveTree } from "../task/slots.ts";
import { setTimer } from "../timer.ts";
import type { TreeEvent } from "./events.ts";

export const evolve: Evolve<TreeEvent> = {
  tree_planted(state, { spec }) {
    state.tree.root = createTree(spec);
  },
  tree_changed(state, { facts }) {
    const tree = treeOf(state);
    for (const fact of facts) foldFact(tree, fact);
  },
  monitor_failed({ tree }, { monitor, message }, at) {
    const failures = (tree.monitors?.[monitor]?.failures ?? 0) + 1;
    tree.monitors = { ...tree.monitors, [monitor]: { failures, at, message } };
  },
  restart_scheduled: restartScheduled,
  left_tree(state, event) {
    const work = workOf(state, event);
    work.wakeAt = null;
    leaveTree(state, work);
  },
  /** What follows is a step of the ladder, and has its own bounds: as in OTP, whoever is started then begins anew. */
  supervisor_gave_up(state, { last }) {
    const work = last === null ? undefined : findWork(state, last);
    if (work) work.restartedAt = [];
  },
};

/** One fact of a `tree_changed`. */
export function foldFact(tree: Tree, fact: TreeFact): void {
  applyTreeFact(tree, fact);
}

/** Of a policy that allows more than these within its window, the latest. */
const REMEMBERED_MAX = 100;

function restartScheduled(state: State, event: Extract<TreeEvent, { type: "restart_scheduled" }>): void {
  state.tree.restarts += 1;
  const work = event.of === null ? null : workOf(state, event.of);
  if (work) {
    work.restarts += 1;
    work.restartedAt = [...(work.restartedAt ?? []), event.at - event.delayMs].slice(-REMEMBERED_MAX);
  }
  if (event.timer === null) return;
  setTimer(state, { of: "tree", name: event.timer }, event.at);
  if (work) work.wakeAt = event.at;
}
