/** What is reported about Reeve's own children of the tree. */
import { NO, TAKEN } from "../input.ts";
import type { Decide } from "../tables.ts";
import type { TreeInput } from "./inputs.ts";
import { PROJECT } from "./run-tree.ts";
import { tellTree } from "./supervise.ts";

export const decide: Decide<TreeInput> = {
  monitor_failed(context, { monitor }) {
    if (!context.state.tree.root) return NO;
    const path = `${PROJECT}/monitors/${monitor}`;
    tellTree(context, { type: "ended", path, incarnation: null, reason: "error" });
    return TAKEN;
  },
};
