/**
 * A supervisor begins: its specs are checked, its children started in order. One that fails to start undoes the rest in
 * reverse order, whatever its restart type: at the beginning nothing is retried and nothing counted.
 */
import { BugError } from "../../domain/bug.ts";
import type { LiveSupervisor, TreeNode, TreeReply } from "../../domain/tree/tree.ts";
import { letGo, startChild, stopBackFrom } from "./children.ts";
import { firstSpecError } from "./shape/check-specs.ts";
import { idOf, liveSupervisor } from "./shape/node.ts";
import { returnMail } from "./terminate.ts";
import { begin, type ChildAnswer, finish, note, record, reply, type Turn } from "./turn.ts";

export const BOOT_REF = "boot";

export function beginSupervisor(turn: Turn, node: TreeNode): void {
  if (node.spec.type !== "supervisor") throw new BugError(`${node.path} is no supervisor`);
  note(turn, ["start", node.path]);
  const error = firstSpecError(node.spec);
  if (error !== null) return failed(turn, node, { type: "error", error });
  record(turn, { type: "supervisor_begun", path: node.path });
  const supervisor = liveSupervisor(node);
  if (supervisor === null) throw new BugError(`${node.path} did not begin`);
  const { first } = supervisor.process;
  if (first === null) up(turn, supervisor);
  else startChild(turn, first);
}

export function initAnswered(turn: Turn, supervisor: LiveSupervisor, child: TreeNode, answer: ChildAnswer): void {
  const { next, prev } = child;
  if (answer === "start_failed") {
    begin(turn, supervisor, { type: "unwind", failed: idOf(child.path) });
    record(turn, { type: "child_moved", path: child.path, state: "stopped" });
    if (!stopBackFrom(turn, prev, null, false)) unwound(turn, supervisor, idOf(child.path));
    return;
  }
  if (answer === "start_ignored") letGo(turn, child);
  if (next !== null) startChild(turn, next);
  else up(turn, supervisor);
}

export function unwindStopped(turn: Turn, supervisor: LiveSupervisor, child: TreeNode, failedId: string): void {
  const { prev } = child;
  letGo(turn, child);
  if (!stopBackFrom(turn, prev, null, false)) unwound(turn, supervisor, failedId);
}

/** The root has no supervisor; whoever booted the tree waits for its answer. */
export function rootAnswered(turn: Turn, root: TreeNode, answer: ChildAnswer): void {
  if (answer === "start_ignored") {
    record(turn, { type: "child_moved", path: root.path, state: "stopped" });
    reply(turn, BOOT_REF, { type: "ignored" });
  } else if (answer === "start_failed") {
    record(turn, { type: "child_moved", path: root.path, state: "stopped" });
    reply(turn, BOOT_REF, { type: "error", error: "start_failed" });
  } else {
    reply(turn, BOOT_REF, { type: "ok" });
  }
}

function up(turn: Turn, supervisor: LiveSupervisor): void {
  turn.work.push({ type: "answer", child: supervisor, answer: "started" });
  finish(turn, supervisor);
}

function unwound(turn: Turn, supervisor: LiveSupervisor, id: string): void {
  returnMail(turn, supervisor.process);
  failed(turn, supervisor, { type: "error", error: "failed_to_start_child", id });
}

function failed(turn: Turn, node: TreeNode, why: TreeReply): void {
  note(turn, ["start_failed", node.path]);
  record(turn, { type: "child_moved", path: node.path, state: "stopped" });
  if (node.parent === null) reply(turn, BOOT_REF, why);
  else turn.work.push({ type: "answer", child: node, answer: "start_failed" });
}
