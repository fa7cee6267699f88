/** Between a start that fails and its retry a supervisor answers others: `restarting` is a real state. */
import { describe, expect, test } from "vitest";
import { readCase } from "./simulate/case-format.ts";
import { simulateCase } from "./simulate/simulate-case.ts";

interface Spec {
  readonly [key: string]: unknown;
}

const worker = (id: string, ...start_results: string[]): Spec => ({ id, type: "worker", start_results });
const call = (name: string, more: Spec = {}): Spec => ({ do: name, parent: "r", ...more });

/** `child` ends with an error; `items` arrive within the first restart that fails. */
function play(strategy: string, children: Spec[], child: string, items: Spec[], more: Spec = {}) {
  const tree = { id: "r", type: "supervisor", strategy, intensity: 3, period_s: 60, children, ...more };
  const read = readCase({ tree, script: [{ do: "end", child, reason: "error", while_restarting: items }] });
  if (!read.ok) throw new Error(read.mistakes.join());
  const { steps, root } = simulateCase(read.case);
  const events = steps[0]?.events ?? [];
  return {
    trace: events.map((event) => event.join(" ").replaceAll("r/", "")).join(", "),
    replies: steps[0]?.replies,
    root,
  };
}

describe("a child that is restarting", () => {
  const children = [worker("a", "ok", "error"), worker("b")];

  test("is listed as such, is not active, and refuses to be restarted, deleted or started anew", () => {
    const items = [
      call("which_children"),
      call("count_children"),
      call("restart_child", { id: "a" }),
      call("delete_child", { id: "a" }),
      call("start_child", { spec: worker("a") }),
    ];
    expect(play("one_for_one", children, "r/a", items).replies).toEqual([
      [
        { id: "b", state: "running", type: "worker" },
        { id: "a", state: "restarting", type: "worker" },
      ],
      { specs: 2, active: 1, supervisors: 0, workers: 2 },
      { error: "restarting" },
      { error: "restarting" },
      { error: "already_present" },
    ]);
  });

  test("is restarted no more once it is terminated", () => {
    const { trace, replies } = play("one_for_one", children, "r/a", [call("terminate_child", { id: "a" })]);
    expect([trace, replies]).toEqual(["end a error, start_failed a", ["ok"]]);
  });

  test("gets no stop when its supervisor gives up", () => {
    const items = [{ do: "end", child: "r/b", reason: "error" }];
    const { trace } = play("one_for_one", [...children, worker("c")], "r/a", items, { intensity: 1 });
    expect(trace).toBe("end a error, start_failed a, end b error, stop c, end r shutdown");
  });
});

describe("in a group", () => {
  const children = [worker("a"), worker("b", "ok", "error"), worker("c")];

  test("terminating the one that is restarting leaves the later ones stopped", () => {
    const items = [call("terminate_child", { id: "b" }), call("which_children")];
    const { trace, replies } = play("rest_for_one", children, "r/a", items);
    expect(trace).toBe("end a error, stop c, stop b, start a, start_failed b");
    expect(replies?.[1]).toEqual([
      { id: "c", state: "undefined", type: "worker" },
      { id: "b", state: "undefined", type: "worker" },
      { id: "a", state: "running", type: "worker" },
    ]);
  });

  test("a sibling's end restarts all first, and the retry that comes after finds nothing to do", () => {
    const items = [{ do: "end", child: "r/a", reason: "error" }];
    expect(play("one_for_all", children, "r/c", items).trace).toBe(
      "end c error, stop b, stop a, start a, start_failed b, end a error, start a, start b, start c",
    );
  });

  test("a child added meanwhile joins the retry", () => {
    const items = [call("start_child", { spec: worker("n") })];
    expect(play("one_for_all", children, "r/b", items).trace).toBe(
      "end b error, stop c, stop a, start a, start_failed b, start n, stop n, stop a, start a, start b, start c, start n",
    );
  });

  test("a child that ends before an answer is given is already not active, though still listed as running", () => {
    const items = [call("count_children"), call("which_children"), { do: "end", child: "r/a", reason: "normal" }];
    const { replies } = play("rest_for_one", children, "r/b", items);
    expect(replies?.[0]).toEqual({ specs: 3, active: 0, supervisors: 0, workers: 3 });
    expect(replies?.[1]).toContainEqual({ id: "a", state: "running", type: "worker" });
  });

  test("stopping a child that has ended by itself settles its end", () => {
    const items = [call("terminate_child", { id: "a" }), { do: "end", child: "r/a", reason: "error" }];
    expect(play("rest_for_one", children, "r/b", items).trace).toBe(
      "end b error, stop c, start_failed b, end a error, start b, start c",
    );
  });

  test("the end of a process that was replaced by hand meanwhile is old news", () => {
    const byHand = [call("terminate_child", { id: "a" }), call("restart_child", { id: "a" })];
    const { trace } = play("rest_for_one", children, "r/b", [...byHand, { do: "end", child: "r/a", reason: "error" }]);
    expect(trace).toBe("end b error, stop c, start_failed b, end a error, start a, start b, start c");
  });

  test("a child whose end is not yet noticed still counts as started", () => {
    const items = [call("start_child", { spec: worker("a") }), { do: "end", child: "r/a", reason: "error" }];
    expect(play("rest_for_one", children, "r/b", items).replies?.[0]).toEqual({ error: "already_started" });
  });

  test("a significant child that is restarting keeps its supervisor from shutting down with the others", () => {
    const significant = (spec: Spec) => ({ ...spec, restart: "transient", significant: true });
    const both = [significant(worker("a")), significant(worker("b", "ok", "error"))];
    const items = [{ do: "end", child: "r/a", reason: "normal" }];
    const { trace } = play("one_for_one", both, "r/b", items, { auto_shutdown: "all_significant" });
    expect(trace).toBe("end b error, start_failed b, end a normal, start b");
  });
});
