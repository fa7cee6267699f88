import { describe, expect, it } from "vitest";
import { given } from "../../testing/given.ts";
import { CRASH, done, failed, gate } from "../../testing/outcomes.ts";
import { orderOf } from "../attempt/react.ts";

const commitment = { name: "there", run: "test -f there", timeoutS: 30 };

describe("what an agent says is done", () => {
  it("is done at once only where there is nothing to look at", () => {
    const run = given({ tasks: ["a"] }).quietly();
    expect(run.ends("a.1", done("a")).names()).toEqual(["attempt_ended:a.1", "task_done:a", "run_ended"]);
  });

  it("is verified, then merged, then done; only then its dependants start", () => {
    const run = given({ isolated: true, tasks: ["a", { id: "b", dependsOn: ["a"] }] }).quietly();
    expect(run.ends("a.1", done("a")).names()).toEqual(["attempt_ended:a.1", "left_tree:a"]);
    expect(run.owed()).toEqual(["verify:a"]);
    expect(run.verified("a.1").names()).toEqual(["task_verified:a.1"]);
    expect(run.task("a").status).toBe("integrating");
    expect(run.owed()).toEqual(["integrate:a"]);
    expect(run.integrated("a.1").names()).toEqual(["task_integrated:a.1", "task_done:a", "attempt_started:b.1"]);
  });

  it("frees its slot while it is verified, but keeps its files", () => {
    const files = ["x"];
    const tasks = [{ id: "a", files }, { id: "b", files }, "c"];
    const run = given({ isolated: true, tasks, settings: { maxParallel: 1 } }).quietly();
    expect(run.ends("a.1", done("a")).names()).toContain("attempt_started:c.1");
    run.ends("c.1", done("c"));
    expect(run.names()).not.toContain("attempt_started:b.1");
    expect(run.verified("a.1").integrated("a.1").names()).toContain("attempt_started:b.1");
  });

  it("in a shared folder is verified where the plan asks for it, and merged never", () => {
    const run = given({ tasks: [{ id: "a", commitments: [commitment] }] }).quietly();
    expect(run.ends("a.1", done("a")).owed()).toEqual(["verify:a"]);
    expect(run.verified("a.1").names()).toContain("task_done:a");
  });

  it("counts by its latest attempt: a late report about an earlier one is ignored", () => {
    const run = given({ isolated: true, tasks: ["a"] });
    run.ends("a.1", done("a")).verified("a.1", gate("quality", "failed")).quietly();
    expect(run.verified("a.1").names()).toEqual([]);
    expect(run.answer).toEqual({ type: "no" });
    expect(run.integrated("a.1").names()).toEqual([]);
  });
});

describe("a failed gate", () => {
  const isolated = { isolated: true, tasks: ["a"] } as const;

  it("gives one more try that is told the gate's output, in the same session and with the same work", () => {
    const run = given(isolated);
    run.when({ type: "attempt_progressed", attempt: "a.1", usage: { tokens: 1 }, activity: null, session: "s1" });
    run.ends("a.1", done("a")).quietly();
    run.verified("a.1", gate("commitment", "failed", "`test -f there` failed"));
    expect(run.names()).toEqual(["task_verified:a.1", "task_requeued:a", "attempt_started:a.2"]);
    const order = orderOf(run.state, "a.2");
    expect(order).toMatchObject({ session: { id: "s1" }, changeset: "keep" });
    expect(order.prompt).toContain("`test -f there` failed");
    expect(order.prompt).toContain("output of commitment");
  });

  it("of tests may come twice, the third one asks a person", () => {
    const run = given(isolated);
    for (const number of [1, 2, 3])
      run.ends(`a.${number}`, done("a")).verified(`a.${number}`, gate("quality", "failed"));
    expect(run.names().slice(-2)).toEqual(["task_verified:a.3", "question_asked"]);
    expect(run.task("a").because).toMatchObject({
      rule: "not_converging",
      facts: { class: "test_failure", rounds: 3 },
    });
  });

  it("of a commitment may come once, the second one asks a person", () => {
    const run = given(isolated);
    for (const number of [1, 2])
      run.ends(`a.${number}`, done("a")).verified(`a.${number}`, gate("commitment", "failed"));
    expect(run.names().at(-1)).toBe("question_asked");
  });

  it.each(["scope", "secrets"] as const)("of %s means that the change is wrong: it is discarded", (kind) => {
    const run = given(isolated);
    run.ends("a.1", done("a")).verified("a.1", gate(kind, "failed"));
    expect(orderOf(run.state, "a.2").changeset).toBe("discard");
  });

  it("that says the change is wrong raises the model tier where that is configured", () => {
    const tiers = [
      { name: "low", model: "small" },
      { name: "high", model: "large" },
    ];
    const agents = { agent: { minutes: 60, parallel: 10, tiers } };
    const changesets = { crash: "keep", budget: "keep", spinning: "discard", wrong: "discard" } as const;
    const workspace = { changesets, raiseTierWhenWrong: true, evictionsMax: 3 };
    const run = given({ ...isolated, settings: { agents, workspace } });
    expect(orderOf(run.state, "a.1").model).toBe("small");
    run.ends("a.1", done("a")).verified("a.1", gate("scope", "failed"));
    expect(orderOf(run.state, "a.2").model).toBe("large");
  });

  it("that only warned stops nothing", () => {
    const run = given(isolated);
    run.ends("a.1", done("a")).quietly();
    expect(run.verified("a.1", gate("tests_exist", "warned"), gate("quality", "skipped")).names()).toEqual([
      "task_verified:a.1",
    ]);
    expect(run.task("a").status).toBe("integrating");
  });
});

describe("what becomes of the work when another attempt follows", () => {
  it.each([
    ["crash", "transient", "keep"],
    ["network", "transient", "keep"],
    ["spinning", "persistent", "discard"],
    ["test_failure", "persistent", "keep"],
  ] as const)("after %s (%s): %s", (kind, restart, changeset) => {
    const run = given({ isolated: true, tasks: ["a"] }).up("a.1");
    run.ends("a.1", failed(kind, restart)).pass(60_000);
    expect(orderOf(run.state, "a.2").changeset).toBe(changeset);
  });

  it("after a budget it is kept for when a person has granted more", () => {
    const run = given({ isolated: true, tasks: ["a"] }).up("a.1");
    run.ends("a.1", failed("budget", "terminal")).when({ type: "answer", question: "q1", text: "more" });
    expect(orderOf(run.state, "a.2").changeset).toBe("keep");
  });

  it("a person may have it discarded", () => {
    const run = given({ isolated: true, tasks: ["a"] })
      .up("a.1")
      .ends("a.1", failed("auth", "terminal"));
    run.when({ type: "retry", task: "a", because: "begin again", changeset: "discard" });
    expect(orderOf(run.state, "a.2").changeset).toBe("discard");
  });

  it("an attempt that was lost before it came up leaves its orders to the next", () => {
    const run = given({ isolated: true, tasks: ["a"] });
    run.ends("a.1", done("a")).verified("a.1", gate("scope", "failed"));
    run.ends("a.2", { type: "lost", evidence: [] });
    expect(orderOf(run.state, "a.3").changeset).toBe("discard");
    run.up("a.3").ends("a.3", CRASH).pass(60_000);
    expect(orderOf(run.state, "a.4").changeset).toBe("keep");
  });
});
