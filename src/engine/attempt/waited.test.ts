/** Whoever waited until others had finished something finds it in its workspace, beside its own work, and is told so. */
import { describe, expect, it } from "vitest";
import type { Outcome } from "../../domain/work/outcome.ts";
import { given, type Scenario } from "../../testing/given.ts";
import { done, gate } from "../../testing/outcomes.ts";
import { becauseSentence } from "../wording/because-words.ts";
import { orderOf } from "./react.ts";

function missing(module: string): Outcome {
  const message = `Cannot find module '${module}'`;
  const failure = {
    class: "import_error",
    restart: "persistent",
    subject: module,
    message,
    evidence: [message],
  } as const;
  return { type: "failed", failure };
}

function finish(run: Scenario, ...attempts: string[]): Scenario {
  for (const attempt of attempts)
    run
      .ends(attempt, done(attempt.slice(0, attempt.lastIndexOf("."))))
      .verified(attempt)
      .integrated(attempt);
  return run;
}

describe("what others have finished meanwhile", () => {
  it("is brought into the workspace of a task that needed it first", () => {
    const run = given({ isolated: true, tasks: ["a", { id: "s", files: ["store.ts"] }], settings: { maxParallel: 1 } });
    run.ends("a.1", missing("./store"));
    finish(run, "s.1");
    const { changeset, prompt } = orderOf(run.state, "a.2");
    expect(changeset).toBe("update");
    expect(prompt).toContain("What others have finished in the meantime is now in your workspace");
  });

  it("also where a gate found out, not the agent", () => {
    const run = given({ isolated: true, tasks: ["a", { id: "s", files: ["store.ts"] }], settings: { maxParallel: 1 } });
    const red = { ...gate("quality", "failed"), failure: { class: "import_error", subject: "./store" } as const };
    run.ends("a.1", done("a")).verified("a.1", red);
    finish(run, "s.1");
    expect(orderOf(run.state, "a.2").changeset).toBe("update");
    expect(run.task("a").counts.retries).toBe(0);
  });

  it("is brought in after a fix of a common cause, for those that failed; the others begin from it anyway", () => {
    const run = given({ isolated: true, tasks: ["a", "b", "c"], settings: { maxParallel: 2 } });
    run.ends("a.1", missing("./store")).ends("b.1", missing("./store")).ends("a.2", missing("./store"));
    finish(run, "fix-1.1");
    expect(["a.3", "b.2"].map((attempt) => orderOf(run.state, attempt).changeset)).toEqual(["update", "update"]);
    finish(run, "a.3");
    expect(orderOf(run.state, "c.1").changeset).toBe("keep");
  });

  it("is left out where the task waited for nobody, and where all work in one folder", () => {
    const alone = given({ isolated: true, tasks: ["a"] });
    alone.ends("a.1", missing("./store"));
    expect(orderOf(alone.state, "a.2").changeset).toBe("keep");
    const shared = given({ tasks: ["a", { id: "s", files: ["store.ts"] }], settings: { maxParallel: 1 } });
    shared.ends("a.1", missing("./store")).ends("s.1", done("s")).verified("s.1");
    expect(orderOf(shared.state, "a.2").changeset).toBe("keep");
  });

  it("does not bring discarded work back", () => {
    const run = given({ isolated: true, tasks: ["a", { id: "s", files: ["store.ts"] }], settings: { maxParallel: 1 } });
    run.ends("a.1", missing("./store"));
    finish(run, "s.1");
    run.ends("a.2", done("a")).verified("a.2", gate("secrets", "failed"));
    expect(orderOf(run.state, "a.3").changeset).toBe("discard");
  });
});

it("a task that waits for a usage limit is told whose", () => {
  const run = given({ tasks: ["a"] });
  const failure = { class: "rate_limit", restart: "transient", message: "Limit reached.", evidence: [] } as const;
  run.ends("a.1", { type: "failed", failure: { ...failure, retryAt: run.at + 60_000 } });
  const { because, spec } = run.task("a");
  expect(because && becauseSentence(because)).toBe(`the usage limit of ${spec.agent} is reached: Limit reached`);
});
