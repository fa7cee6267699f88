/**
 * The world a simulated tree lives in: workers start, fail or decline as their spec says, stop at once, and time passes
 * only when it is told to. What it tells the tree and what the tree asks for go on until nothing more happens.
 */
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
} from "../../../domain/tree/tree.ts";
import { stepTree } from "../step.ts";
import { startResults } from "./case-format.ts";

export interface World {
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

export function newWorld(tree: Tree): World {
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

/** A worker ends, or a supervisor is told to end; nobody there: nothing happens. */
export function end(world: World, path: TreePath, reason: EndReason): null {
  const node = world.tree.nodes.get(path);
  if (node?.spec.type === "supervisor") tell(world, { type: "end", path, reason });
  else if (node?.state === "running") tell(world, { type: "ended", path, incarnation: node.incarnation, reason });
  return null;
}

/** The reply will be found under the ref returned. */
export function call(world: World, item: TreeCall): string {
  world.refs += 1;
  const ref = `call ${world.refs}`;
  tell(world, { type: "call", ref, call: item });
  return ref;
}

export function advance(world: World, ms: number): void {
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
export function tell(world: World, message: TreeMessage): void {
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

/** What was seen since the last time. */
export function takeEvents(world: World): TreeEvent[] {
  const { events } = world;
  world.events = [];
  return events;
}
