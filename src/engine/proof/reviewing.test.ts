import { describe, expect, it } from "vitest";
import type { Outcome } from "../../domain/work/outcome.ts";
import type { ReviewerAnswer, Verdict } from "../../domain/work/role-answers.ts";
import { type Given, given } from "../../testing/given.ts";
import { blocked, CRASH, done, failed, gate } from "../../testing/outcomes.ts";
import { orderOf } from "../attempt/react.ts";
import { nextMove } from "../next-move.ts";

const TEMPLATE = "{{task}}\n{{claim}}\n{{checks}}\n{{diff}}";
const REVIEWER = { reviewer: { agent: "agent", template: TEMPLATE } };
const SUPERVISOR = { supervisor: { agent: "agent", template: "{{trigger}} {{state}} {{task}} {{history}}" } };

function says(verdict: Verdict, more: Partial<ReviewerAnswer> = {}): Outcome {
  return { type: "advised", role: "reviewer", answer: { verdict, reasons: [], must_change: [], ...more } };
}

function reviewed(more: Partial<Given> = {}) {
  return given({ isolated: true, tasks: ["a"], settings: { advisors: REVIEWER }, ...more });
}

describe("work whose gates passed", () => {
  it("goes straight to the merge queue where no reviewer is configured", () => {
    const run = given({ isolated: true, tasks: ["a"] });
    run.ends("a.1", done("a")).quietly();
    expect(run.verified("a.1").names()).toEqual(["task_verified:a.1"]);
    expect(run.owed()).toEqual(["integrate:a"]);
  });

  it("is judged before it is merged: it stays where it is, and nothing is verified twice", () => {
    const run = reviewed();
    run.ends("a.1", done("a")).quietly();
    expect(run.verified("a.1").names()).toEqual([
      "task_verified:a.1",
      "advice_asked:@reviewer-1",
      "attempt_started:@reviewer-1.1",
    ]);
    expect(run.task("a").status).toBe("verifying");
    expect(nextMove(run.state, run.task("a"))).toEqual({ by: "review", advisor: "@reviewer-1" });
    expect(run.owed()).not.toContain("verify:a");
    expect(run.verified("a.1").answer).toEqual({ type: "no" });
  });

  it("is judged at its commit, with the task, what is claimed, the gates and where the change is", () => {
    const acceptance = [{ criterion: "prices have two digits", verifyBy: "manual" as const }];
    const run = reviewed({ tasks: [{ id: "a", acceptance }] });
    run.ends("a.1", done("a", { decisions: ["cents are whole numbers"] }));
    run.verified("a.1", gate("quality", "passed", "npm test passed"));
    const order = orderOf(run.state, "@reviewer-1.1");
    expect(order.advisor).toEqual({ role: "reviewer", commit: "commit-of-a.1" });
    expect(order.prompt).toContain("Do a.");
    expect(order.prompt).toContain("prices have two digits");
    expect(order.prompt).toContain("cents are whole numbers");
    expect(order.prompt).toContain("npm test passed");
    expect(order.prompt).toContain("git diff base..commit-of-a.1");
  });

  it("is merged when it is approved", () => {
    const run = reviewed();
    run.ends("a.1", done("a")).verified("a.1").quietly();
    expect(run.ends("@reviewer-1.1", says("approve")).names().filter(own)).toEqual(["task_reviewed:a.1"]);
    expect(run.owed()).toEqual(["integrate:a"]);
    expect(run.integrated("a.1").names().at(-1)).toBe("run_ended");
  });

  it("is tried again when it is rejected, told what must change, at the cost of a retry", () => {
    const run = reviewed();
    run.ends("a.1", done("a")).verified("a.1").quietly();
    run.ends("@reviewer-1.1", says("reject", { reasons: ["rounding"], must_change: ["round half up in price.ts:3"] }));
    expect(run.names().filter(own)).toEqual(["task_reviewed:a.1", "task_requeued:a", "attempt_started:a.2"]);
    const { prompt } = orderOf(run.state, "a.2");
    expect(prompt).toContain("the reviewer rejects it: rounding (gate_failure)");
    expect(prompt).toContain("round half up in price.ts:3");
    expect(run.task("a")).toMatchObject({ reviewer: null, counts: { retries: 1 } });
    run.ends("a.2", done("a")).verified("a.2");
    run.ends("@reviewer-2.1", says("approve"));
    expect(run.owed()).toEqual(["integrate:a"]);
  });

  it("that is rejected again is a person's, with the reason", () => {
    const run = reviewed();
    for (const number of [1, 2]) {
      run.ends(`a.${number}`, done("a")).verified(`a.${number}`).quietly();
      run.ends(`@reviewer-${number}.1`, says("reject", { reasons: ["rounding"] }));
    }
    expect(run.names()).toContain("question_asked");
    expect(run.task("a").because).toMatchObject({ rule: "retries_used_up", facts: { class: "gate_failure" } });
  });

  it("that is rejected again goes to the supervisor first, where there is one", () => {
    const run = reviewed({ settings: { advisors: { ...REVIEWER, ...SUPERVISOR } } });
    for (const number of [1, 2]) {
      run.ends(`a.${number}`, done("a")).verified(`a.${number}`).quietly();
      run.ends(`@reviewer-${number}.1`, says("reject", { reasons: ["rounding"] }));
    }
    expect(run.names()).toContain("attempt_started:@supervisor-1.1");
  });

  it.each([
    ["is unsure", says("unsure", { reasons: ["no test shows it"] }), "no test shows it"],
    ["gives no usable answer", failed("unknown", "terminal", "it says nothing"), "it says nothing"],
  ] as const)("goes on where the reviewer %s, and that is a concern", (_, outcome, words) => {
    const run = reviewed({ tasks: ["a", { id: "b", dependsOn: ["a"] }] });
    run.ends("a.1", done("a")).verified("a.1").ends("@reviewer-1.1", outcome);
    expect(run.owed()).toEqual(["integrate:a"]);
    expect(run.task("a").concerns.join()).toContain(words);
    run.integrated("a.1");
    expect(orderOf(run.state, "b.1").prompt).toContain(words);
  });

  it("goes on where the reviewer crashes for ever, also where nobody is to be asked", () => {
    const run = reviewed({ policies: { escalation: "give_up" } });
    run.ends("a.1", done("a")).verified("a.1");
    for (const number of [1, 2]) run.ends(`@reviewer-1.${number}`, CRASH);
    expect(run.state.advisors.asked.has("@reviewer-1")).toBe(false);
    expect(run.owed()).toEqual(["integrate:a"]);
  });

  it("goes on where a person skips the reviewer", () => {
    const run = reviewed();
    run.ends("a.1", done("a")).verified("a.1");
    run.when({ type: "skip", task: "@reviewer-1", because: "no time", dependants: "go_on" });
    expect(run.task("a").status).toBe("integrating");
  });

  it("that is skipped meanwhile is not brought back by a late verdict", () => {
    const run = reviewed();
    run.ends("a.1", done("a")).verified("a.1");
    run.when({ type: "skip", task: "a", because: "not needed", dependants: "end" });
    run.ends("@reviewer-1.1", says("approve"));
    expect(run.task("a").status).toBe("skipped");
  });

  it("is not judged in a shared folder, where nobody else could read it", () => {
    const commitments = [{ name: "there", run: "true", timeoutS: 1 }];
    const run = given({ tasks: [{ id: "a", commitments }], settings: { advisors: REVIEWER } });
    expect(run.ends("a.1", done("a")).verified("a.1").task("a").status).toBe("done");
  });
});

describe("an agent's word that it cannot be done", () => {
  const impossible = blocked("a", { blocked_reason: "impossible_as_specified", uncertain_about: "pi is not 3" });

  it("is judged first; where it stands a person is asked, as ever", () => {
    const run = reviewed();
    expect(run.ends("a.1", impossible).names()).toContain("attempt_started:@reviewer-1.1");
    expect(orderOf(run.state, "@reviewer-1.1").prompt).toContain("pi is not 3");
    run.quietly().ends("@reviewer-1.1", says("approve"));
    expect(run.names()).toContain("question_asked");
    expect(run.state.questions.open.get("q1")).toMatchObject({ text: "pi is not 3", because: { rule: "blocked" } });
  });

  it("that is refuted is tried again and told why, once per lineage", () => {
    const run = reviewed();
    run.ends("a.1", impossible);
    run.ends("@reviewer-1.1", says("reject", { reasons: ["it says about 3"], must_change: ["read the spec"] }));
    const { prompt } = orderOf(run.state, "a.2");
    expect(prompt).toContain("it says about 3");
    expect(prompt).toContain("You said that it cannot be done: pi is not 3");
    expect(run.quietly().ends("a.2", impossible).names()).toContain("question_asked");
  });

  it("nobody can judge stands", () => {
    const run = reviewed();
    run.ends("a.1", impossible).ends("@reviewer-1.1", failed("unknown", "terminal"));
    expect(run.names()).toContain("question_asked");
  });

  it("of another kind is not judged", () => {
    const run = reviewed();
    expect(run.ends("a.1", blocked("a")).names()).toContain("question_asked");
  });
});

/** About the task itself, not about its advisor. */
function own(name: string): boolean {
  return !name.includes("@");
}
