import { describe, expect, test } from "vitest";
import type { Tree, TreeMessage, TreePath } from "../../domain/tree/tree.ts";
import { childState, createTree, freezeTree, thawTree } from "./shape/tree.ts";
import { defineTree, type PoolDefinition } from "./simulate/define-tree.ts";
import { driveTree } from "./simulate/drive.ts";

function plant(pool: Omit<PoolDefinition, "id">): Tree {
  const defined = defineTree({ id: "r", intensity: 5, periodS: 60, children: [{ id: "p", ...pool }] });
  if (!defined.ok) throw new Error(JSON.stringify(defined.errors));
  const tree = createTree(defined.spec);
  tell(tree, { type: "boot" });
  return tree;
}

function tell(tree: Tree, message: TreeMessage, start: "started" | "start_failed" = "started") {
  const { actions } = driveTree(
    tree,
    message,
    0,
    0.5,
    () => start,
    () => "shutdown",
  );
  return {
    trace: actions.flatMap((action) => (action.type === "noted" ? [action.event.join(" ")] : [])),
    reply: actions.find((action) => action.type === "reply")?.reply,
    starts: actions.filter((action) => action.type === "start"),
  };
}

function startMember(tree: Tree, spec: object = {}, start?: "start_failed") {
  return tell(tree, { type: "call", ref: "1", call: { do: "start_child", parent: "r/p", spec } }, start);
}

function end(tree: Tree, path: TreePath, reason: "normal" | "error") {
  return tell(tree, { type: "ended", path, incarnation: null, reason }).trace;
}

test("the reply to start_child tells the member's path", () => {
  expect(startMember(plant({ template: { id: "w" } })).reply).toEqual({ type: "started", path: "r/p#1" });
});

describe("a number is given out once", () => {
  test("also if the start fails", () => {
    const tree = plant({ template: { id: "w" } });
    expect(startMember(tree, {}, "start_failed").reply).toEqual({ type: "error", error: "start_failed" });
    expect(startMember(tree).reply).toEqual({ type: "started", path: "r/p#2" });
  });

  test("across restarts of the pool, and a restarted member keeps its own", () => {
    const tree = plant({ intensity: 1, template: { id: "w" } });
    startMember(tree);
    expect(end(tree, "r/p#1", "error")).toEqual(["end r/p#1 error", "start r/p#1"]);
    expect(end(tree, "r/p#1", "error")).toEqual(["end r/p#1 error", "end r/p shutdown", "start r/p"]);
    expect(startMember(tree).reply).toEqual({ type: "started", path: "r/p#2" });
  });

  test("and is remembered when the tree is read back", () => {
    const tree = plant({ template: { id: "w", restart: "temporary" } });
    startMember(tree);
    end(tree, "r/p#1", "error");
    const again = thawTree(JSON.parse(JSON.stringify(freezeTree(tree))));
    expect(startMember(again).reply).toEqual({ type: "started", path: "r/p#2" });
  });

  test("by a pool inside a member, from 1 for every member, and forgotten with it", () => {
    const tree = plant({ template: { id: "g", restart: "temporary", children: [{ id: "q", template: { id: "w" } }] } });
    startMember(tree);
    startMember(tree);
    for (const parent of ["r/p#1/q", "r/p#2/q"]) {
      const { reply } = tell(tree, { type: "call", ref: "1", call: { do: "start_child", parent } });
      expect(reply).toEqual({ type: "started", path: `${parent}#1` });
    }
    tell(tree, { type: "end", path: "r/p#1", reason: "normal" });
    expect([...tree.nodes.keys()]).toEqual(["r", "r/p", "r/p#2", "r/p#2/q", "r/p#2/q#1"]);
    expect(tree.root.numbers).toEqual(new Map([["r/p", 2]]));
  });
});

describe("a member may have its own ways", () => {
  const template = {
    id: "task",
    restart: "temporary",
    intensity: 3,
    periodS: 9,
    children: [{ id: "attempt" }],
  } as const;

  test("within what the template leaves open: its restart type is the template's", () => {
    const tree = plant({ template });
    startMember(tree, { intensity: 0, restart: "permanent", id: "other" });
    expect(tree.nodes.get("r/p#1")?.spec).toMatchObject({ id: "task", restart: "temporary", intensity: 0, periodS: 9 });
    expect(end(tree, "r/p#1/attempt", "error")).toEqual(["end r/p#1/attempt error", "end r/p#1 shutdown"]);
    expect(childState(tree, "r/p#1")).toBeNull();
  });

  test("and keeps them when it is restarted or read back", () => {
    const tree = plant({ template: { id: "w" } });
    startMember(tree, { args: { job: 7 } });
    const again = thawTree(JSON.parse(JSON.stringify(freezeTree(tree))));
    const { starts } = tell(again, { type: "ended", path: "r/p#1", incarnation: null, reason: "error" });
    expect(starts).toMatchObject([{ path: "r/p#1", starts: 2, spec: { id: "w", args: { job: 7 } } }]);
  });
});

describe("calls to a pool", () => {
  test("by id are refused", () => {
    const tree = plant({ template: { id: "w" } });
    for (const name of ["terminate_child", "restart_child", "delete_child"] as const) {
      const { reply } = tell(tree, { type: "call", ref: "1", call: { do: name, parent: "r/p", id: "w" } });
      expect(reply).toEqual({ type: "error", error: "simple_one_for_one" });
    }
  });

  test("terminate a member by number; one that is gone already is no matter, one that never was is not found", () => {
    const tree = plant({ template: { id: "w" } });
    startMember(tree);
    const terminate = (id: string) =>
      tell(tree, { type: "call", ref: "1", call: { do: "terminate_child", parent: "r/p", id } });
    expect(terminate("#1")).toMatchObject({ trace: ["stop r/p#1"], reply: { type: "ok" } });
    expect(terminate("#1")).toMatchObject({ trace: [], reply: { type: "ok" } });
    expect(terminate("#2").reply).toEqual({ type: "error", error: "not_found" });
  });
});

test("members that are supervisors stop in order of number, each after its children", () => {
  const tree = plant({ template: { id: "g", children: [{ id: "a" }, { id: "b" }] } });
  startMember(tree);
  startMember(tree);
  const { trace } = tell(tree, { type: "shutdown" });
  const members = trace.filter((event) => /^stop r\/p#\d$/.test(event));
  expect(members).toEqual(["stop r/p#1", "stop r/p#2"]);
  for (const member of ["r/p#1", "r/p#2"]) {
    const own = trace.filter((event) => event.includes(member));
    expect(own).toEqual([`stop ${member}/b`, `stop ${member}/a`, `stop ${member}`]);
  }
  expect(trace.slice(-2)).toEqual(["stop r/p", "end r shutdown"]);
});

test("what a member costs does not grow with the pool: one more means a handful of facts", () => {
  const tree = plant({ template: { id: "w", restart: "temporary" } });
  for (let i = 0; i < 2000; i += 1) startMember(tree);
  const call = { type: "call", ref: null, call: { do: "start_child", parent: "r/p" } } as const;
  expect(driveTree(tree, call, 0, 0.5).facts).toHaveLength(5);
  const ended = { type: "ended", path: "r/p#1000", incarnation: null, reason: "error" } as const;
  expect(driveTree(tree, ended, 0, 0.5).facts).toEqual([{ type: "child_removed", path: "r/p#1000" }]);
});

test("an id names the pool's own members only, never a child of theirs", () => {
  const tree = plant({ template: { id: "s", children: [{ id: "t" }] } });
  startMember(tree);
  const call = { do: "terminate_child", parent: "r/p", id: "#1/t" } as const;
  expect(tell(tree, { type: "call", ref: "2", call }).reply).toEqual({ type: "error", error: "not_found" });
  expect(childState(tree, "r/p#1/t")).toBe("running");
});

test("an id names a supervisor's own children only, never a child of theirs", () => {
  const tree = plant({ template: { id: "w" } });
  startMember(tree);
  const call = { do: "terminate_child", parent: "r", id: "p#1" } as const;
  expect(tell(tree, { type: "call", ref: "2", call }).reply).toEqual({ type: "error", error: "not_found" });
});
