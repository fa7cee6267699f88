/**
 * A supervisor's own end: it stops its children, last started first, then is gone and its supervisor hears of it. What
 * is left in its mailbox is lost; callers learn that there is nobody.
 */
import type { EndReason, LiveSupervisor, SupervisorProcess, TreeNode } from "../../domain/tree/tree.ts";
import { letGo, stopBackFrom, stopMembers } from "./children.ts";
import { isPool, liveSupervisor } from "./shape/node.ts";
import { begin, note, noteEnd, record, reply, type Turn } from "./turn.ts";

/** `told`: by its own supervisor. Otherwise it ends by itself: it gave up, shut down automatically or was told to end. */
export function terminate(turn: Turn, supervisor: LiveSupervisor, reason: EndReason, told: boolean): void {
  begin(turn, supervisor, { type: "terminate", reason, told });
  const { last } = supervisor.process;
  const waits = isPool(supervisor.spec) ? stopMembers(turn, supervisor) : stopBackFrom(turn, last, null, false);
  if (!waits) over(turn, supervisor, reason, told);
}

export function terminateStopped(
  turn: Turn,
  supervisor: LiveSupervisor,
  child: TreeNode,
  { reason, told }: { readonly reason: EndReason; readonly told: boolean },
): void {
  const before = child.prev;
  letGo(turn, child);
  const waits = isPool(supervisor.spec) ? supervisor.process.size > 0 : stopBackFrom(turn, before, null, false);
  if (!waits) over(turn, supervisor, reason, told);
}

/** Nobody is left to read the mail. */
export function returnMail(turn: Turn, { mailbox }: SupervisorProcess): void {
  for (const mail of mailbox) {
    if (mail.type === "call") reply(turn, mail.ref, { type: "error", error: "noproc" });
  }
}

function over(turn: Turn, supervisor: LiveSupervisor, reason: EndReason, told: boolean): void {
  const { path, incarnation, state } = supervisor;
  const awaited = state === "stopping";
  if (told) note(turn, ["stop", path]);
  else noteEnd(turn, supervisor, reason);
  returnMail(turn, supervisor.process);
  const parent = liveSupervisor(supervisor.parent);
  record(turn, { type: "child_moved", path, state: awaited || parent === null ? "stopped" : "ended" });
  if (awaited) turn.work.push({ type: "answer", child: supervisor, answer: "stopped" });
  else if (parent) turn.work.push({ type: "deliver", to: parent, mail: { type: "ended", path, incarnation, reason } });
}
