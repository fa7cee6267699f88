/** Real processes take their time: a supervisor that waits for one is busy, and the rest of the tree is not. */
import { describe, expect, test } from "vitest";
import type { EndReason, Tree, TreeAction, TreeCall, TreeMessage, TreePath } from "../../domain/tree/tree.ts";
import { outstandingOf } from "./shape/outstanding.ts";
import { createTree, freezeTree, rootIsDown, thawTree } from "./shape/tree.ts";
import { defineTree, type SupervisorDefinition } from "./simulate/define-tree.ts";
import { driveTree } from "./simulate/drive.ts";
import { stepTree } from "./step.ts";

function plant(definition: SupervisorDefinition): Tree {
  const defined = defineTree(definition);
  if (!defined.ok) throw new Error(JSON.stringify(defined.errors));
  const tree = createTree(defined.spec);
  driveTree(tree, { type: "boot" }, 0, 0.5);
  return tree;
}

/** Starts answer at once, stops do not. Returns what a person would see: events, stops asked for, replies. */
function tell(tree: Tree, message: TreeMessage): string[] {
  return driveTree(tree, message, 0, 0.5).actions.flatMap(words);
}

function words(action: TreeAction): string[] {
  if (action.type === "noted") return [action.event.join(" ")];
  if (action.type === "stop") return [`please stop ${action.path}`];
  if (action.type !== "reply") return [];
  const { reply } = action;
  return [`reply ${action.ref}: ${reply.type === "error" ? reply.error : reply.type}`];
}

function ended(tree: Tree, path: TreePath, reason: EndReason = "shutdown"): string[] {
  return tell(tree, { type: "ended", path, incarnation: tree.nodes.get(path)?.incarnation ?? 0, reason });
}

function call(tree: Tree, ref: string, order: TreeCall): string[] {
  return tell(tree, { type: "call", ref, call: order });
}

const twoGroups: SupervisorDefinition = {
  id: "r",
  intensity: 5,
  children: [
    { id: "s", strategy: "one_for_all", intensity: 5, children: [{ id: "a" }, { id: "b" }] },
    { id: "t", intensity: 5, children: [{ id: "x" }] },
  ],
};

describe("a supervisor that waits for a stop", () => {
  test("starts nothing before the stop is confirmed", () => {
    const tree = plant(twoGroups);
    expect(ended(tree, "r/s/a", "error")).toEqual(["end r/s/a error", "please stop r/s/b"]);
    expect(ended(tree, "r/s/b")).toEqual(["stop r/s/b", "start r/s/a", "start r/s/b"]);
  });

  test("answers calls afterwards, in the order they came", () => {
    const tree = plant(twoGroups);
    ended(tree, "r/s/a", "error");
    expect(call(tree, "1", { do: "restart_child", parent: "r/s", id: "a" })).toEqual([]);
    expect(call(tree, "2", { do: "which_children", parent: "r/s" })).toEqual([]);
    expect(ended(tree, "r/s/b").slice(-2)).toEqual(["reply 1: running", "reply 2: children"]);
  });

  test("does not keep its parent and the other subtrees from working", () => {
    const tree = plant(twoGroups);
    ended(tree, "r/s/a", "error");
    expect(ended(tree, "r/t/x", "error")).toEqual(["end r/t/x error", "start r/t/x"]);
    expect(call(tree, "1", { do: "count_children", parent: "r" })).toEqual(["reply 1: counts"]);
  });

  test("takes an end of that child for the confirmation, whatever its reason", () => {
    const tree = plant(twoGroups);
    ended(tree, "r/s/a", "error");
    expect(ended(tree, "r/s/b", "killed")).toEqual(["stop r/s/b", "start r/s/a", "start r/s/b"]);
  });

  test("is stopped by its own supervisor only after it is done", () => {
    const tree = plant(twoGroups);
    ended(tree, "r/s/a", "error");
    expect(call(tree, "1", { do: "terminate_child", parent: "r", id: "s" })).toEqual([]);
    expect(ended(tree, "r/s/b")).toEqual(["stop r/s/b", "start r/s/a", "start r/s/b", "please stop r/s/b"]);
    expect(ended(tree, "r/s/b")).toEqual(["stop r/s/b", "please stop r/s/a"]);
    expect(ended(tree, "r/s/a")).toEqual(["stop r/s/a", "stop r/s", "reply 1: ok"]);
  });
});

test("callers of a supervisor that ends learn that there is nobody", () => {
  const tree = plant(twoGroups);
  tell(tree, { type: "end", path: "r/s", reason: "normal" });
  expect(call(tree, "1", { do: "which_children", parent: "r/s" })).toEqual([]);
  ended(tree, "r/s/b");
  expect(ended(tree, "r/s/a").slice(0, 3)).toEqual(["stop r/s/a", "end r/s normal", "reply 1: noproc"]);
});

test("a pool stops all members at once and waits for all", () => {
  const tree = plant({ id: "r", children: [{ id: "p", template: { id: "w" } }] });
  for (const ref of ["1", "2", "3"]) call(tree, ref, { do: "start_child", parent: "r/p" });
  const asked = tell(tree, { type: "shutdown" });
  expect(asked).toEqual(["please stop r/p#1", "please stop r/p#2", "please stop r/p#3"]);
  expect([...ended(tree, "r/p#2"), ...ended(tree, "r/p#3")]).toEqual(["stop r/p#2", "stop r/p#3"]);
  expect(ended(tree, "r/p#1")).toEqual(["stop r/p#1", "stop r/p", "end r shutdown"]);
  expect(rootIsDown(tree)).toBe(true);
});

describe("ends of earlier processes", () => {
  test("are ignored, also when they come twice", () => {
    const tree = plant(twoGroups);
    const incarnation = tree.nodes.get("r/t/x")?.incarnation ?? 0;
    const end: TreeMessage = { type: "ended", path: "r/t/x", incarnation, reason: "error" };
    expect(tell(tree, end)).toEqual(["end r/t/x error", "start r/t/x"]);
    expect(tell(tree, end)).toEqual([]);
    expect(tell(tree, { ...end, path: "r/t/nobody" })).toEqual([]);
  });

  test("do not stand for the present one after its supervisor was restarted", () => {
    const tree = plant(twoGroups);
    const incarnation = tree.nodes.get("r/t/x")?.incarnation ?? 0;
    tell(tree, { type: "end", path: "r/t", reason: "error" });
    ended(tree, "r/t/x");
    expect(tell(tree, { type: "ended", path: "r/t/x", incarnation, reason: "error" })).toEqual([]);
  });

  test("null stands for whichever there is now", () => {
    const tree = plant(twoGroups);
    const end: TreeMessage = { type: "ended", path: "r/t/x", incarnation: null, reason: "error" };
    expect(tell(tree, end)).toEqual(["end r/t/x error", "start r/t/x"]);
    expect(tell(tree, end)).toEqual(["end r/t/x error", "start r/t/x"]);
  });
});

test("read back from JSON in the middle, the tree goes on as if nothing had been", () => {
  const tree = plant(twoGroups);
  ended(tree, "r/s/a", "error");
  call(tree, "1", { do: "terminate_child", parent: "r/s", id: "b" });
  const again = thawTree(JSON.parse(JSON.stringify(freezeTree(tree))));
  const { incarnation = 0 } = tree.nodes.get("r/s/b") ?? {};
  expect(outstandingOf(again)).toEqual([{ type: "stop", path: "r/s/b", incarnation, graceMs: 5000 }]);
  expect(ended(again, "r/s/b")).toEqual(ended(tree, "r/s/b"));
  expect(ended(again, "r/s/b")).toEqual(["stop r/s/b", "reply 1: ok"]);
});

test("a worker that ends while it is being started has failed to start", () => {
  const defined = defineTree({ id: "r", children: [{ id: "a" }] });
  if (!defined.ok) throw new Error("spec");
  const tree = createTree(defined.spec);
  stepTree(tree, { type: "boot" }, 0, 0.5);
  const failed = ["start_failed r/a", "start_failed r", "reply boot: failed_to_start_child"];
  expect(ended(tree, "r/a", "error")).toEqual(failed);
});
