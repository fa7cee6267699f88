import { describe, expect, it } from "vitest";
import { NOTHING_CHANGED } from "../../domain/proof/gate.ts";
import type { Outcome } from "../../domain/work/outcome.ts";
import { given, type Scenario } from "../../testing/given.ts";
import { done } from "../../testing/outcomes.ts";
import { orderOf } from "./react.ts";

function junk(refused: string, message = "gave a result that is not valid: decisions[0] is a placeholder"): Outcome {
  const failure = { class: "malformed_output", restart: "transient", message, evidence: ['{"a":"string"}'], refused };
  return { type: "failed", failure } as Outcome;
}

function verified(run: Scenario, attempt: string, files = 2): Scenario {
  const changed = { ...NOTHING_CHANGED, files, modified: ["a.py", "b.py"].slice(0, files) };
  const verification = { commit: `commit-of-${attempt}`, base: "base", changed, gates: [] };
  return run.when({ type: "task_verified", task: "a", attempt, verification });
}

describe("a result that was refused for its form", () => {
  it("is asked for with the same input, and told what was wrong only where the same one came again", () => {
    const run = given({ tasks: ["a"] });
    const first = orderOf(run.state, "a.1").prompt;
    run.ends("a.1", junk("one"));
    expect(orderOf(run.state, "a.2").prompt).toBe(first);
    run.ends("a.2", junk("two"));
    expect(orderOf(run.state, "a.3").prompt).toBe(first);
    run.ends("a.3", junk("one"));
    expect(orderOf(run.state, "a.4").prompt).toContain("decisions[0] is a placeholder");
  });

  it("and given in the agreed form afterwards is marked as repaired, also for whoever builds on it", () => {
    const run = given({ tasks: ["a", { id: "b", dependsOn: ["a"] }] });
    run.ends("a.1", junk("one")).ends("a.2", done("a", { files_modified: ["a.py"] }));
    const ended = run.everything.findLast((event) => event.type === "attempt_ended");
    expect(ended).toMatchObject({ attempt: "a.2", repaired: { refused: 1 } });
    expect(orderOf(run.state, "b.1").prompt).toContain("Repaired: gave a result that is not valid");
  });

  it("must name a file afterwards where files were changed; the same empty result is refused without a look", () => {
    const run = given({ isolated: true, tasks: ["a"] });
    run.ends("a.1", junk("one")).ends("a.2", done("a"));
    verified(run, "a.2");
    expect(run.task("a")).toMatchObject({ status: "working", attempts: 3 });
    const { prompt } = orderOf(run.state, "a.3");
    expect(prompt).toContain("files_created and files_modified are empty although 2 files changed");
    expect(prompt).toContain("a.py");
    run.ends("a.3", done("a"));
    expect(run.everything.findLast((event) => event.type === "attempt_ended")).toMatchObject({
      outcome: { type: "failed", failure: { class: "malformed_output" } },
    });
    run.ends("a.4", done("a", { files_modified: ["a.py"] }));
    expect(verified(run, "a.4").owed()).toEqual(["integrate:a"]);
  });

  it.each([
    ["that was never refused", [], 2],
    ["of work that changed nothing", ["one"], 0],
  ])("may be empty where it is one %s", (_, refused, files) => {
    const run = given({ isolated: true, tasks: ["a"] });
    for (const [at, each] of refused.entries()) run.ends(`a.${at + 1}`, junk(each));
    const attempt = `a.${refused.length + 1}`;
    run.ends(attempt, done("a", files === 0 ? { nothing_to_do: "it is there" } : {}));
    expect(verified(run, attempt, files).task("a").status).toBe("integrating");
  });

  it("is forgotten when the work was looked at and failed for another reason", () => {
    const run = given({ isolated: true, tasks: ["a"] });
    run.ends("a.1", junk("one")).ends("a.2", done("a", { files_modified: ["a.py"] }));
    const failed = { gate: "quality", name: "t", verdict: "failed", message: "red", evidence: [], tookMs: 1 } as const;
    run.verified("a.2", failed).ends("a.3", done("a"));
    expect(verified(run, "a.3").task("a").status).toBe("integrating");
  });
});

describe("an advisor's junk", () => {
  const reviewer = { agent: "agent", template: "Judge {{task}}" };

  it("is asked for once more with what was wrong, and then done without", () => {
    const run = given({ isolated: true, tasks: ["a"], settings: { advisors: { reviewer } } });
    run.ends("a.1", done("a")).verified("a.1");
    const first = orderOf(run.state, "@reviewer-1.1").prompt;
    run.ends("@reviewer-1.1", junk("one", "gave an answer that is not valid: reasons[0] is a placeholder"));
    const second = orderOf(run.state, "@reviewer-1.2").prompt;
    expect(second.startsWith(first.trimEnd())).toBe(true);
    expect(second).toContain("reasons[0] is a placeholder");
    run.ends("@reviewer-1.2", junk("two"));
    expect(run.everything.some((event) => event.type === "advice_failed")).toBe(true);
    expect(run.owed()).toEqual(["integrate:a"]);
  });

  it("that is repaired counts, and is marked", () => {
    const run = given({ isolated: true, tasks: ["a"], settings: { advisors: { reviewer } } });
    run.ends("a.1", done("a")).verified("a.1").ends("@reviewer-1.1", junk("one"));
    const answer = { verdict: "approve", reasons: [], must_change: [] } as const;
    run.ends("@reviewer-1.2", { type: "advised", role: "reviewer", answer });
    expect(run.everything.findLast((event) => event.type === "attempt_ended")).toMatchObject({
      advisor: "@reviewer-1",
      repaired: { refused: 1 },
    });
    expect(run.owed()).toEqual(["integrate:a"]);
  });
});
