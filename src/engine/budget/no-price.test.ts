/** A budget in dollars and a model whose price nobody knows: estimated and noted, or stopped. */
import { describe, expect, it } from "vitest";
import { given, type Scenario } from "../../testing/given.ts";
import { questionText } from "../question/question-text.ts";

describe("a model whose price nobody knows", () => {
  const priced = (run: Scenario, like: string | null) =>
    run.when({
      type: "attempt_progressed",
      attempt: "a.1",
      usage: { tokens: 9 },
      activity: null,
      session: null,
      price: { model: "odd-1", like },
    });

  it.each([
    ["the task's", { budget: { usd: 1 } }, {}, "its budget of $1"],
    ["the run's", {}, { usd: 2 }, "the run's budget of $2"],
  ])("stops the attempt where %s budget is in dollars, and says what to write", (_, task, budgets, whose) => {
    const run = priced(given({ tasks: [{ id: "a", ...task }], settings: { budgets } }).up("a.1"), null);
    run.ends("a.1", { type: "stopped" });
    const [question] = run.state.questions.open.values();
    expect(question && questionText(question)).toContain(
      `no price is known for model odd-1, so ${whose} cannot be kept; write price: { input: 3, output: 15 }`,
    );
  });

  it("stops nobody where no budget is in dollars, nor where a relative's price is taken, which is noted once", () => {
    expect(
      priced(
        given({ tasks: ["a"] })
          .up("a.1")
          .quietly(),
        null,
      ).names(),
    ).toEqual(["attempt_progressed:a.1"]);
    const run = given({ tasks: [{ id: "a", budget: { usd: 1 } }] })
      .up("a.1")
      .quietly();
    priced(priced(run, "odd-0"), "odd-0");
    expect(run.then().map((event) => (event.type === "attempt_noted" ? event.text : event.type))).toEqual([
      "attempt_progressed",
      "Its model is odd-1, which has no list price; what it costs is estimated by odd-0.",
      "attempt_progressed",
    ]);
  });
});
