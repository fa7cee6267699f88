/** What is easily got wrong about OTP's supervisors, one rule per test. Traces are written as words: "stop b, start a". */
import { describe, expect, test } from "vitest";
import { readCase } from "./simulate/case-format.ts";
import { simulateCase } from "./simulate/simulate-case.ts";

interface Spec {
  readonly [key: string]: unknown;
}

const worker = (id: string, more: Spec = {}): Spec => ({ id, type: "worker", ...more });
const supervisor = (id: string, strategy: string, children: Spec[], more: Spec = {}): Spec => ({
  id,
  type: "supervisor",
  strategy,
  intensity: 3,
  period_s: 3600,
  children,
  ...more,
});
const end = (child: string, reason = "error", more: Spec = {}): Spec => ({ do: "end", child, reason, ...more });
const call = (name: string, parent: string, more: Spec = {}): Spec => ({ do: name, parent, ...more });

/** The trace of each step without the name of the root, and the replies. */
function play(tree: Spec, ...script: Spec[]) {
  const read = readCase({ tree, script });
  if (!read.ok) throw new Error(read.mistakes.join());
  const result = simulateCase(read.case);
  const words = (events: typeof result.boot) => events.map((event) => event.join(" ").replaceAll("r/", "")).join(", ");
  return {
    boot: words(result.boot),
    bootReply: result.boot_reply,
    traces: result.steps.map((step) => words(step.events)),
    replies: result.steps.flatMap((step) => step.replies ?? (step.reply === undefined ? [] : [step.reply])),
    root: result.root,
  };
}

describe("escalation", () => {
  const inner = (restart: string) => supervisor("s", "one_for_one", [worker("a")], { intensity: 0, restart });
  const tree = (restart: string) => supervisor("r", "one_for_one", [inner(restart), worker("z")]);

  test("a supervisor that gives up ends with shutdown, so a transient one is not restarted", () => {
    expect(play(tree("transient"), end("r/s/a")).traces).toEqual(["end s/a error, end s shutdown"]);
  });

  test("a permanent one is restarted with its children, and its count is fresh", () => {
    const once = "end s/a error, end s shutdown, start s, start s/a";
    expect(play(tree("permanent"), end("r/s/a"), end("r/s/a")).traces).toEqual([once, once]);
  });

  test("on giving up the failed child gets no stop, the others one each in reverse order", () => {
    const three = supervisor("r", "one_for_one", [worker("a"), worker("b"), worker("c")], { intensity: 0 });
    expect(play(three, end("r/b")).traces).toEqual(["end b error, stop c, stop a, end r shutdown"]);
  });
});

describe("group restarts", () => {
  const group = (strategy: string, children: Spec[]) => supervisor("r", strategy, children);

  test("start children that had been stopped before; temporary ones are gone for good", () => {
    const children = [
      worker("a"),
      worker("b", { restart: "transient" }),
      worker("c", { restart: "temporary" }),
      worker("d"),
    ];
    const script = [end("r/b", "normal"), call("terminate_child", "r", { id: "d" }), end("r/a"), end("r/a")];
    expect(play(group("one_for_all", children), ...script).traces).toEqual([
      "end b normal",
      "stop d",
      "end a error, stop c, start a, start b, start d",
      "end a error, stop d, stop b, start a, start b, start d",
    ]);
  });

  test("count once, however many children", () => {
    const children = [worker("a"), worker("b"), worker("c")];
    expect(play(group("one_for_all", children), end("r/a"), end("r/b"), end("r/c")).root).toBe("up");
  });

  test("rest_for_one goes on from the sibling that failed to start, the earlier ones keep running", () => {
    const children = [worker("a"), worker("b", { start_results: ["ok", "error"] }), worker("c")];
    expect(play(group("rest_for_one", children), end("r/a")).traces).toEqual([
      "end a error, stop c, stop b, start a, start_failed b, start b, start c",
    ]);
  });

  test("one_for_all stops what it had started and begins again", () => {
    const children = [worker("a"), worker("b", { start_results: ["ok", "error"] }), worker("c")];
    expect(play(group("one_for_all", children), end("r/c")).traces).toEqual([
      "end c error, stop b, stop a, start a, start_failed b, stop a, start a, start b, start c",
    ]);
  });

  test("each retry counts one", () => {
    const children = [worker("a", { start_results: ["ok", "error", "error", "error"] })];
    expect(play(supervisor("r", "one_for_all", children, { intensity: 2 }), end("r/a")).traces).toEqual([
      "end a error, start_failed a, start_failed a, end r shutdown",
    ]);
  });
});

describe("beginnings", () => {
  test("a start that fails at boot undoes the rest in reverse, whatever its restart type, and is not retried", () => {
    const children = [worker("a"), worker("b"), worker("c", { restart: "temporary", start_results: ["error", "ok"] })];
    const { boot, bootReply } = play(supervisor("r", "one_for_one", children));
    expect(boot).toBe("start r, start a, start b, start_failed c, stop b, stop a, start_failed r");
    expect(bootReply).toEqual({ error: "failed_to_start_child", id: "c" });
  });

  test("a restarted supervisor has its original children: added ones are gone, deleted and temporary ones are back", () => {
    const inner = supervisor("s", "one_for_one", [worker("a"), worker("t", { restart: "temporary" })]);
    const script = [
      call("start_child", "r/s", { spec: worker("n") }),
      end("r/s/t", "normal"),
      call("terminate_child", "r/s", { id: "a" }),
      call("delete_child", "r/s", { id: "a" }),
      end("r/s"),
    ];
    const { traces } = play(supervisor("r", "one_for_one", [inner]), ...script);
    expect(traces.at(-1)).toBe("stop s/n, end s error, start s, start s/a, start s/t");
  });

  test("an ignored start is no failure: the spec stays, a temporary one is forgotten", () => {
    const ignored = { start_results: ["ignore"] };
    const children = [worker("a", ignored), worker("b", { ...ignored, restart: "temporary" })];
    const { boot, replies } = play(supervisor("r", "one_for_one", children), call("which_children", "r"));
    expect(boot).toBe("start r, start_ignored a, start_ignored b");
    expect(replies).toEqual([[{ id: "a", state: "undefined", type: "worker" }]]);
  });
});

describe("automatic shutdown", () => {
  const significant = (id: string, more: Spec = {}) => worker(id, { restart: "transient", significant: true, ...more });
  const auto = (kind: string, children: Spec[]) => supervisor("r", "one_for_one", children, { auto_shutdown: kind });

  test("any_significant: the first end that is not restarted takes the supervisor along", () => {
    const { traces } = play(auto("any_significant", [significant("a"), worker("b")]), end("r/a"), end("r/a", "normal"));
    expect(traces).toEqual(["end a error, start a", "end a normal, stop b, end r shutdown"]);
  });

  test("all_significant: the last one does", () => {
    const tree = auto("all_significant", [significant("a"), significant("b"), worker("c")]);
    const { traces } = play(tree, end("r/a", "normal"), end("r/b", "shutdown"));
    expect(traces).toEqual(["end a normal", "end b shutdown, stop c, end r shutdown"]);
  });

  test("being stopped never triggers it, but a child stopped by hand is no longer there", () => {
    const tree = auto("all_significant", [significant("a"), significant("b")]);
    const { traces } = play(tree, call("terminate_child", "r", { id: "a" }), end("r/b", "normal"));
    expect(traces).toEqual(["stop a", "end b normal, end r shutdown"]);
  });

  test.each([
    ["under never", "never", "transient"],
    ["if permanent", "any_significant", "permanent"],
  ])("a significant child %s is a bad combination", (_, kind, restart) => {
    expect(play(auto(kind, [significant("a", { restart })])).bootReply).toEqual({ error: "bad_combination" });
  });
});

test("start_child keeps no spec of a child that fails to start, restart_child does", () => {
  const failing = worker("n", { start_results: ["error"] });
  const start = call("start_child", "r", { spec: failing });
  const tree = supervisor("r", "one_for_one", [worker("a", { start_results: ["ok", "error"] })]);
  const byHand = [call("terminate_child", "r", { id: "a" }), call("restart_child", "r", { id: "a" })];
  const { replies } = play(tree, start, start, ...byHand, call("which_children", "r"));
  const failed = { error: "start_failed" };
  expect(replies).toEqual([failed, failed, "ok", failed, [{ id: "a", state: "undefined", type: "worker" }]]);
});

test("a permanent child's normal end counts, a restart by hand does not", () => {
  const tree = supervisor("r", "one_for_one", [worker("a"), worker("b")], { intensity: 1 });
  const byHand = [call("terminate_child", "r", { id: "b" }), call("restart_child", "r", { id: "b" })];
  expect(play(tree, ...byHand, ...byHand, end("r/a", "normal")).root).toBe("up");
  expect(play(tree, end("r/a", "normal"), end("r/a", "normal")).root).toBe("down");
});
