/**
 * A supervisor takes one mail at a time and nothing else until it is done with it, as a gen_server does. What comes
 * while it is busy waits in the mailbox, in order, and is part of the tree.
 */
import { never } from "../../domain/bug.ts";
import type { LiveSupervisor, Mail, TreeNode } from "../../domain/tree/tree.ts";
import { handleCall } from "./calls.ts";
import { childEnded } from "./ended.ts";
import { countedRestart, restartNow } from "./restart.ts";
import { liveSupervisor } from "./shape/node.ts";
import { terminate } from "./terminate.ts";
import { finish, record, reply, type Turn } from "./turn.ts";

export function deliver(turn: Turn, to: TreeNode, mail: Mail): void {
  const supervisor = liveSupervisor(to);
  if (supervisor === null) {
    // It ended since the mail was sent.
    if (mail.type === "call") reply(turn, mail.ref, { type: "error", error: "noproc" });
    return;
  }
  const { operation, mailbox } = supervisor.process;
  if (operation === null && mailbox.length === 0) return handle(turn, supervisor, mail);
  if (mail.type === "ended" && turn.tree.nodes.get(mail.path)?.state === "running") {
    record(turn, { type: "child_moved", path: mail.path, state: "ended" });
  }
  record(turn, { type: "mail_queued", path: to.path, mail });
}

export function takeNext(turn: Turn, of: TreeNode): void {
  const supervisor = liveSupervisor(of);
  const mail = supervisor?.process.mailbox[0];
  if (supervisor === null || mail === undefined || supervisor.process.operation !== null) return;
  record(turn, { type: "mail_taken", path: supervisor.path });
  handle(turn, supervisor, mail);
}

function handle(turn: Turn, supervisor: LiveSupervisor, mail: Mail): void {
  switch (mail.type) {
    case "ended": {
      const child = turn.tree.nodes.get(mail.path);
      if (child === undefined || !isNews(child, mail.incarnation)) return finish(turn, supervisor);
      return childEnded(turn, supervisor, child, mail.reason);
    }
    case "call":
      return handleCall(turn, supervisor, mail.ref, mail.call);
    case "retry": {
      const child = turn.tree.nodes.get(mail.path);
      if (child?.state !== "restarting" || child.timer !== null) return finish(turn, supervisor);
      return countedRestart(turn, supervisor, child);
    }
    case "wake": {
      const child = turn.tree.nodes.get(mail.path);
      if (child?.state !== "restarting" || child.timer?.number !== mail.timer) return finish(turn, supervisor);
      return restartNow(turn, supervisor, child);
    }
    case "end":
      return terminate(turn, supervisor, mail.reason, false);
    case "exit":
      return terminate(turn, supervisor, "shutdown", true);
    default:
      return never(mail, "mail");
  }
}

/** Not if the child was stopped or started again since: that was its end. */
function isNews({ state, incarnation }: TreeNode, ended: number): boolean {
  return incarnation === ended && (state === "running" || state === "ended");
}
