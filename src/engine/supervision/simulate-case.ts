/**
 * Runs a tree and a script in virtual time and returns the trace. The world it plays is simple: workers start and fail
 * as the case says, end when the script says, and stop at once. Pure; nothing is started for real.
 */
import { BugError } from "../../domain/bug.ts";
import type {
  ChildSpec,
  EndReason,
  StartAnswer,
  Tree,
  TreeAction,
  TreeCall,
  TreeEvent,
  TreeMessage,
  TreePath,
  TreeReply,
} from "../../domain/tree.ts";
import { type CaseItem, type CaseStep, type SimulationCase, startResults } from "./case-format.ts";
import { BOOT_REF } from "./init.ts";
import { stepTree } from "./step.ts";
import { childState, createTree, rootIsDown } from "./tree.ts";

export interface SimulationResult {
  readonly id: string;
  readonly boot: readonly TreeEvent[];
  readonly boot_reply: unknown;
  readonly steps: readonly StepResult[];
  /** What is running after the last step, sorted. */
  readonly alive: readonly TreePath[];
  readonly root: "up" | "down";
}

export interface StepResult {
  readonly events: readonly TreeEvent[];
  /** Of a call. */
  readonly reply?: unknown;
  /** One for each item of `while_restarting`; null for an end. */
  readonly replies?: readonly unknown[];
}

export function simulateCase({ id, tree: spec, script }: SimulationCase): SimulationResult {
  const world = newWorld(createTree(spec));
  tell(world, { type: "boot" });
  const boot = takeEvents(world);
  const boot_reply = takeReply(world, BOOT_REF);
  const steps = script.map((step) => runStep(world, step));
  const { tree } = world;
  const alive = [...tree.nodes.keys()].filter((path) => childState(tree, path) === "running").sort();
  return { id, boot, boot_reply, steps, alive, root: rootIsDown(tree) ? "down" : "up" };
}

interface World {
  readonly tree: Tree;
  at: number;
  events: TreeEvent[];
  readonly replies: Map<string, TreeReply>;
  /** What has happened and the tree has not yet been told. */
  readonly news: TreeMessage[];
  readonly timers: { readonly name: string; readonly at: number }[];
  /** How often each spec was started, by path: members of a pool share their template. */
  readonly starts: Map<ChildSpec, Map<TreePath, number>>;
  /** To happen within the first start that fails. */
  interlude: (() => void) | null;
  refs: number;
}

function newWorld(tree: Tree): World {
  return {
    tree,
    at: 0,
    events: [],
    replies: new Map(),
    news: [],
    timers: [],
    starts: new Map(),
    interlude: null,
    refs: 0,
  };
}

function runStep(world: World, step: CaseStep): StepResult {
  if (step.do === "advance") advance(world, step.ms);
  else if (step.do !== "end") {
    const ref = call(world, step);
    return { events: takeEvents(world), reply: takeReply(world, ref) };
  } else if (step.while_restarting) {
    return runEndWithInterlude(world, step, step.while_restarting);
  } else end(world, step.child, step.reason);
  return { events: takeEvents(world) };
}

/** The items arrive while the supervisor still waits for the start that fails: they are before its retry in the mailbox. */
function runEndWithInterlude(
  world: World,
  step: Extract<CaseStep, { do: "end" }>,
  items: readonly CaseItem[],
): StepResult {
  let refs: (string | null)[] = items.map(() => null);
  world.interlude = () => {
    refs = items.map((item) => (item.do === "end" ? end(world, item.child, item.reason) : call(world, item)));
  };
  end(world, step.child, step.reason);
  world.interlude = null;
  return { events: takeEvents(world), replies: refs.map((ref) => ref && takeReply(world, ref)) };
}

function end(world: World, path: TreePath, reason: EndReason): null {
  const node = world.tree.nodes.get(path);
  if (node?.spec.type === "supervisor") tell(world, { type: "end", path, reason });
  else if (node?.state === "running") tell(world, { type: "ended", path, incarnation: node.incarnation, reason });
  return null;
}

function call(world: World, item: TreeCall): string {
  world.refs += 1;
  const ref = `call ${world.refs}`;
  tell(world, { type: "call", ref, call: item });
  return ref;
}

function advance(world: World, ms: number): void {
  const until = world.at + ms;
  for (;;) {
    world.timers.sort((a, b) => a.at - b.at);
    const [next] = world.timers;
    if (next === undefined || next.at > until) break;
    world.timers.shift();
    world.at = next.at;
    tell(world, { type: "wake", timer: next.name });
  }
  world.at = until;
}

/** Tells the tree and goes on until nothing more happens. */
function tell(world: World, message: TreeMessage): void {
  const later = world.news.splice(0);
  world.news.push(message);
  for (let news = world.news.shift(); news; news = world.news.shift()) {
    const { interlude } = world;
    if (news.type !== "start_failed" || interlude === null) {
      happen(world, stepTree(world.tree, news, world.at, EVEN_DICE).actions);
      continue;
    }
    world.interlude = null;
    const failed: TreeEvent = ["start_failed", news.path];
    world.events.push(failed);
    interlude();
    const { actions } = stepTree(world.tree, news, world.at, EVEN_DICE);
    happen(
      world,
      actions.filter((action) => !(action.type === "noted" && isSame(action.event, failed))),
    );
  }
  world.news.push(...later);
}

const EVEN_DICE = 0.5;

function isSame(a: TreeEvent, b: TreeEvent): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

function happen(world: World, actions: readonly TreeAction[]): void {
  for (const action of actions) {
    if (action.type === "noted") world.events.push(action.event);
    else if (action.type === "reply") world.replies.set(action.ref, action.reply);
    else if (action.type === "start") {
      const { path, incarnation, spec } = action;
      world.news.push({ type: startOf(world, path, spec), path, incarnation });
    } else if (action.type === "stop") {
      const { path, incarnation } = action;
      world.news.push({ type: "ended", path, incarnation, reason: "shutdown" });
    } else if (action.type === "restart_scheduled" && action.timer !== null) {
      world.timers.push({ name: action.timer, at: action.at });
    }
  }
}

const ANSWERS = { ok: "started", error: "start_failed", ignore: "start_ignored" } as const;

function startOf(world: World, path: TreePath, spec: ChildSpec): StartAnswer {
  const starts = world.starts.get(spec) ?? new Map<TreePath, number>();
  const before = starts.get(path) ?? 0;
  world.starts.set(spec, starts.set(path, before + 1));
  return ANSWERS[startResults(spec)[before] ?? "ok"];
}

function takeEvents(world: World): TreeEvent[] {
  const { events } = world;
  world.events = [];
  return events;
}

/** As the cases write it: OTP's term cut to its name. */
function takeReply(world: World, ref: string): unknown {
  const reply = world.replies.get(ref);
  if (reply === undefined) throw new BugError(`${ref} was not answered`);
  world.replies.delete(ref);
  switch (reply.type) {
    case "ignored":
      return { ok: "undefined" };
    case "error": {
      const { type: _type, ...error } = reply;
      return error;
    }
    case "counts":
      return reply.counts;
    case "children":
      return reply.children;
    default:
      return "ok";
  }
}
