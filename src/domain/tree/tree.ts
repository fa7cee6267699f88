/**
 * A supervision tree at one moment. It lives in memory as linked nodes, so that a pool of ten thousand members is as
 * quick as one of ten, and goes to JSON and back through `freezeTree` and `thawTree`. Only facts change it.
 */
import type { ChildState, Mail, Operation } from "./tree-fact.ts";
import type { ChildSpec, MemberOverride, SupervisorSpec, TreePath } from "./tree-spec.ts";

export type * from "./tree-fact.ts";
export type * from "./tree-message.ts";
export type * from "./tree-spec.ts";

export interface Tree {
  readonly root: TreeNode;
  readonly nodes: Map<TreePath, TreeNode>;
  /** Processes started so far; the latest incarnation. */
  incarnations: number;
  /** Timers given out so far. */
  timers: number;
}

/** One child: a spec in its supervisor's list, with or without a process. Siblings are linked in start order. */
export interface TreeNode {
  readonly path: TreePath;
  readonly spec: ChildSpec;
  readonly parent: TreeNode | null;
  prev: TreeNode | null;
  next: TreeNode | null;
  /** Set where the spec is not the one its supervisor was born with: added by hand, or a member with its own ways. */
  readonly added: ChildSpec | null;
  readonly override: MemberOverride | null;
  state: ChildState;
  incarnation: number;
  starts: number;
  /** Restarting after a wait: which timer, and when. */
  timer: { readonly number: number; readonly due: number } | null;
  /** A supervisor's process, from its beginning to its end. */
  process: SupervisorProcess | null;
  /** On the root and on pool members: the highest number given out by each pool below, which outlives the pools. */
  numbers: Map<TreePath, number> | null;
}

export interface SupervisorProcess {
  /** The children in start order. */
  first: TreeNode | null;
  last: TreeNode | null;
  size: number;
  /** When restarts were counted, in ms, oldest first; only those that may still count. */
  readonly restarts: number[];
  readonly mailbox: Mail[];
  operation: Operation | null;
}

/** A supervisor that has a process. */
export interface LiveSupervisor extends TreeNode {
  readonly spec: SupervisorSpec;
  process: SupervisorProcess;
}
