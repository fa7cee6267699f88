/** Failures that lie in how the work was handed over: told to the next attempt, never answered by a dearer model. */
import { describe, expect, it } from "vitest";
import { NOTHING_CHANGED } from "../../domain/proof/gate.ts";
import { given, type Scenario } from "../../testing/given.ts";
import { done, failed, gate } from "../../testing/outcomes.ts";
import { orderOf } from "../attempt/react.ts";
import { becauseSentence } from "../wording/because-words.ts";

const TIERS = [
  { name: "low", model: "small" },
  { name: "high", model: "large" },
];
const AGENTS = { agent: { minutes: 60, parallel: 10, tiers: TIERS } };
const TURNS = failed("max_turns", "persistent", "no turn is left");

function ends(run: Scenario, attempt: string, tools: { read: number; changed: number; other: number }): Scenario {
  return run.when({ type: "attempt_ended", attempt, outcome: TURNS, usage: { tokens: 0, usd: 0 }, tools });
}

describe("an attempt that ran out of turns", () => {
  it("and had only read gets a retry that knows it, on the same tier", () => {
    const run = ends(given({ tasks: ["a"], settings: { agents: AGENTS } }), "a.1", { read: 9, changed: 0, other: 1 });
    expect(run.state.attempts.live.get("a.2")?.model).toBe("small");
    expect(run.task("a")).toMatchObject({ counts: { retries: 1, raised: 0 } });
    expect(orderOf(run.state, "a.2").prompt).toContain("9 of 10 turns only read, and nothing was changed");
  });

  it("and goes on reading only asks in the end; a higher tier is not tried for it", () => {
    const run = given({ tasks: ["a"], settings: { agents: AGENTS } });
    for (const attempt of ["a.1", "a.2", "a.3"]) ends(run, attempt, { read: 9, changed: 0, other: 0 });
    expect(run.state.attempts.started).toBe(3);
    expect(run.task("a").status).toBe("waiting_for_input");
    expect(run.task("a").because?.evidence[0]).toContain("9 of 9 turns only read");
  });

  it("but had changed something gets the next tier, as does one of whose tools nothing is known", () => {
    const run = ends(given({ tasks: ["a"], settings: { agents: AGENTS } }), "a.1", { read: 9, changed: 1, other: 0 });
    expect(run.state.attempts.live.get("a.2")?.model).toBe("large");
    expect(
      given({ tasks: ["a"], settings: { agents: AGENTS } })
        .ends("a.1", TURNS)
        .task("a").counts.raised,
    ).toBe(1);
  });
});

describe("an attempt whose briefing was cut", () => {
  it("is told so instead of getting the next tier", () => {
    const lines = Array.from({ length: 2_000 }, (_, i) => `line ${i} of the output`);
    const run = given({ isolated: true, tasks: ["a"], settings: { agents: AGENTS } }).ends("a.1", done("a"));
    run.verified("a.1", { ...gate("quality", "failed"), evidence: lines });
    run.ends("a.2", TURNS);
    expect(run.task("a")).toMatchObject({
      counts: { raised: 0 },
      because: { rule: "pipeline_cause", facts: { cause: "context_cut" } },
    });
  });
});

describe("work that fails its gates and touches files of another open task", () => {
  function touches(path: string, tasks: Parameters<typeof given>[0]["tasks"]): Scenario {
    const run = given({ isolated: true, tasks, settings: { agents: AGENTS } }).ends("a.1", done("a"));
    const changed = { ...NOTHING_CHANGED, modified: [path] };
    const verification = { commit: "c", base: "base", changed, gates: [gate("quality", "failed")] };
    return run.when({ type: "task_verified", task: "a", attempt: "a.1", verification });
  }

  it("waits for that task, and says why", () => {
    const run = touches("src/db/schema.ts", ["a", { id: "b", files: ["src/db"] }]);
    expect(run.task("a")).toMatchObject({ status: "waiting", addedDependsOn: ["b"], counts: { retries: 0 } });
    const why = run.task("a").because;
    expect(why && becauseSentence(why)).toContain("files that other open tasks own: src/db/schema.ts (b)");
  });

  it("is an ordinary retry where that task waits for this one, or where both claim the file", () => {
    const waits = touches("b.ts", ["a", { id: "b", files: ["b.ts"], dependsOn: ["a"] }]);
    expect(waits.task("a")).toMatchObject({
      addedDependsOn: [],
      because: { rule: "pipeline_cause" },
      counts: { retries: 1 },
    });
    const both = touches("b.ts", [
      { id: "a", files: ["b.ts"] },
      { id: "b", files: ["b.ts"] },
    ]);
    expect(both.task("a")).toMatchObject({ because: { rule: "persistent_failure" }, counts: { retries: 1 } });
  });
});
