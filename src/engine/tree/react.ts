/** What is done about the tree: a restart that has to wait gets its timer, and monitors work as long as the tree wants it. */
import { nothing, type React } from "../tables.ts";
import type { TreeEvent } from "./events.ts";
import { monitorOfPath } from "./monitors.ts";

export const react: React<TreeEvent> = {
  tree_planted: nothing,
  tree_changed: ({ facts }) =>
    facts.some((fact) => monitorOfPath(fact.path) !== null) ? [{ type: "tend_monitors" }] : [],
  monitor_failed: nothing,
  restart_scheduled: ({ timer, at }) =>
    timer === null ? [] : [{ type: "set_timer", timer: { of: "tree", name: timer }, at }],
  left_tree: nothing,
  supervisor_gave_up: nothing,
};
