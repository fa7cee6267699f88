/** A tree as a whole: made from a spec, asked about, written down as JSON and read back. Decides nothing. */
import type {
  ChildSpec,
  ChildState,
  Mail,
  MemberOverride,
  Operation,
  SupervisorSpec,
  Tree,
  TreeNode,
  TreePath,
} from "../../../domain/tree/tree.ts";
import { memberSpec } from "./members.ts";
import { childPath, isPool, link, newNode, newProcess, nodeAt, parentPath, supervisorOf } from "./node.ts";

/** Nothing is started yet: `boot` does that. Check the spec first with `checkChildSpecs`. */
export function createTree(spec: SupervisorSpec): Tree {
  const root = newNode(spec.id, null, spec);
  return { root, nodes: new Map([[root.path, root]]), incarnations: 0, timers: 0 };
}

/** Null: no such child is listed. */
export function childState(tree: Tree, path: TreePath): ChildState | null {
  return tree.nodes.get(path)?.state ?? null;
}

export function rootIsDown(tree: Tree): boolean {
  return tree.root.state === "stopped";
}

/** Plain JSON, sharing no mutable part with the tree. */
export function freezeTree(tree: Tree): unknown {
  const frozen: FrozenTree = {
    spec: tree.root.spec as SupervisorSpec,
    incarnations: tree.incarnations,
    timers: tree.timers,
    nodes: [...tree.nodes.values()].map(freezeNode),
  };
  return frozen;
}

/** The tree that `freezeTree` wrote. */
export function thawTree(json: unknown): Tree {
  // Only what `freezeTree` wrote comes here.
  const frozen = json as FrozenTree;
  const tree = createTree(frozen.spec);
  tree.incarnations = frozen.incarnations;
  tree.timers = frozen.timers;
  const specs = new Map<TreePath, ChildSpec>();
  for (const node of frozen.nodes) thawNode(tree, node, specs);
  return tree;
}

interface FrozenTree {
  readonly spec: SupervisorSpec;
  readonly incarnations: number;
  readonly timers: number;
  /** Supervisors before their children, children in start order. */
  readonly nodes: readonly FrozenNode[];
}

interface FrozenNode {
  readonly path: TreePath;
  readonly spec?: ChildSpec;
  readonly override?: MemberOverride;
  readonly state: ChildState;
  readonly incarnation: number;
  readonly starts: number;
  readonly timer?: { readonly number: number; readonly due: number };
  readonly numbers?: readonly (readonly [TreePath, number])[];
  readonly process?: {
    readonly restarts: readonly number[];
    readonly mailbox: readonly Mail[];
    readonly operation: Operation | null;
  };
}

function freezeNode(node: TreeNode): FrozenNode {
  const { path, state, incarnation, starts, process } = node;
  return {
    path,
    ...(node.added && { spec: node.added }),
    ...(node.override && { override: node.override }),
    state,
    incarnation,
    starts,
    ...(node.timer && { timer: node.timer }),
    ...(node.numbers && { numbers: [...node.numbers] }),
    ...(process && {
      process: { restarts: [...process.restarts], mailbox: [...process.mailbox], operation: process.operation },
    }),
  };
}

/** `specs`: of the children the supervisors read so far were born with. */
function thawNode(tree: Tree, frozen: FrozenNode, specs: Map<TreePath, ChildSpec>): void {
  const node = frozen.path === tree.root.path ? tree.root : listNode(tree, frozen, specs);
  node.state = frozen.state;
  node.incarnation = frozen.incarnation;
  node.starts = frozen.starts;
  node.timer = frozen.timer ?? null;
  node.numbers = frozen.numbers ? new Map(frozen.numbers) : null;
  if (!frozen.process) return;
  node.process = newProcess();
  node.process.restarts.push(...frozen.process.restarts);
  node.process.mailbox.push(...frozen.process.mailbox);
  node.process.operation = frozen.process.operation;
  if (node.spec.type === "supervisor" && !isPool(node.spec)) {
    for (const child of node.spec.children) specs.set(childPath(node, child.id), child);
  }
}

function listNode(tree: Tree, frozen: FrozenNode, specs: Map<TreePath, ChildSpec>): TreeNode {
  const parent = nodeAt(tree, parentPath(frozen.path));
  const { path, spec: added, override } = frozen;
  const spec = added ?? specs.get(path) ?? memberSpec(parent, override);
  const node = newNode(path, parent, spec, { added, override });
  tree.nodes.set(path, node);
  link(supervisorOf(node).process, node);
  return node;
}
