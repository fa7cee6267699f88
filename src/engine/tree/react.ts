/** What is done about the tree: a restart that has to wait gets its timer. */
import { nothing, type React } from "../tables.ts";
import type { TreeEvent } from "./events.ts";

export const react: React<TreeEvent> = {
  tree_planted: nothing,
  tree_changed: nothing,
  restart_scheduled: ({ timer, at }) =>
    timer === null ? [] : [{ type: "set_timer", timer: { of: "tree", name: timer }, at }],
  left_tree: nothing,
  supervisor_gave_up: nothing,
};
