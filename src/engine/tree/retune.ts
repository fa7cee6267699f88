/**
 * The tree of a run as it would stand under other restart policies: the same children, with how often each supervisor restarts,
 * within which time and after which waits taken from the new ones. For looking at what would have been; a run that is worked keeps
 * the tree it has. A gang that the plan gave ways of its own keeps these.
 */
import type { Policies, RestartPolicy } from "../../domain/spec/config.ts";
import type { Role } from "../../domain/spec/plan.ts";
import type { ChildSpec, TreeNode } from "../../domain/tree/tree.ts";

type Roles = Policies["roles"];

export function retune(root: TreeNode, before: Roles, after: Roles): void {
  for (const node of nodesBelow(root)) {
    const role = roleOf(node.path);
    const { spec } = node;
    if (role === null || spec.type !== "supervisor" || !isAs(spec, before[role])) continue;
    const { restarts, withinS, backoff } = after[role];
    (node as { spec: ChildSpec }).spec = { ...spec, intensity: restarts, periodS: withinS, backoff };
  }
}

function* nodesBelow(node: TreeNode): Generator<TreeNode> {
  yield node;
  for (let child = node.process?.first ?? null; child !== null; child = child.next) yield* nodesBelow(child);
}

/** Whose policy a supervisor has; null: Reeve's own, which no policy changes. */
function roleOf(path: string): Role | null {
  if (path === "root/project") return "lead";
  const [, below = ""] = path.split("root/project/");
  if (/^(drones|advisors)#/.test(below)) return "drone";
  return /^(crew#|gangs\/|monitors\/)/.test(below) ? "worker" : null;
}

function isAs(spec: Extract<ChildSpec, { type: "supervisor" }>, { restarts, withinS }: RestartPolicy): boolean {
  return spec.intensity === restarts && spec.periodS === withinS;
}
