/**
 * Any tree, any order in which the world answers: the facts alone rebuild the tree, JSON keeps all of it, nothing runs
 * twice, every call is answered once, and in the end everything comes to rest.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Tree, TreeAction, TreeMessage, TreePath } from "../../../domain/tree/tree.ts";
import { type ChildDefinition, defineChild, defineTree, type SupervisorDefinition } from "../simulate/define-tree.ts";
import { stepTree } from "../step.ts";
import { applyTreeFact } from "./facts.ts";
import { outstandingOf } from "./outstanding.ts";
import { createTree, freezeTree, rootIsDown, thawTree } from "./tree.ts";

const REASONS = ["normal", "shutdown", "error", "killed"] as const;
const STRATEGIES = ["one_for_one", "one_for_all", "rest_for_one"] as const;
const RESTARTS = ["permanent", "transient", "temporary"] as const;

/** Numbers chosen by fast-check, which it can make smaller; each use takes the next. */
class Choices {
  private readonly numbers: readonly number[];
  private used = 0;

  constructor(numbers: readonly number[]) {
    this.numbers = numbers;
  }

  get left(): number {
    return this.numbers.length - this.used;
  }

  below(limit: number): number {
    this.used += 1;
    return (this.numbers[this.used - 1] ?? 0) % limit;
  }

  of<T>(items: readonly T[]): T | undefined {
    return items[this.below(Math.max(items.length, 1))];
  }
}

function randomSupervisor(choices: Choices, id: string, depth: number): SupervisorDefinition {
  return {
    id,
    restart: choices.of(RESTARTS) ?? "permanent",
    strategy: choices.of(STRATEGIES) ?? "one_for_one",
    intensity: choices.of([0, 1, 2, 5, "unlimited"] as const) ?? 1,
    periodS: 2,
    autoShutdown: choices.of(["never", "any_significant", "all_significant"] as const) ?? "never",
    ...(choices.below(3) === 0 && { backoff: { kind: "exponential", baseS: 0.2, capS: 1, jitter: 0.5 } as const }),
    children: Array.from({ length: choices.below(4) }, (_, i) => randomChild(choices, `${id}${i}`, depth + 1)),
  };
}

function randomChild(choices: Choices, id: string, depth: number): ChildDefinition {
  const kind = depth > 2 ? 0 : choices.below(5);
  if (kind < 3) return { id, restart: choices.of(RESTARTS) ?? "permanent" };
  if (kind === 3) return randomSupervisor(choices, id, depth);
  const { children: _children, strategy: _strategy, ...pool } = randomSupervisor(choices, id, 3);
  return { ...pool, template: randomChild(choices, "t", depth + 1) };
}

/** The world around a tree: what runs, what was asked for and not yet answered. */
class World {
  tree: Tree;
  /** Rebuilt from facts alone. */
  readonly twin: Tree;
  readonly running = new Map<TreePath, number>();
  readonly calls = new Map<string, number>();
  at = 0;

  constructor(tree: Tree) {
    this.tree = tree;
    this.twin = createTree(tree.root.spec as Parameters<typeof createTree>[0]);
  }

  tell(message: TreeMessage): void {
    const { facts, actions } = stepTree(this.tree, message, this.at, 0.3);
    for (const fact of JSON.parse(JSON.stringify(facts))) applyTreeFact(this.twin, fact);
    expect(freezeTree(this.twin)).toEqual(freezeTree(this.tree));
    for (const action of actions) this.happen(action);
  }

  happen(action: TreeAction): void {
    if (action.type === "reply" && action.ref !== "boot") {
      this.calls.set(action.ref, (this.calls.get(action.ref) ?? 0) + 1);
    }
    if (action.type === "start") expect(this.running.has(action.path), `${action.path} runs twice`).toBe(false);
    if (action.type === "stop") expect(this.running.get(action.path)).toBe(action.incarnation);
  }

  end(path: TreePath, reason: (typeof REASONS)[number]): void {
    const incarnation = this.running.get(path);
    if (incarnation === undefined) return;
    this.running.delete(path);
    this.tell({ type: "ended", path, incarnation, reason });
  }

  answer(waiting: ReturnType<typeof outstandingOf>[number], kind: "started" | "start_failed" | "start_ignored"): void {
    if (waiting.type === "timer") {
      this.at = Math.max(this.at, waiting.at);
      this.tell({ type: "wake", timer: waiting.timer });
    } else if (waiting.type === "stop") this.end(waiting.path, "shutdown");
    else {
      const { path, incarnation } = waiting;
      if (kind === "started") this.running.set(path, incarnation);
      this.tell({ type: kind, path, incarnation });
    }
  }

  call(choices: Choices): void {
    const ref = `call ${this.calls.size}`;
    this.calls.set(ref, 0);
    const path = choices.of([...this.tree.nodes.keys()]) ?? "r";
    const [parent = "r", id = ""] = path.includes("#")
      ? path.split(/(?=#)/)
      : [path.replace(/\/[^/]*$/, ""), path.replace(/^.*\//, "")];
    const spec = defineChild(randomChild(choices, `n${choices.below(3)}`, 2));
    const name = choices.of(["terminate_child", "restart_child", "delete_child"] as const) ?? "terminate_child";
    const orders = [
      { do: "start_child", parent: path, spec },
      { do: name, parent, id },
      { do: "which_children", parent },
    ] as const;
    this.tell({ type: "call", ref, call: choices.of(orders) ?? orders[0] });
  }

  step(choices: Choices): void {
    const waiting = choices.of(outstandingOf(this.tree));
    const what = choices.below(10);
    if (what < 4 && waiting)
      this.answer(waiting, choices.of(["started", "started", "start_failed", "start_ignored"] as const) ?? "started");
    else if (what < 7) this.end(choices.of([...this.running.keys()]) ?? "", choices.of(REASONS) ?? "error");
    else if (what < 9) this.call(choices);
    else
      this.tell({
        type: "end",
        path: choices.of([...this.tree.nodes.keys()]) ?? "r",
        reason: choices.of(REASONS) ?? "error",
      });
    if (choices.below(4) === 0) this.tree = thawTree(JSON.parse(JSON.stringify(freezeTree(this.tree))));
    this.at += choices.below(700);
  }

  /** Answers all that is asked until nothing is. */
  settle(): void {
    for (let turns = 0; outstandingOf(this.tree).length > 0; turns += 1) {
      expect(turns, "the tree comes to rest").toBeLessThan(2000);
      const [waiting] = outstandingOf(this.tree);
      if (waiting) this.answer(waiting, "started");
    }
  }
}

test("facts rebuild the tree, JSON keeps it, nothing runs twice, every call is answered, all comes to rest", () => {
  const numbers = fc.array(fc.nat(10_000), { minLength: 60, maxLength: 300, size: "max" });
  fc.assert(
    fc.property(numbers, (drawn) => {
      const choices = new Choices(drawn);
      const defined = defineTree(randomSupervisor(choices, "r", 0));
      if (!defined.ok) throw new Error(JSON.stringify(defined.errors));
      const world = new World(createTree(defined.spec));
      world.tell({ type: "boot" });
      while (choices.left > 0) world.step(choices);
      world.settle();
      world.tell({ type: "shutdown" });
      world.settle();
      expect(rootIsDown(world.tree)).toBe(true);
      expect([...world.running.keys()]).toEqual([]);
      expect([...world.tree.nodes.keys()]).toEqual(["r"]);
      expect([...world.calls.values()].every((answers) => answers === 1)).toBe(true);
    }),
    { numRuns: 500 },
  );
});
