/**
 * A message comes to the tree: who is concerned, and then one thing after the other until all supervisors wait again,
 * for their children or for mail. Decides, and has each fact applied before it goes on; what it returns is all that changed and all that is asked for.
 */
import { never } from "../../domain/bug.ts";
import type { StartAnswer, Tree, TreeAction, TreeFact, TreeMessage } from "../../domain/tree/tree.ts";
import { startChild } from "./children.ts";
import { beginSupervisor } from "./init.ts";
import { deliver, takeNext } from "./mailbox.ts";
import { answered } from "./operation.ts";
import { applyTreeFact } from "./shape/facts.ts";
import { liveSupervisor, supervisorOf } from "./shape/node.ts";
import { isWoken, readTimer } from "./shape/timer.ts";
import { newTurn, note, noteEnd, reply, type Turn, type Work } from "./turn.ts";

export interface TreeStep {
  readonly facts: TreeFact[];
  readonly actions: TreeAction[];
}

/** `at` in ms; `dice` in [0, 1) moves the delays of backoffs. `apply` makes each fact true as soon as it is decided. */
export function stepTree(
  tree: Tree,
  message: TreeMessage,
  at: number,
  dice: number,
  apply: (fact: TreeFact) => void = (fact) => applyTreeFact(tree, fact),
): TreeStep {
  const turn = newTurn(tree, at, dice, apply);
  receive(turn, message);
  for (let i = 0; i < turn.work.length; i += 1) {
    const work = turn.work[i];
    if (work !== undefined) perform(turn, work);
  }
  return { facts: turn.facts, actions: turn.actions };
}

type Of<T extends TreeMessage["type"]> = Extract<TreeMessage, { type: T }>;

function receive(turn: Turn, message: TreeMessage): void {
  const { root } = turn.tree;
  switch (message.type) {
    case "boot":
      if (root.state === "stopped") startChild(turn, root);
      return;
    case "started":
    case "start_failed":
    case "start_ignored":
      return onStartAnswer(turn, message, message.type);
    case "ended":
      return onEnded(turn, message);
    case "end":
      return onEnd(turn, message);
    case "call":
      return onCall(turn, message);
    case "wake":
      return onWake(turn, message.timer);
    case "shutdown":
      return onEnd(turn, { type: "end", path: root.path, reason: "shutdown" });
    default:
      return never(message, "tree message");
  }
}

function perform(turn: Turn, work: Work): void {
  switch (work.type) {
    case "begin":
      return beginSupervisor(turn, work.node);
    case "answer":
      return answered(turn, work.child, work.answer);
    case "deliver":
      return deliver(turn, work.to, work.mail);
    case "next":
      return takeNext(turn, work.of);
    default:
      return never(work, "work");
  }
}

function onStartAnswer(turn: Turn, { path, incarnation }: Of<StartAnswer>, answer: StartAnswer): void {
  const child = turn.tree.nodes.get(path);
  // A supervisor that has a process answers for itself.
  if (child?.state !== "starting" || child.incarnation !== incarnation || child.process !== null) return;
  if (answer === "started" && child.spec.type === "supervisor") {
    turn.work.push({ type: "begin", node: child });
    return;
  }
  note(turn, [answer === "started" ? "start" : answer, path]);
  turn.work.push({ type: "answer", child, answer });
}

/** An end in the middle of starting is a start that failed. */
function onEnded(turn: Turn, { path, incarnation, reason }: Of<"ended">): void {
  const child = turn.tree.nodes.get(path);
  if (child === undefined || child.spec.type === "supervisor") return;
  if (incarnation !== null && child.incarnation !== incarnation) return;
  if (child.state === "running") {
    noteEnd(turn, child, reason);
    const mail = { type: "ended", path, incarnation: child.incarnation, reason } as const;
    turn.work.push({ type: "deliver", to: supervisorOf(child), mail });
  } else if (child.state === "stopping") {
    note(turn, ["stop", path]);
    turn.work.push({ type: "answer", child, answer: "stopped" });
  } else if (child.state === "starting") {
    note(turn, ["start_failed", path]);
    turn.work.push({ type: "answer", child, answer: "start_failed" });
  }
}

function onEnd(turn: Turn, { path, reason }: Of<"end">): void {
  const supervisor = liveSupervisor(turn.tree.nodes.get(path));
  if (supervisor !== null) turn.work.push({ type: "deliver", to: supervisor, mail: { type: "end", reason } });
}

function onCall(turn: Turn, { ref, call }: Of<"call">): void {
  const supervisor = liveSupervisor(turn.tree.nodes.get(call.parent));
  if (supervisor === null) reply(turn, ref, { type: "error", error: "noproc" });
  else turn.work.push({ type: "deliver", to: supervisor, mail: { type: "call", ref, call } });
}

function onWake(turn: Turn, name: string): void {
  const timer = readTimer(name);
  const child = timer ? turn.tree.nodes.get(timer.path) : undefined;
  if (timer === null || child?.timer?.number !== timer.number || isWoken(child)) return;
  const mail = { type: "wake", path: timer.path, timer: timer.number } as const;
  turn.work.push({ type: "deliver", to: supervisorOf(child), mail });
}
