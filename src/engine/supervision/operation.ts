/** What a busy supervisor was waiting for has come: its operation goes on. */
import { BugError, never } from "../../domain/bug.ts";
import type { LiveSupervisor, Operation, TreeNode } from "../../domain/tree/tree.ts";
import { callAnswered, terminateAnswered } from "./calls.ts";
import { initAnswered, rootAnswered, unwindStopped } from "./init.ts";
import { groupStopped, restartAnswered } from "./restart.ts";
import { nodeAt, supervisorOf } from "./shape/node.ts";
import { terminateStopped } from "./terminate.ts";
import { type ChildAnswer, record, type Turn } from "./turn.ts";

export function answered(turn: Turn, child: TreeNode, answer: ChildAnswer): void {
  if (answer === "started") record(turn, { type: "child_moved", path: child.path, state: "running" });
  if (child.parent === null) return rootAnswered(turn, child, answer);
  const supervisor = supervisorOf(child);
  const { operation } = supervisor.process;
  if (operation === null) throw new BugError(`${supervisor.path} did not wait for ${child.path}: ${answer}`);
  proceed(turn, supervisor, child, operation, answer);
}

function proceed(
  turn: Turn,
  supervisor: LiveSupervisor,
  child: TreeNode,
  operation: Operation,
  answer: ChildAnswer,
): void {
  switch (operation.type) {
    case "init":
      return initAnswered(turn, supervisor, child, answer);
    case "unwind":
      return unwindStopped(turn, supervisor, child, operation.failed);
    case "restart_stop":
    case "restart_hold":
      return groupStopped(turn, supervisor, child, nodeAt(turn.tree, operation.child));
    case "restart_start":
      return restartAnswered(turn, supervisor, child, answer);
    case "start_child":
    case "restart_child":
      return callAnswered(turn, supervisor, child, { type: operation.type, ref: operation.ref }, answer);
    case "terminate_child":
      return terminateAnswered(turn, supervisor, child, operation.ref);
    case "terminate":
      return terminateStopped(turn, supervisor, child, operation);
    default:
      return never(operation, "operation");
  }
}
