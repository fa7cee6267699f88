import { describe, expect, it } from "vitest";
import { given } from "../testing/given.ts";
import { done } from "../testing/outcomes.ts";
import { orderOf } from "./attempt/react.ts";

describe("handing out tasks", () => {
  it("starts what depends on nothing, best priority first, as many as there are slots", () => {
    const run = given({
      tasks: ["a", { id: "b", priority: 5 }, { id: "c", dependsOn: ["a"] }],
      settings: { maxParallel: 1 },
    });
    expect(run.names()).toEqual(["run_created", "run_opened", "attempt_started:b.1"]);
    expect(run.up("b.1").ends("b.1", done("b")).names()).toContain("attempt_started:a.1");
    expect(run.task("c").status).toBe("waiting");
  });

  it("starts a task when the last task it depends on is done, not before", () => {
    const run = given({ tasks: ["a", "b", { id: "c", dependsOn: ["a", "b"] }] }).quietly();
    expect(run.ends("a.1", done("a")).names()).toEqual(["attempt_ended:a.1", "task_done:a"]);
    expect(run.ends("b.1", done("b")).names()).toEqual(["attempt_ended:b.1", "task_done:b", "attempt_started:c.1"]);
  });

  it("never runs two tasks at once that claim one file", () => {
    const run = given({
      tasks: [
        { id: "a", files: ["x"] },
        { id: "b", files: ["x"] },
        { id: "c", files: ["y"] },
      ],
    });
    expect(run.names().filter((name) => name.startsWith("attempt"))).toEqual([
      "attempt_started:a.1",
      "attempt_started:c.1",
    ]);
    expect(run.ends("a.1", done("a")).names()).not.toContain("attempt_started:b.1");
    expect(run.verified("a.1").names()).toContain("attempt_started:b.1");
  });

  it("a file belongs to the first task that claims it and is not finished", () => {
    const run = given({
      tasks: [
        { id: "a", files: ["x", "y"] },
        { id: "b", files: ["x"] },
      ],
    });
    const open = () => Object.fromEntries(run.state.derived.openClaims);
    expect(open()).toEqual({ x: "a", y: "a" });
    run.ends("a.1", done("a")).verified("a.1");
    expect(run.task("a").status).toBe("done");
    expect(open()).toEqual({ x: "b" });
    run.ends("b.1", done("b")).verified("b.1");
    expect(open()).toEqual({});
  });

  it("never runs more of an agent than its limit", () => {
    const agents = { agent: { minutes: 60, parallel: 1, tiers: [] } };
    const run = given({ tasks: ["a", "b"], settings: { agents } });
    expect(run.names().at(-1)).toBe("attempt_started:a.1");
    expect(run.ends("a.1", done("a")).names()).toContain("attempt_started:b.1");
  });

  it("tells a task what the tasks before it decided and worry about", () => {
    const run = given({ tasks: ["a", { id: "b", dependsOn: ["a"] }] });
    run.ends("a.1", done("a", { decisions: ["use tabs"], concerns: ["slow on Mondays"] }));
    const { prompt } = orderOf(run.state, "b.1");
    expect(prompt).toContain("use tabs");
    expect(prompt).toContain("slow on Mondays");
  });

  it("ends the run when everything is done", () => {
    const run = given({ tasks: ["a"] }).quietly();
    expect(run.ends("a.1", done("a")).then()).toMatchObject([
      { type: "attempt_ended" },
      { type: "task_done" },
      { type: "run_ended", verdict: "done" },
    ]);
  });
});

describe("claiming a start", () => {
  it("is allowed once and only once", () => {
    const run = given({ tasks: ["a"] });
    expect(run.when({ type: "attempt_claimed", attempt: "a.1", host: "here", inputHash: "h" }).answer).toEqual({
      type: "go",
    });
    expect(run.when({ type: "attempt_claimed", attempt: "a.1", host: "there", inputHash: "h" }).answer).toEqual({
      type: "no",
    });
  });

  it("is refused for an attempt that is being stopped or long gone", () => {
    const run = given({ tasks: ["a"] }).when({ type: "skip", task: "a", because: "", dependants: "end" });
    expect(run.when({ type: "attempt_claimed", attempt: "a.1", host: "here", inputHash: "h" }).answer).toEqual({
      type: "no",
    });
    expect(run.when({ type: "attempt_claimed", attempt: "z.9", host: "here", inputHash: "h" }).answer).toEqual({
      type: "no",
    });
  });
});
