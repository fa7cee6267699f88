/** Nodes of a tree: how they are named, made and linked to their siblings. Decides nothing. */
import { BugError } from "../../../domain/bug.ts";
import type {
  ChildSpec,
  LiveSupervisor,
  MemberOverride,
  SupervisorProcess,
  Tree,
  TreeNode,
  TreePath,
} from "../../../domain/tree/tree.ts";

export function isPool(spec: ChildSpec): boolean {
  return spec.type === "supervisor" && spec.strategy === "simple_one_for_one";
}

/** The node, if it is a supervisor with a process. */
export function liveSupervisor(node: TreeNode | null | undefined): LiveSupervisor | null {
  return node?.process && node.spec.type === "supervisor" ? (node as LiveSupervisor) : null;
}

/** The supervisor of a child that has or had a process; it lives as long as the child is listed. */
export function supervisorOf(child: TreeNode): LiveSupervisor {
  const supervisor = liveSupervisor(child.parent);
  if (supervisor === null) throw new BugError(`${child.path} is listed by no supervisor`);
  return supervisor;
}

export function nodeAt(tree: Tree, path: TreePath): TreeNode {
  const node = tree.nodes.get(path);
  if (node === undefined) throw new BugError(`the tree has no ${path}`);
  return node;
}

/** `root/a` → `root` · `root/pool#3` → `root/pool`. */
export function parentPath(path: TreePath): TreePath {
  return path.slice(0, idStart(path));
}

/** `root/a` → `a` · `root/pool#3` → `#3`: what the calls to its supervisor call it. */
export function idOf(path: TreePath): string {
  const start = idStart(path);
  return path.slice(path[start] === "/" ? start + 1 : start);
}

export function childPath(supervisor: TreeNode, id: string): TreePath {
  return isPool(supervisor.spec) ? supervisor.path + id : `${supervisor.path}/${id}`;
}

export function newNode(
  path: TreePath,
  parent: TreeNode | null,
  spec: ChildSpec,
  given: { added?: ChildSpec | undefined; override?: MemberOverride | undefined } = {},
): TreeNode {
  return {
    path,
    spec,
    parent,
    prev: null,
    next: null,
    added: given.added ?? null,
    override: given.override ?? null,
    state: "stopped",
    incarnation: 0,
    starts: 0,
    timer: null,
    process: null,
    numbers: null,
  };
}

export function newProcess(): SupervisorProcess {
  return { first: null, last: null, size: 0, restarts: [], mailbox: [], operation: null };
}

/** Lists the child last. */
export function link(process: SupervisorProcess, child: TreeNode): void {
  child.prev = process.last;
  if (process.last === null) process.first = child;
  else process.last.next = child;
  process.last = child;
  process.size += 1;
}

export function unlink(process: SupervisorProcess, child: TreeNode): void {
  if (child.prev === null) process.first = child.next;
  else child.prev.next = child.next;
  if (child.next === null) process.last = child.prev;
  else child.next.prev = child.prev;
  child.prev = null;
  child.next = null;
  process.size -= 1;
}

export function* childrenOf(supervisor: TreeNode): Generator<TreeNode> {
  for (let child = supervisor.process?.first ?? null; child !== null; child = child.next) yield child;
}

function idStart(path: TreePath): number {
  return Math.max(path.lastIndexOf("/"), path.lastIndexOf("#"));
}
