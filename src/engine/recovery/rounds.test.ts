import { describe, expect, it } from "vitest";
import { COHERENT } from "../../domain/proof/coherence.ts";
import type { GateResult } from "../../domain/proof/gate.ts";
import type { Outcome } from "../../domain/work/outcome.ts";
import { advisors, asked, countOf, refusals, says } from "../../testing/advised-run.ts";
import { MISMATCH } from "../../testing/findings.ts";
import { type Given, given, type Scenario } from "../../testing/given.ts";
import { done, gate } from "../../testing/outcomes.ts";
import { orderOf } from "../attempt/react.ts";

const REVIEWER = { agent: "agent", template: "{{task}}" };
const RETRY = says({ task_id: "a", action: "retry", reason: "once more" });

function isolated(more: Partial<Given> = {}): Scenario {
  return given({ isolated: true, tasks: ["a"], ...more, policies: { lineageRetries: 9, ...more.policies } });
}

function rejects(...must_change: string[]): Outcome {
  return { type: "advised", role: "reviewer", answer: { verdict: "reject", reasons: [], must_change } };
}

function failing(...tests: string[]): GateResult {
  return { ...gate("quality", "failed"), failing: tests };
}

function tableIn({ everything }: Scenario): readonly string[] {
  return everything.flatMap((event) => (event.type === "question_asked" ? (event.question.table ?? []) : []));
}

describe("a loop of work and judgement", () => {
  it("that finds something else each time ends in the third round with one question, whatever a supervisor says", () => {
    const run = isolated({ settings: { advisors: { ...advisors, reviewer: REVIEWER } } });
    const wants = ["name the currency of prices", "write a test for empty baskets", "move rounding into its own file"];
    for (const [at, wanted] of wants.entries()) {
      run
        .ends(`a.${at + 1}`, done("a"))
        .verified(`a.${at + 1}`)
        .ends(`@reviewer-${at + 1}.1`, rejects(wanted));
      run.ends(`@supervisor-${at}.1`, RETRY);
    }
    expect(asked(run)).toEqual(["not_converging"]);
    expect(countOf(run, "advice_asked")).toBe(4);
    expect(run.task("a").status).toBe("waiting_for_input");
    expect(tableIn(run)).toEqual([
      "found in round                   1 review  2 review  3 review",
      "name the currency of prices      new       gone      ·",
      "write a test for empty baskets   ·         new       gone",
      "move rounding into its own file  ·         ·         new",
    ]);
  });

  it("may end by a supervisor who sees all rounds, but not by one more try", () => {
    const run = isolated({ settings: { advisors: { supervisor: advisors.supervisor } } });
    for (const number of [1, 2, 3]) run.ends(`a.${number}`, done("a")).verified(`a.${number}`, failing("adds"));
    const { prompt } = orderOf(run.state, "@supervisor-1.1");
    expect(prompt).toMatch(/found in round +1 gates +2 gates +3 gates\nquality: adds +new +again +again/);
    run.ends("@supervisor-1.1", RETRY);
    expect(refusals(run)).toEqual([expect.stringContaining("one more try is no way out")]);
    expect(asked(run)).toHaveLength(1);
    expect(tableIn(run)).toHaveLength(2);
    expect(run.task("a")).toMatchObject({ status: "waiting_for_input", attempts: 3 });
  });

  it("tells the next attempt what is still there, new and gone", () => {
    const run = isolated();
    run.ends("a.1", done("a")).verified("a.1", failing("adds", "divides"));
    expect(orderOf(run.state, "a.2").prompt).not.toContain("the round before");
    run.ends("a.2", done("a")).verified("a.2", failing("divides", "rounds"));
    const { prompt } = orderOf(run.state, "a.3");
    expect(prompt).toContain(
      "Compared with the round before:\n- still there: quality: divides\n- new: quality: rounds\n",
    );
    expect(prompt).toContain("- gone: quality: adds");
  });

  it("goes on beyond the usual tries while less is found each time, within the lineage's limit", () => {
    const run = isolated({ policies: { lineageRetries: 4 } });
    const left = [["a", "b", "c", "d"], ["b", "c", "d"], ["c", "d"], ["d"], ["d"]];
    for (const [at, tests] of left.entries())
      run.ends(`a.${at + 1}`, done("a")).verified(`a.${at + 1}`, failing(...tests));
    expect(run.task("a").attempts).toBe(5);
    expect(asked(run)).toEqual(["not_converging"]);
  });

  it("begins anew with a person's word", () => {
    const run = isolated();
    for (const number of [1, 2, 3]) run.ends(`a.${number}`, done("a")).verified(`a.${number}`, failing("adds"));
    run.when({ type: "answer", question: "q1", text: "use whole numbers" });
    expect(run.task("a").rounds).toEqual([]);
    run.ends("a.4", done("a")).verified("a.4", failing("adds"));
    expect(run.task("a").status).toBe("working");
  });

  it("is given up where nobody is to be asked", () => {
    const run = isolated({ policies: { escalation: "give_up" } });
    for (const number of [1, 2, 3]) run.ends(`a.${number}`, done("a")).verified(`a.${number}`, failing("adds"));
    expect(run.task("a")).toMatchObject({ status: "given_up", because: { rule: "not_converging" } });
  });
});

describe("work that does not fit with the others'", () => {
  function sentBack(more: Partial<Given> = {}): Scenario {
    const run = isolated({ tasks: ["a", "b"], ...more, policies: { coherence: "hold", ...more.policies } });
    run.ends("a.1", done("a")).ends("b.1", done("b")).verified("a.1").verified("b.1");
    return compare(run, "a.1", MISMATCH).integrated("a.1");
  }

  function compare(run: Scenario, attempt: string, report = COHERENT, trouble?: string): Scenario {
    const more = trouble === undefined ? {} : { trouble };
    return run.when({ type: "task_compared", task: attempt.split(".")[0] ?? "", attempt, report, ...more });
  }

  const again = (run: Scenario, number: number) => run.ends(`b.${number}`, done("b")).verified(`b.${number}`);

  it("is never merged because a supervisor says retry: the third round asks a person, with the table", () => {
    const run = sentBack({ settings: { advisors: { supervisor: advisors.supervisor } } });
    compare(again(run, 2), "b.2", MISMATCH);
    run.ends("@supervisor-1.1", says({ task_id: "b", action: "retry", reason: "it will do" }));
    compare(again(run, 3), "b.3", MISMATCH);
    expect(run.owed()).toEqual([]);
    expect(asked(run)).toEqual(["incoherent"]);
    expect(tableIn(run)[0]).toBe("found in round                               1 coherence  2 coherence  3 coherence");
    expect(countOf(run, "advice_asked")).toBe(1);
  });

  it("is not merged because it could not be compared again", () => {
    const run = sentBack();
    compare(again(run, 2), "b.2", COHERENT, "it took longer than 60 s");
    expect(run.owed()).toEqual([]);
    expect(asked(run)).toEqual(["incoherent"]);
    run.when({ type: "answer", question: "q1", text: "look again" });
    compare(again(run, 3), "b.3", COHERENT, "it took longer than 60 s");
    expect(asked(run)).toEqual(["incoherent", "incoherent"]);
    run.when({ type: "answer", question: "q2", text: "accept it" });
    compare(again(run, 4), "b.4", COHERENT, "it took longer than 60 s");
    expect(run.owed()).toEqual(["integrate:b"]);
  });

  it("is asked about again where a person said something else than to accept it", () => {
    const run = sentBack();
    compare(again(run, 2), "b.2", MISMATCH).when({
      type: "answer",
      question: "q1",
      text: "call load with two arguments",
    });
    compare(again(run, 3), "b.3", MISMATCH);
    expect(asked(run)).toEqual(["incoherent", "incoherent"]);
    run.when({ type: "answer", question: "q2", text: "accept it as it is" });
    expect(compare(again(run, 4), "b.4", MISMATCH).owed()).toEqual(["integrate:b"]);
  });

  it("is merged when the finding is gone, and that is noted", () => {
    const run = sentBack();
    expect(compare(again(run, 2), "b.2").owed()).toEqual(["integrate:b"]);
    expect(run.everything.findLast((event) => event.type === "round_judged")).toMatchObject({
      task: "b",
      round: { by: "coherence", findings: [] },
      delta: { gone: [{ text: "a changes `load`, but b still relies on it." }] },
    });
  });
});
