/**
 * A supervisor's hands: start a child, stop a child, let go of one that has no process any more. They know nothing of
 * strategies and never choose whom.
 */
import type { LiveSupervisor, TreeAction, TreeNode } from "../../domain/tree/tree.ts";
import { isPool, liveSupervisor } from "./shape/node.ts";
import { record, type Turn } from "./turn.ts";

/** OTP's default for workers. */
const DEFAULT_GRACE_MS = 5000;

/** The answer comes later, as `started`, `start_failed` or `start_ignored`. */
export function startChild(turn: Turn, child: TreeNode): void {
  record(turn, { type: "child_starting", path: child.path, incarnation: turn.tree.incarnations + 1 });
  const begins = child.spec.type === "supervisor" && child.spec.asksToStart !== true;
  if (begins) turn.work.push({ type: "begin", node: child });
  else turn.actions.push(startAction(child));
}

/** The answer comes later, as `stopped`. */
export function stopChild(turn: Turn, child: TreeNode): void {
  record(turn, { type: "child_moved", path: child.path, state: "stopping" });
  const supervisor = liveSupervisor(child);
  if (supervisor === null) turn.actions.push(stopAction(child));
  else turn.work.push({ type: "deliver", to: supervisor, mail: { type: "exit" } });
}

export function startAction({ path, incarnation, starts, spec }: TreeNode): Extract<TreeAction, { type: "start" }> {
  return { type: "start", path, incarnation, starts, spec };
}

export function stopAction({ path, incarnation, spec }: TreeNode): Extract<TreeAction, { type: "stop" }> {
  const graceMs = (spec.type === "worker" ? spec.graceMs : undefined) ?? DEFAULT_GRACE_MS;
  return { type: "stop", path, incarnation, graceMs };
}

/** OTP's `del_child`: temporary children and pool members go, of others the spec stays. */
export function letGo(turn: Turn, child: TreeNode): void {
  const goes = child.spec.restart === "temporary" || (child.parent !== null && isPool(child.parent.spec));
  if (goes) record(turn, { type: "child_removed", path: child.path });
  else if (child.state !== "stopped") record(turn, { type: "child_moved", path: child.path, state: "stopped" });
}

/**
 * Stops one child after the other, going back from `from`; where `failed` stands in the way it is left as it is, or,
 * with `onlyAfter`, ends the way. True: one is being stopped and must be waited for. False: all are done.
 */
export function stopBackFrom(turn: Turn, from: TreeNode | null, failed: TreeNode | null, onlyAfter: boolean): boolean {
  let child = from;
  while (child !== null) {
    const before: TreeNode | null = child.prev;
    if (child === failed) {
      if (onlyAfter) return false;
    } else if (child.state === "running") {
      stopChild(turn, child);
      return true;
    } else {
      letGo(turn, child);
    }
    child = before;
  }
  return false;
}

/** A pool stops all members at once. True: they must be waited for. */
export function stopMembers(turn: Turn, pool: LiveSupervisor): boolean {
  let member = pool.process.first;
  while (member !== null) {
    const after: TreeNode | null = member.next;
    if (member.state === "running") stopChild(turn, member);
    else letGo(turn, member);
    member = after;
  }
  return pool.process.size > 0;
}
