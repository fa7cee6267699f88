/** How Reeve's own monitors are doing: all four while the run has its tree. Part of `project`. */
import { MONITORS, type Monitor } from "../../../domain/tree/monitor.ts";
import type { State } from "../../../engine/state.ts";
import { givenUpMonitors, monitorNode } from "../../../engine/tree/monitors.ts";

export interface MonitorView {
  readonly monitor: Monitor;
  /** given_up: it failed too often, and the run continues without it. */
  readonly state: "working" | "restarting" | "given_up";
  /** When it restarts; null: it does not wait. */
  readonly at: number | null;
  /** In the whole run. */
  readonly failures: number;
  /** What it last failed by; null: it never did. */
  readonly message: string | null;
}

export function monitorsView(state: State): MonitorView[] {
  if (state.tree.root === null) return [];
  const givenUp = givenUpMonitors(state);
  return MONITORS.flatMap((monitor) => {
    const node = monitorNode(state, monitor);
    const isUp = node !== null && (node.state === "running" || node.state === "restarting");
    if (!isUp && !givenUp.includes(monitor)) return [];
    const { failures = 0, message = null } = state.tree.monitors?.[monitor] ?? {};
    const shown = node === null ? "given_up" : node.state === "running" ? "working" : "restarting";
    return [{ monitor, state: shown, at: node?.timer?.due ?? null, failures, message }];
  });
}
