/** What is changed when the tree is planted, grows, or is about to restart somebody. */
import { taskOf, treeOf } from "../lookup.ts";
import type { State } from "../state.ts";
import { applyTreeFact } from "../supervision/facts.ts";
import { createTree } from "../supervision/tree.ts";
import { type Evolve, unchanged } from "../tables.ts";
import type { TreeEvent } from "./events.ts";

export const evolve: Evolve<TreeEvent> = {
  tree_planted(state, { spec }) {
    state.tree.root = createTree(spec);
  },
  tree_changed(state, { facts }) {
    for (const fact of facts) applyTreeFact(treeOf(state), fact);
  },
  restart_scheduled: restartScheduled,
  supervisor_gave_up: unchanged,
};

function restartScheduled(state: State, event: Extract<TreeEvent, { type: "restart_scheduled" }>): void {
  state.tree.restarts += 1;
  const task = event.task === null ? null : taskOf(state, event.task);
  if (task) task.restarts += 1;
  if (event.timer === null) return;
  state.timers.set(event.timer, event.at);
  if (task) task.wakeAt = event.at;
}
