/**
 * Fact → tree: the only place where a tree changes. It decides nothing, so facts written years ago rebuild the same
 * tree whatever today's rules are. A fact that cannot be is a bug and throws.
 */
import { BugError, never } from "../../../domain/bug.ts";
import type { SupervisorProcess, Tree, TreeFact, TreeNode, TreePath } from "../../../domain/tree/tree.ts";
import { memberSpec, takeNumber } from "./members.ts";
import { childPath, isPool, link, newNode, newProcess, nodeAt, parentPath, supervisorOf, unlink } from "./node.ts";

/** Applies one fact to the tree, in place. Throws for a fact that cannot be. */
export function applyTreeFact(tree: Tree, fact: TreeFact): void {
  switch (fact.type) {
    case "child_added":
      return childAdded(tree, fact);
    case "child_removed":
      return childRemoved(tree, nodeAt(tree, fact.path));
    case "child_starting":
      return childStarting(tree, nodeAt(tree, fact.path), fact.incarnation);
    case "child_moved":
      return childMoved(tree, nodeAt(tree, fact.path), fact.state);
    case "child_held":
      childMoved(tree, nodeAt(tree, fact.path), "restarting");
      nodeAt(tree, fact.path).timer = { number: fact.timer, due: fact.due };
      tree.timers = fact.timer;
      return;
    case "supervisor_begun":
      return supervisorBegun(tree, nodeAt(tree, fact.path));
    case "restart_counted": {
      const { restarts } = processAt(tree, fact.path);
      restarts.splice(0, restarts.length - fact.kept);
      restarts.push(fact.at);
      return;
    }
    case "mail_queued":
      processAt(tree, fact.path).mailbox.push(fact.mail);
      return;
    case "mail_taken":
      processAt(tree, fact.path).mailbox.shift();
      return;
    case "operation_set":
      processAt(tree, fact.path).operation = fact.operation;
      return;
    default:
      return never(fact, "tree fact");
  }
}

type ChildAdded = Extract<TreeFact, { type: "child_added" }>;

function childAdded(tree: Tree, fact: ChildAdded): void {
  const parent = nodeAt(tree, parentPath(fact.path));
  const spec = fact.spec ?? memberSpec(parent, fact.override);
  list(tree, newNode(fact.path, parent, spec, { added: fact.spec, override: fact.override }));
  if (isPool(parent.spec)) takeNumber(tree, parent.path, fact.path);
}

function list(tree: Tree, node: TreeNode): void {
  if (tree.nodes.has(node.path)) throw new BugError(`the tree has ${node.path} already`);
  tree.nodes.set(node.path, node);
  link(supervisorOf(node).process, node);
}

function childRemoved(tree: Tree, node: TreeNode): void {
  dropProcess(tree, node);
  unlink(supervisorOf(node).process, node);
  tree.nodes.delete(node.path);
}

function childStarting(tree: Tree, node: TreeNode, incarnation: number): void {
  node.state = "starting";
  node.incarnation = incarnation;
  node.starts += 1;
  node.timer = null;
  tree.incarnations = incarnation;
}

function childMoved(tree: Tree, node: TreeNode, state: TreeNode["state"]): void {
  if (state === "stopped" || state === "ended") dropProcess(tree, node);
  node.state = state;
  node.timer = null;
}

function supervisorBegun(tree: Tree, node: TreeNode): void {
  node.process = newProcess();
  if (node.spec.type !== "supervisor" || isPool(node.spec)) return;
  for (const spec of node.spec.children) list(tree, newNode(childPath(node, spec.id), node, spec));
  if (node.process.first !== null) node.process.operation = { type: "init" };
}

function dropProcess(tree: Tree, node: TreeNode): void {
  for (let child = node.process?.first ?? null; child !== null; child = child.next) {
    dropProcess(tree, child);
    tree.nodes.delete(child.path);
  }
  node.process = null;
}

function processAt(tree: Tree, path: TreePath): SupervisorProcess {
  const { process } = nodeAt(tree, path);
  if (process === null) throw new BugError(`${path} has no process`);
  return process;
}
