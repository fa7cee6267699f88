/**
 * OTP's calls to an idle supervisor. Starts and stops by hand are neither counted nor retried. A pool knows its members
 * only by number and refuses calls by id.
 */
import { never } from "../../domain/bug.ts";
import type {
  CallErrorName,
  ChildSpec,
  LiveSupervisor,
  Tree,
  TreeCall,
  TreeFact,
  TreeNode,
} from "../../domain/tree/tree.ts";
import { letGo, startChild, stopChild } from "./children.ts";
import { childSpecError } from "./shape/check-specs.ts";
import { countChildren, listChildren } from "./shape/list-children.ts";
import { nextMember, overrideOf, wasMember } from "./shape/members.ts";
import { childPath, isPool, nodeAt } from "./shape/node.ts";
import { begin, type ChildAnswer, finish, record, reply, type Turn } from "./turn.ts";

type Ref = string | null;
type Of<T extends TreeCall["do"]> = Extract<TreeCall, { do: T }>;

export function handleCall(turn: Turn, supervisor: LiveSupervisor, ref: Ref, call: TreeCall): void {
  switch (call.do) {
    case "start_child":
      return isPool(supervisor.spec) ? startMember(turn, supervisor, ref, call) : startNew(turn, supervisor, ref, call);
    case "terminate_child":
      return terminateChild(turn, supervisor, ref, call.id);
    case "restart_child":
      return restartChild(turn, supervisor, ref, call.id);
    case "delete_child":
      return deleteChild(turn, supervisor, ref, call.id);
    case "count_children":
      reply(turn, ref, { type: "counts", counts: countChildren(supervisor) });
      return finish(turn, supervisor);
    case "which_children":
      reply(turn, ref, { type: "children", children: listChildren(supervisor) });
      return finish(turn, supervisor);
    default:
      return never(call, "call");
  }
}

/** The child that `start_child` or `restart_child` asked for has started or not. */
export function callAnswered(
  turn: Turn,
  supervisor: LiveSupervisor,
  child: TreeNode,
  { type, ref }: { readonly type: "start_child" | "restart_child"; readonly ref: Ref },
  answer: ChildAnswer,
): void {
  const { path } = child;
  if (answer === "start_failed") {
    if (type === "start_child") record(turn, { type: "child_removed", path });
    else record(turn, { type: "child_moved", path, state: "stopped" });
    return refuse(turn, supervisor, ref, "start_failed");
  }
  if (answer === "start_ignored") letGo(turn, child);
  reply(turn, ref, answer === "start_ignored" ? { type: "ignored" } : { type: "started", path });
  finish(turn, supervisor);
}

export function terminateAnswered(turn: Turn, supervisor: LiveSupervisor, child: TreeNode, ref: Ref): void {
  letGo(turn, child);
  agree(turn, supervisor, ref);
}

function startNew(turn: Turn, supervisor: LiveSupervisor, ref: Ref, { spec }: Of<"start_child">): void {
  if (!isWhole(spec)) return refuse(turn, supervisor, ref, "bad_start_spec");
  const error = childSpecError(spec, supervisor.spec.autoShutdown);
  if (error !== null) return refuse(turn, supervisor, ref, error);
  const path = childPath(supervisor, spec.id);
  const there = turn.tree.nodes.get(path);
  if (there !== undefined) {
    return refuse(turn, supervisor, ref, hasProcess(there) ? "already_started" : "already_present");
  }
  add(turn, supervisor, ref, { type: "child_added", path, spec });
}

function startMember(turn: Turn, pool: LiveSupervisor, ref: Ref, { spec }: Of<"start_child">): void {
  const path = nextMember(turn.tree, pool.path);
  const override = overrideOf(pool.spec, spec);
  add(turn, pool, ref, { type: "child_added", path, ...(override && { override }) });
}

/** Listed before it is started, and taken off again if that fails; nobody can look in between. */
function add(
  turn: Turn,
  supervisor: LiveSupervisor,
  ref: Ref,
  child: Extract<TreeFact, { type: "child_added" }>,
): void {
  begin(turn, supervisor, { type: "start_child", ref });
  record(turn, child);
  startChild(turn, nodeAt(turn.tree, child.path));
}

function terminateChild(turn: Turn, supervisor: LiveSupervisor, ref: Ref, id: string): void {
  if (isPool(supervisor.spec) && !id.startsWith("#")) return refuse(turn, supervisor, ref, "simple_one_for_one");
  const child = ownChild(turn.tree, supervisor, id);
  if (child === undefined) {
    // To a pool, a member that is gone is as good as terminated.
    if (isPool(supervisor.spec) && wasMember(turn.tree, supervisor.path, id)) return agree(turn, supervisor, ref);
    return refuse(turn, supervisor, ref, "not_found");
  }
  if (child.state !== "running") return terminateAnswered(turn, supervisor, child, ref);
  begin(turn, supervisor, { type: "terminate_child", ref });
  stopChild(turn, child);
}

function restartChild(turn: Turn, supervisor: LiveSupervisor, ref: Ref, id: string): void {
  const child = stoppedChild(turn.tree, supervisor, id);
  if (typeof child === "string") return refuse(turn, supervisor, ref, child);
  begin(turn, supervisor, { type: "restart_child", ref });
  startChild(turn, child);
}

function deleteChild(turn: Turn, supervisor: LiveSupervisor, ref: Ref, id: string): void {
  const child = stoppedChild(turn.tree, supervisor, id);
  if (typeof child === "string") return refuse(turn, supervisor, ref, child);
  record(turn, { type: "child_removed", path: child.path });
  agree(turn, supervisor, ref);
}

/** An id names the supervisor's own children only: `#1/t` or `a/b` would lead past them to theirs. */
function ownChild(tree: Tree, supervisor: LiveSupervisor, id: string): TreeNode | undefined {
  const child = tree.nodes.get(childPath(supervisor, id));
  return child?.parent === supervisor ? child : undefined;
}

/** The child, if it is there and stopped; otherwise why not. */
function stoppedChild(tree: Tree, supervisor: LiveSupervisor, id: string): TreeNode | CallErrorName {
  if (isPool(supervisor.spec)) return "simple_one_for_one";
  const child = ownChild(tree, supervisor, id);
  if (child === undefined) return "not_found";
  if (child.state === "restarting") return "restarting";
  return child.state === "stopped" ? child : "running";
}

function agree(turn: Turn, supervisor: LiveSupervisor, ref: Ref): void {
  reply(turn, ref, { type: "ok" });
  finish(turn, supervisor);
}

function refuse(turn: Turn, supervisor: LiveSupervisor, ref: Ref, error: CallErrorName): void {
  reply(turn, ref, { type: "error", error });
  finish(turn, supervisor);
}

/** One that ended and is not yet noticed still has its process in the supervisor's eyes. */
function hasProcess({ state }: TreeNode): boolean {
  return state === "running" || state === "ended";
}

function isWhole(spec: Of<"start_child">["spec"]): spec is ChildSpec {
  return spec !== undefined && "type" in spec;
}
