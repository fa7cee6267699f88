/** Restarts with a backoff, which OTP has not: the wait is a long `restarting`, and otherwise all is as in OTP. */
import { describe, expect, test } from "vitest";
import type { Tree, TreeAction, TreeCall, TreeMessage } from "../../domain/tree/tree.ts";
import { outstandingOf } from "./shape/outstanding.ts";
import { createTree, freezeTree, thawTree } from "./shape/tree.ts";
import { defineTree, type SupervisorDefinition } from "./simulate/define-tree.ts";
import { driveTree } from "./simulate/drive.ts";
import { stepTree } from "./step.ts";

function plant(definition: Partial<SupervisorDefinition>): Tree {
  const backoff = { kind: "exponential", baseS: 2, capS: 60, jitter: 0.5 } as const;
  const children = [{ id: "a" }, { id: "b" }, { id: "c" }];
  const defined = defineTree({ id: "r", intensity: 3, periodS: 300, backoff, children, ...definition });
  if (!defined.ok) throw new Error(JSON.stringify(defined.errors));
  const tree = createTree(defined.spec);
  driveTree(tree, { type: "boot" }, 0, 0.5);
  return tree;
}

/** Starts and stops are answered at once. */
function tell(tree: Tree, message: TreeMessage, at = 0, dice = 0.5, start: "started" | "start_failed" = "started") {
  const { actions } = driveTree(
    tree,
    message,
    at,
    dice,
    () => start,
    () => "shutdown",
  );
  return {
    trace: actions.flatMap((action) => (action.type === "noted" ? [action.event.join(" ")] : [])),
    scheduled: actions.find((action) => action.type === "restart_scheduled"),
    gaveUp: actions.find((action) => action.type === "gave_up"),
    replies: actions.flatMap((action) => (action.type === "reply" ? [action.reply] : [])),
  };
}

function fail(tree: Tree, path: string, at = 0, dice = 0.5) {
  return tell(tree, { type: "ended", path, incarnation: null, reason: "error" }, at, dice);
}

function wake(tree: Tree, scheduled: TreeAction | undefined, at: number, start?: "start_failed") {
  const timer = scheduled?.type === "restart_scheduled" ? (scheduled.timer ?? "") : "";
  return tell(tree, { type: "wake", timer }, at, 0.5, start);
}

function call(tree: Tree, order: TreeCall) {
  return tell(tree, { type: "call", ref: "1", call: order });
}

test("the child waits, doubling with each restart in the window, and starts when the timer is due", () => {
  const tree = plant({});
  const first = fail(tree, "r/a", 1000);
  expect(first.trace).toEqual(["end r/a error"]);
  expect(first.scheduled).toMatchObject({ path: "r/a", at: 3000, delayMs: 2000, count: 1 });
  expect(wake(tree, first.scheduled, 3000).trace).toEqual(["start r/a"]);
  expect(fail(tree, "r/a", 4000).scheduled).toMatchObject({ at: 8000, delayMs: 4000, count: 2 });
});

test("the dice move the delay by the jitter", () => {
  expect(fail(plant({}), "r/a", 0, 0).scheduled).toMatchObject({ delayMs: 1000 });
});

test("without backoff a restart is scheduled for now and needs no timer", () => {
  const { scheduled, trace } = fail(plant({ backoff: { kind: "none" } }), "r/a", 1000);
  expect(scheduled).toMatchObject({ timer: null, at: 1000, delayMs: 0, count: 1 });
  expect(trace).toEqual(["end r/a error", "start r/a"]);
});

test("a wake is not counted again, a start that fails then is", () => {
  const tree = plant({ intensity: 2 });
  const again = wake(tree, fail(tree, "r/a", 0).scheduled, 2000, "start_failed");
  expect(again.trace).toEqual(["start_failed r/a"]);
  expect(again.scheduled).toMatchObject({ at: 6000, delayMs: 4000, count: 2 });
  expect(wake(tree, again.scheduled, 6000, "start_failed").gaveUp).toMatchObject({
    path: "r",
    restarts: [0, 2000, 6000],
    intensity: 2,
    lastFailed: "r/a",
  });
});

test("one failure too many gives up at once, without a wait", () => {
  const { trace, gaveUp } = fail(plant({ intensity: 0 }), "r/b");
  expect(trace).toEqual(["end r/b error", "stop r/c", "stop r/a", "end r shutdown"]);
  expect(gaveUp).toMatchObject({ path: "r", restarts: [0], intensity: 0, periodS: 300, lastFailed: "r/b" });
});

test("restarts that left the window are forgotten", () => {
  const tree = plant({ intensity: 1 });
  wake(tree, fail(tree, "r/a", 0).scheduled, 2000);
  expect(fail(tree, "r/a", 400_000).scheduled).toMatchObject({ count: 1 });
  expect(fail(tree, "r/b", 401_000).gaveUp).toMatchObject({ restarts: [400_000, 401_000] });
});

test("a retry left over from before is not taken for the timer", () => {
  const tree = plant({ strategy: "one_for_all", intensity: 9, backoff: { kind: "constant", delayS: 1, jitter: 1 } });
  const [noDelay, delay] = [0, 0.5];
  const step = (type: "ended" | "started" | "start_failed", path: string, dice = noDelay) =>
    stepTree(tree, { type, path, incarnation: tree.nodes.get(path)?.incarnation ?? 0, reason: "error" }, 0, dice);
  for (const path of ["r/a", "r/c", "r/b"]) step("ended", path);
  step("started", "r/a");
  step("started", "r/b");
  step("ended", "r/a");
  step("start_failed", "r/c");
  step("ended", "r/b");
  step("started", "r/a");
  step("started", "r/b");
  // Now two retries of c lie in the mailbox, and the first of them has to wait for a timer.
  const { actions } = step("start_failed", "r/c", delay);
  expect(actions.filter(({ type }) => type === "restart_scheduled")).toMatchObject([{ path: "r/c", delayMs: 1000 }]);
  expect([...step("ended", "r/b").actions, ...step("ended", "r/a").actions].map(({ type }) => type)).not.toContain(
    "start",
  );
  expect(outstandingOf(tree)).toMatchObject([{ type: "timer", at: 1000 }]);
});

describe("a group", () => {
  test("is stopped at once and started when the timer is due", () => {
    const tree = plant({ strategy: "one_for_all" });
    const failed = fail(tree, "r/b");
    expect(failed.trace).toEqual(["end r/b error", "stop r/c", "stop r/a"]);
    expect(wake(tree, failed.scheduled, 2000).trace).toEqual(["start r/a", "start r/b", "start r/c"]);
  });

  test("of rest_for_one leaves the earlier ones running", () => {
    const tree = plant({ strategy: "rest_for_one" });
    const failed = fail(tree, "r/b");
    expect(failed.trace).toEqual(["end r/b error", "stop r/c"]);
    expect(wake(tree, failed.scheduled, 2000).trace).toEqual(["start r/b", "start r/c"]);
  });

  test("overtaken by an earlier sibling's failure is started once, by the later timer", () => {
    const tree = plant({ strategy: "rest_for_one" });
    const first = fail(tree, "r/b");
    const second = fail(tree, "r/a", 500);
    expect(second.scheduled).toMatchObject({ path: "r/a", at: 4500, count: 2 });
    expect(wake(tree, first.scheduled, 2000).trace).toEqual([]);
    expect(wake(tree, second.scheduled, 4500).trace).toEqual(["start r/a", "start r/b", "start r/c"]);
  });

  test("takes in a child that was added during the wait", () => {
    const tree = plant({ strategy: "one_for_all" });
    const { scheduled } = fail(tree, "r/a");
    const spec = { type: "worker", id: "n", restart: "permanent", significant: false } as const;
    expect(call(tree, { do: "start_child", parent: "r", spec }).trace).toEqual(["start r/n"]);
    const started = ["start r/a", "start r/b", "start r/c", "start r/n"];
    expect(wake(tree, scheduled, 2000).trace).toEqual(["stop r/n", ...started]);
  });
});

describe("during the wait", () => {
  test("calls are answered as for any restarting child", () => {
    const tree = plant({});
    fail(tree, "r/a");
    expect(call(tree, { do: "restart_child", parent: "r", id: "a" }).replies).toEqual([
      { type: "error", error: "restarting" },
    ]);
    expect(call(tree, { do: "count_children", parent: "r" }).replies).toMatchObject([{ counts: { active: 2 } }]);
  });

  test("terminating the child cancels the restart; started by hand, the old timer does not touch it", () => {
    const tree = plant({});
    const { scheduled } = fail(tree, "r/a");
    expect(call(tree, { do: "terminate_child", parent: "r", id: "a" }).replies).toEqual([{ type: "ok" }]);
    expect(outstandingOf(tree)).toEqual([]);
    expect(call(tree, { do: "restart_child", parent: "r", id: "a" }).trace).toEqual(["start r/a"]);
    fail(tree, "r/a", 1000);
    expect(wake(tree, scheduled, 2000).trace).toEqual([]);
  });

  test("the tree can be written down: the timer and the count are kept", () => {
    const tree = plant({});
    const { scheduled } = fail(tree, "r/a", 1000);
    const again = thawTree(JSON.parse(JSON.stringify(freezeTree(tree))));
    expect(outstandingOf(again)).toMatchObject([{ type: "timer", at: 3000 }]);
    expect(wake(again, scheduled, 3000).trace).toEqual(["start r/a"]);
    expect(fail(again, "r/b", 4000).scheduled).toMatchObject({ count: 2 });
  });

  test("a timer that is due while the group is still being stopped waits for that", () => {
    const tree = plant({ strategy: "one_for_all" });
    const asked = driveTree(tree, { type: "ended", path: "r/a", incarnation: null, reason: "error" }, 0, 0.5);
    const scheduled = asked.actions.find((action) => action.type === "restart_scheduled");
    expect(wake(tree, scheduled, 2000).trace).toEqual([]);
    const stopped = tell(tree, { type: "ended", path: "r/c", incarnation: null, reason: "shutdown" }, 9000);
    expect(stopped.trace).toEqual(["stop r/c", "stop r/b", "start r/a", "start r/b", "start r/c"]);
  });
});
