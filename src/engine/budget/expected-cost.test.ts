/** What one more attempt will cost by what attempts used so far, and whether that fits. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { because } from "../../domain/because.ts";
import type { Budget } from "../../domain/spec/plan.ts";
import type { CostSum } from "../../domain/work/cost.ts";
import { given } from "../../testing/given.ts";
import { failed } from "../../testing/outcomes.ts";
import { withAttempt } from "./cost-sum.ts";
import { expectedOf, meanOf, shortOf, withCost } from "./expected-cost.ts";

const LASTING = failed("type_error", "persistent", "wrong type");
const usage = fc.record({
  tokens: fc.nat(1_000_000),
  usd: fc.option(fc.double({ min: 0, max: 50, noNaN: true }), { nil: undefined }),
});

describe("the mean", () => {
  it("is that of all attempts that reported something, and no price is guessed where one is missing", () => {
    fc.assert(
      fc.property(fc.array(usage), (all) => {
        let sum: CostSum | undefined;
        for (const { tokens, usd } of all) sum = withAttempt(sum, usd === undefined ? { tokens } : { tokens, usd });
        const told = all.filter(({ tokens, usd }) => tokens > 0 || (usd ?? 0) > 0);
        const mean = meanOf(sum, "them");
        if (told.length === 0) {
          expect(mean).toBeNull();
          return;
        }
        const tokens = told.reduce((total, each) => total + each.tokens, 0);
        expect(mean?.tokens).toBe(Math.round(tokens / told.length));
        const usd = told.reduce((total, each) => total + (each.usd ?? 0), 0);
        if (told.some((each) => each.usd === undefined) || usd === 0) expect(mean?.usd).toBeNull();
        else expect(mean?.usd).toBeCloseTo(usd / told.length);
      }),
    );
  });

  it("of the task itself comes first, then that of its agent; a higher tier goes by its own", () => {
    const tiers = [
      { name: "low", model: "small" },
      { name: "high", model: "large" },
    ];
    const run = given({
      tasks: ["a", "b", "c"],
      settings: { agents: { agent: { minutes: 60, parallel: 10, tiers } } },
    });
    expect(expectedOf(run.state, run.task("a"))).toBeNull();
    run.when({ type: "attempt_ended", attempt: "a.1", outcome: LASTING, usage: { tokens: 100, usd: 0.4 } });
    run.when({ type: "attempt_ended", attempt: "b.1", outcome: LASTING, usage: { tokens: 300, usd: 0.8 } });
    expect(expectedOf(run.state, run.task("a"))).toMatchObject({ tokens: 100, usd: 0.4, from: "its attempts" });
    expect(expectedOf(run.state, run.task("c"))).toMatchObject({ tokens: 200, from: "attempts of agent with small" });
  });

  it("of a raise is that of the higher tier: by its own attempts, else by its price, else no dollars are known", () => {
    const expectedWith = (low?: number, high?: number) => {
      const tiers = [
        { name: "low", model: "small", ...(low !== undefined && { usdPerMillion: low }) },
        { name: "high", model: "large", ...(high !== undefined && { usdPerMillion: high }) },
      ];
      const agents = { agent: { minutes: 60, parallel: 10, tiers } };
      const run = given({ tasks: ["a", { id: "b", tier: "high" }], settings: { agents } });
      run.when({ type: "attempt_ended", attempt: "a.1", outcome: LASTING, usage: { tokens: 100, usd: 0.4 } });
      return run;
    };
    const run = expectedWith(1, 5);
    expect(expectedOf(run.state, run.task("a"), 1)).toEqual({
      tokens: 100,
      usd: 2,
      from: "its attempts, at the price of large",
    });
    run.when({ type: "attempt_ended", attempt: "b.1", outcome: LASTING, usage: { tokens: 50, usd: 3 } });
    expect(expectedOf(run.state, run.task("a"), 1)).toMatchObject({ usd: 3, from: "attempts of agent with large" });
    const unpriced = expectedWith();
    expect(expectedOf(unpriced.state, unpriced.task("a"), 1)).toMatchObject({ tokens: 100, usd: null });
  });
});

describe("what is left", () => {
  const budget: fc.Arbitrary<Budget> = fc.record(
    { tokens: fc.nat(1_000), usd: fc.double({ min: 0, max: 10, noNaN: true }) },
    { requiredKeys: [] },
  );

  it("is exceeded exactly where the guess is more than budget minus use, of the task or of the run", () => {
    fc.assert(
      fc.property(
        budget,
        budget,
        fc.nat(1_000),
        fc.nat(1_000),
        fc.option(fc.double({ min: 0, max: 10, noNaN: true })),
        (own, whole, used, tokens, usd) => {
          const run = given({ tasks: [{ id: "a", budget: own }], settings: { budgets: whole } });
          const task = run.task("a");
          task.usage = { tokens: used, usd: 1 };
          run.state.spending.usage = { tokens: used, usd: 1 };
          const over = ({ tokens: limit, usd: price }: Budget) =>
            (limit !== undefined && tokens > limit - used) || (price !== undefined && usd !== null && usd > price - 1);
          const short = shortOf(run.state, task, { tokens, usd, from: "x" });
          expect(short?.whose ?? null).toBe(over(own) ? "task" : over(whole) ? "run" : null);
        },
      ),
    );
  });

  it("forbids nothing where nothing is known", () => {
    const run = given({ tasks: ["a"], settings: { budgets: { tokens: 1 } } });
    expect(shortOf(run.state, run.task("a"), null)).toBeNull();
    expect(withCost(because("advised"), null).facts).toEqual({ cost: "unknown" });
  });
});

describe("the ladder", () => {
  it("says what its step will cost", () => {
    const run = given({ tasks: ["a"] }).quietly();
    run.when({ type: "attempt_ended", attempt: "a.1", outcome: LASTING, usage: { tokens: 100, usd: 0.4 } });
    expect(run.then()).toContainEqual(
      expect.objectContaining({
        type: "task_requeued",
        because: expect.objectContaining({
          facts: expect.objectContaining({ cost: "$0.40", cost_by: "its attempts" }),
        }),
      }),
    );
  });

  it.each([
    ["task", { budget: { usd: 0.7 } }, {}],
    ["run", {}, { budgets: { usd: 0.7 } }],
  ] as const)(
    "does not take a step that the %s's budget has no room for, and asks with the reason",
    (whose, task, settings) => {
      const run = given({ tasks: [{ id: "a", ...task }], settings }).quietly();
      run.when({ type: "attempt_ended", attempt: "a.1", outcome: LASTING, usage: { tokens: 100, usd: 0.4 } });
      expect(run.task("a").status).toBe("waiting_for_input");
      expect([...run.state.questions.open.values()]).toMatchObject([
        { because: { rule: "too_costly", facts: { whose, expected: "$0.40", left: "$0.30", step: "retry" } } },
      ]);
    },
  );
});
