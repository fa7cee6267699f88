/**
 * What is reported about Reeve's own children of the tree. A monitor that fails is restarted by its supervisor, within the
 * intensity of a worker, or given up; the run continues either way.
 */
import type { Context } from "../context.ts";
import { type Answer, type InputOf, NO, TAKEN } from "../input.ts";
import type { Decide } from "../tables.ts";
import type { TreeInput } from "./inputs.ts";
import { givenUpMonitors, MONITORS_PATH, monitorNode } from "./monitors.ts";
import { monitorSupervisor } from "./run-tree.ts";
import { tellTree } from "./supervise.ts";

export const decide: Decide<TreeInput> = { monitor_failed: onFailed };

function onFailed(context: Context, { monitor, incarnation, message }: InputOf<"monitor_failed">): Answer {
  const node = monitorNode(context.state, monitor);
  if (node?.state !== "running" || (incarnation ?? node.incarnation) !== node.incarnation) return NO;
  context.emit({ type: "monitor_failed", monitor, message });
  tellTree(context, { type: "ended", path: node.path, incarnation: node.incarnation, reason: "error" });
  return TAKEN;
}

/** A Reeve that opens the run tries those again that an earlier one gave up: what they failed by may be gone. */
export function reviveMonitors(context: Context): void {
  const { worker } = context.state.settings.policies.roles;
  for (const monitor of givenUpMonitors(context.state)) {
    const spec = monitorSupervisor(monitor, worker);
    tellTree(context, { type: "call", ref: null, call: { do: "start_child", parent: MONITORS_PATH, spec } });
  }
}
