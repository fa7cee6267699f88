/** What a supervisor tells about its children. Changes nothing. */
import type { ChildCounts, ListedChild, LiveSupervisor, TreeNode } from "../../../domain/tree/tree.ts";
import { childrenOf, isPool } from "./node.ts";

/** A pool has one spec, however many members, and as `active` counts those that are not restarting, alive or not. */
export function countChildren(supervisor: LiveSupervisor): ChildCounts {
  const pool = isPool(supervisor.spec);
  let active = 0;
  let supervisors = 0;
  for (const { spec, state } of childrenOf(supervisor)) {
    if (state === "running" || (pool && state === "ended")) active += 1;
    if (spec.type === "supervisor") supervisors += 1;
  }
  const { size } = supervisor.process;
  return { specs: pool ? 1 : size, active, supervisors, workers: size - supervisors };
}

/** The last in start order comes first; members of a pool in order of number, restarting ones first. */
export function listChildren(supervisor: LiveSupervisor): ListedChild[] {
  const children = [...childrenOf(supervisor)];
  if (!isPool(supervisor.spec)) return children.reverse().map(asChild);
  const restarting = children.filter(({ state }) => state === "restarting");
  const others = children.filter(({ state }) => state !== "restarting");
  return [...restarting, ...others].map(asMember);
}

function asChild({ spec, state }: TreeNode): ListedChild {
  return { id: spec.id, state: asListed(state), type: spec.type };
}

function asMember({ path, spec, state }: TreeNode): ListedChild {
  const member: ListedChild = { id: null, state: asListed(state), type: spec.type };
  return state === "restarting" ? member : { ...member, child: path };
}

function asListed(state: TreeNode["state"]): ListedChild["state"] {
  if (state === "restarting") return "restarting";
  return state === "stopped" ? "undefined" : "running";
}
