/**
 * One turn of the tree: what a message has led to so far. Every change goes through `record`, so the facts returned are
 * the whole change. What supervisors owe one another waits in `work` and is taken first come, first served.
 */
import type {
  EndReason,
  LiveSupervisor,
  Mail,
  Operation,
  StartAnswer,
  Tree,
  TreeAction,
  TreeEvent,
  TreeFact,
  TreeNode,
  TreeReply,
} from "../../domain/tree/tree.ts";

export interface Turn {
  readonly tree: Tree;
  readonly at: number;
  readonly dice: number;
  /** Changes the tree, before the next thing is decided. */
  readonly apply: (fact: TreeFact) => void;
  readonly facts: TreeFact[];
  readonly actions: TreeAction[];
  readonly work: Work[];
}

export type Work =
  /** A supervisor's process begins. */
  | { readonly type: "begin"; readonly node: TreeNode }
  /** What the child's supervisor is waiting for has come. */
  | { readonly type: "answer"; readonly child: TreeNode; readonly answer: ChildAnswer }
  | { readonly type: "deliver"; readonly to: TreeNode; readonly mail: Mail }
  /** The supervisor became idle and looks into its mailbox. */
  | { readonly type: "next"; readonly of: TreeNode };

export type ChildAnswer = StartAnswer | "stopped";

export function newTurn(tree: Tree, at: number, dice: number, apply: Turn["apply"]): Turn {
  return { tree, at, dice, apply, facts: [], actions: [], work: [] };
}

export function record(turn: Turn, fact: TreeFact): void {
  turn.apply(fact);
  turn.facts.push(fact);
}

export function note(turn: Turn, event: TreeEvent): void {
  turn.actions.push({ type: "noted", event });
}

export function noteEnd(turn: Turn, node: TreeNode, reason: EndReason): void {
  note(turn, ["end", node.path, reason]);
}

export function reply(turn: Turn, ref: string | null, answer: TreeReply): void {
  if (ref !== null) turn.actions.push({ type: "reply", ref, reply: answer });
}

/** From now on the supervisor is busy with this. */
export function begin(turn: Turn, supervisor: LiveSupervisor, operation: Operation): void {
  record(turn, { type: "operation_set", path: supervisor.path, operation });
}

/** The supervisor is idle again and takes its next mail, if there is any. */
export function finish(turn: Turn, supervisor: LiveSupervisor): void {
  if (supervisor.process.operation !== null) {
    record(turn, { type: "operation_set", path: supervisor.path, operation: null });
  }
  if (supervisor.process.mailbox.length > 0) turn.work.push({ type: "next", of: supervisor });
}
