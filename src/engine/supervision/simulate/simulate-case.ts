/**
 * Runs a tree and a script in virtual time and returns the trace, in the words of the cases. Pure; nothing is started
 * for real.
 */
import { BugError } from "../../../domain/bug.ts";
import type { TreeEvent, TreePath } from "../../../domain/tree/tree.ts";
import { BOOT_REF } from "../init.ts";
import { childState, createTree, rootIsDown } from "../shape/tree.ts";
import type { CaseItem, CaseStep, SimulationCase } from "./case-format.ts";
import { advance, call, end, newWorld, takeEvents, tell, type World } from "./simulated-world.ts";

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
