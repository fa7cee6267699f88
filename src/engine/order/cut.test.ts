/** A person ends attempts at work: for each of the four reasons, what becomes of the work and what follows. */
import { describe, expect, it } from "vitest";
import type { CutReason } from "../../domain/work/cut.ts";
import { given, type Scenario } from "../../testing/given.ts";
import { done } from "../../testing/outcomes.ts";
import { orderOf } from "../attempt/react.ts";

const cut = (run: Scenario, target: string, reason: CutReason, said = "", attempts?: readonly string[]) =>
  run.when({ type: "cut", target, reason, said, ...(attempts && { attempts }) });
const atWork = () =>
  given({ tasks: ["a", "b"], isolated: true })
    .up("a.1")
    .up("b.1")
    .quietly();

describe("of a task", () => {
  it.each([
    ["wrong", "discard", "a person ended the attempt: its changes are wrong: keep the old endpoint"],
    ["path", "discard", "a person ended the attempt: it was on the wrong path: keep the old endpoint"],
    ["spinning", "discard", "a person ended the attempt: it was going in circles: keep the old endpoint"],
  ] as const)("for %s: the work is for %s, and the next attempt is told why", (reason, changeset, why) => {
    const run = cut(atWork(), "a", reason, "keep the old endpoint.");
    expect(run.answer).toEqual({ type: "cut", attempts: ["a.1"] });
    run.ends("a.1", { type: "stopped" });
    expect(run.state.attempts.live.get("a.2")).toMatchObject({ changeset });
    expect(orderOf(run.state, "a.2").prompt).toContain(`You were restarted: ${why}.`);
    expect(run.task("a").counts.retries).toBe(1);
    expect(run.state.questions.open.size).toBe(0);
  });

  it("for budget: the work is kept, and one question asks for more", () => {
    const run = cut(atWork(), "a", "budget", "too dear");
    run.ends("a.1", { type: "stopped" });
    expect(run.task("a")).toMatchObject({ status: "waiting_for_input", changeset: "keep", attempt: null });
    expect([...run.state.questions.open.values()]).toMatchObject([{ tasks: ["a"], because: { facts: BUDGET } }]);
    run.when({ type: "answer", question: "q1", text: "go on, but read less" });
    expect(run.task("a").attempt).toBe("a.2");
  });

  it.each([
    ["spinning", true],
    ["wrong", false],
    ["path", false],
  ] as const)("for %s: that it finished in its last moment counts: %s", (reason, counts) => {
    const run = cut(atWork(), "a", reason, "no").ends("a.1", done("a"));
    expect(run.task("a").status).toBe(counts ? "verifying" : "working");
  });

  it("for wrong raises the model where that is configured", () => {
    const tiers = [
      { name: "low", model: "small" },
      { name: "high", model: "large" },
    ];
    const workspace = { changesets: CHANGESETS, raiseTierWhenWrong: true, evictionsMax: 3 };
    const run = given({
      tasks: ["a"],
      isolated: true,
      settings: { workspace, agents: { agent: { minutes: 60, parallel: 10, tiers } } },
    }).up("a.1");
    cut(run, "a", "wrong", "no").ends("a.1", { type: "stopped" });
    expect(run.state.attempts.live.get("a.2")).toMatchObject({ model: "large", changeset: "keep" });
  });

  it("is bounded by the lineage's retries; then the person is asked", () => {
    const run = atWork();
    for (let number = 1; number <= 4; number += 1) {
      run.up(`a.${number}`);
      cut(run, "a", "spinning", `${number}`).ends(`a.${number}`, { type: "stopped" });
    }
    expect(run.task("a")).toMatchObject({ attempts: 4, status: "waiting_for_input" });
    expect(run.state.questions.open.size).toBe(1);
  });

  it("means the attempt that was at work when it was said, and no later one", () => {
    const run = cut(atWork(), "a", "spinning", "", ["a.1"]).ends("a.1", { type: "stopped" }).up("a.2");
    cut(run, "a", "spinning", "", ["a.1"]);
    expect(run.answer).toMatchObject({ type: "refused", refusal: { what: "not_running" } });
    expect(run.state.attempts.live.get("a.2")?.phase).toBe("working");
  });

  it("finds no common cause in what a person ended", () => {
    const run = atWork();
    for (const id of ["a", "b"]) cut(run, id, "wrong", "the same words").ends(`${id}.1`, { type: "stopped" });
    expect(run.state.patterns.found.size).toBe(0);
    expect(run.state.attempts.live.size).toBe(2);
  });
});

const BUDGET = { class: "budget", message: "a person ended it because it was using too much: too dear" };
const CHANGESETS = { crash: "keep", budget: "keep", spinning: "discard", wrong: "keep" } as const;

describe("of a gang", () => {
  const gang = () =>
    given({
      tasks: [{ id: "a", gang: "g" }, { id: "b", gang: "g" }, { id: "c", gang: "g", dependsOn: ["a"] }, "d"],
      gangs: { g: { strategy: "one_for_all" } },
    })
      .up("a.1")
      .up("b.1")
      .up("d.1")
      .quietly();

  it("ends all its attempts at work and no other, and all of them start again", () => {
    const run = cut(gang(), "g", "path", "use the REST API");
    expect(run.answer).toEqual({ type: "cut", attempts: ["a.1", "b.1"] });
    run.ends("a.1", { type: "stopped" }).ends("b.1", { type: "stopped" });
    expect([...run.state.attempts.live.keys()].sort()).toEqual(["a.2", "b.2", "d.1"]);
    expect(orderOf(run.state, "b.2").prompt).toContain("it was on the wrong path: use the REST API");
  });

  it("for budget asks one question for all of them", () => {
    const run = cut(gang(), "g", "budget").ends("a.1", { type: "stopped" }).ends("b.1", { type: "stopped" });
    expect([...run.state.questions.open.values()]).toMatchObject([{ tasks: ["a", "b"] }]);
  });
});

describe("that makes no sense", () => {
  it.each([
    ["nobody", "spinning", "", { what: "unknown_target" }],
    ["run", "spinning", "", { what: "unknown_target" }],
    ["a", "wrong", " ", { what: "no_feedback" }],
    ["c", "spinning", "", { what: "not_running", status: "waiting", ending: false }],
    ["a", "nonsense" as CutReason, "", { what: "no_cut_reason" }],
  ] as const)("of %s for %s is refused and changes nothing", (target, reason, said, refusal) => {
    const run = given({ tasks: ["a", { id: "c", dependsOn: ["a"] }] })
      .up("a.1")
      .quietly();
    cut(run, target, reason, said);
    expect(run.answer).toMatchObject({ type: "refused", refusal });
    expect(run.names()).toEqual([]);
  });

  it("twice is said to be under way", () => {
    const run = cut(atWork(), "a", "spinning");
    cut(run, "a", "spinning");
    expect(run.answer).toMatchObject({ refusal: { what: "not_running", ending: true } });
  });
});
