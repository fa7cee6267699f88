/** What a gang may use, in dollars, tokens and minutes: it is stopped as a whole while it burns, asks once, and goes on by a grant. */
import { describe, expect, it } from "vitest";
import type { Budget } from "../../../domain/spec/plan.ts";
import { given, type Scenario } from "../../../testing/given.ts";
import { done, failed } from "../../../testing/outcomes.ts";
import { questionText } from "../../question/question-text.ts";
import { freezeState, thawState } from "../../state.ts";
import { becauseSentence } from "../../wording/because-words.ts";
import { gangBudget, gangUsage } from "./gang-budget.ts";

const MINUTE = 60_000;

/** Two of a gang and one that is of none. */
function aGang(budget: Budget, more: Parameters<typeof given>[0]["settings"] = {}): Scenario {
  return given({
    tasks: [{ id: "a", gang: "g" }, { id: "b", gang: "g" }, { id: "c", gang: "g", dependsOn: ["a"] }, "other"],
    gangs: { g: { strategy: "one_for_one", budget } },
    settings: more,
  })
    .up("a.1")
    .up("b.1")
    .up("other.1");
}

function spends(run: Scenario, attempt: string, usd: number, tokens = 1): Scenario {
  return run.when({ type: "attempt_progressed", attempt, usage: { tokens, usd }, activity: null, session: null });
}

const live = ({ state }: Scenario) => [...state.attempts.live.values()].map(({ id, phase }) => `${id} ${phase}`);
const asked = ({ state }: Scenario) => [...state.questions.open.values()];

function spent(run: Scenario): Scenario {
  spends(spends(run, "a.1", 2), "b.1", 1.5);
  return run.ends("a.1", { type: "stopped" }).ends("b.1", { type: "stopped" });
}

describe("a gang's money", () => {
  it("is what its tasks use together: over it all of them are stopped, and nobody else", () => {
    const run = spends(spends(aGang({ usd: 3 }), "a.1", 2), "b.1", 1.5);
    expect(live(run)).toEqual(["a.1 stopping", "b.1 stopping", "other.1 working"]);
  });

  it("asks once, with all who wait, keeps their work, and calls nobody failed", () => {
    const run = spent(aGang({ usd: 3 }));
    expect(asked(run)).toMatchObject([{ kind: "task", tasks: ["a", "b", "c"] }]);
    expect(questionText(asked(run)[0] as never)).toBe(
      "The budget of gang g of $3 is used up ($3.50 so far). `reeve grant g --usd N` grants more and lets them continue; or say what should change before they are retried.",
    );
    const ends = run.everything.filter(({ type }) => type === "attempt_ended");
    expect(ends).toMatchObject([
      { outcome: { type: "stopped" }, changeset: "keep" },
      { outcome: { type: "stopped" }, changeset: "keep" },
    ]);
    expect(run.task("a").counts).toMatchObject({ retries: 0 });
    expect(live(run)).toEqual(["other.1 working"]);
  });

  it("warns at four fifths, once", () => {
    const run = spends(spends(aGang({ usd: 10 }), "a.1", 8), "b.1", 0.1);
    expect(run.everything.filter(({ type }) => type === "budget_warned")).toMatchObject([
      { whose: "gang", gang: "g", limit: "$10", used: "$8.00" },
    ]);
  });

  it("is raised by a grant to the gang, counts once, and lets all of them continue", () => {
    const run = spent(aGang({ usd: 3 }));
    run.when({ type: "grant", grant: "g1", to: "g", more: { usd: 5 } });
    expect(run.answer).toMatchObject({ type: "granted", limits: [{ gang: "g", budget: { usd: 8 } }] });
    run.when({ type: "grant", grant: "g1", to: "g", more: { usd: 5 } });
    expect(gangBudget(run.state, "g")).toEqual({ usd: 8 });
    expect(asked(run)).toEqual([]);
    expect(live(run)).toEqual(["other.1 working", "a.2 starting", "b.2 starting"]);
  });

  it("that is granted too little stays asked about", () => {
    const run = spent(aGang({ usd: 3 }));
    run.when({ type: "grant", grant: "g1", to: "g", more: { usd: 0.1 } });
    expect(asked(run)).toMatchObject([{ tasks: ["a", "b", "c"] }]);
  });

  it("of a kind the gang does not limit goes to each of its tasks, or nowhere", () => {
    const run = aGang({ usd: 3 });
    run.when({ type: "grant", grant: "g1", to: "g", more: { tokens: 5 } });
    expect(run.answer).toMatchObject({ type: "refused", refusal: { what: "no_budget" } });
  });

  it("is the same after a restart", () => {
    const run = spends(aGang({ usd: 3 }), "a.1", 2);
    Object.assign(run, { state: thawState(structuredClone(freezeState(run.state))) });
    expect(gangUsage(run.state, "g").usd).toBe(2);
    // An adopted attempt that tells its total once more is not counted twice.
    expect(gangUsage(spends(run, "a.1", 2).state, "g").usd).toBe(2);
  });

  it("is not lost with a task that is worked again", () => {
    const run = aGang({ usd: 9 });
    run.when({
      ...{ type: "attempt_ended", attempt: "a.1", usage: { tokens: 1, usd: 2 } },
      outcome: failed("type_error", "persistent", "it is wrong"),
    });
    expect(gangUsage(spends(run, "a.2", 3).state, "g").usd).toBe(5);
  });

  it("counts an agent that falls over it before Reeve has stopped it as stopped, not as failed", () => {
    const run = aGang({ usd: 3 });
    const refusedByGateway = failed("billing", "terminal", "402: a budget is used up");
    run.when({ type: "attempt_ended", attempt: "a.1", outcome: refusedByGateway, usage: { tokens: 9, usd: 3.5 } });
    run.ends("b.1", { type: "stopped" });
    expect(asked(run)).toMatchObject([{ tasks: ["a", "b", "c"], because: { facts: { whose: "gang" } } }]);
  });

  it("lets what is done be done, and asks nothing where nobody of the gang is left", () => {
    const run = given({
      tasks: [{ id: "a", gang: "g" }, "other"],
      gangs: { g: { strategy: "one_for_one", budget: { usd: 1 } } },
    });
    run.when({ type: "attempt_ended", attempt: "a.1", outcome: done("a"), usage: { tokens: 1, usd: 5 } });
    expect(run.task("a").status).toBe("done");
    expect(asked(run)).toEqual([]);
  });
});

describe("a gang's minutes", () => {
  it("are those of its agents added up: two use two in one", () => {
    const run = aGang({ minutes: 10 });
    run.pass(4 * MINUTE);
    expect(live(run)).toEqual(["a.1 working", "b.1 working", "other.1 working"]);
    run.pass(1 * MINUTE);
    expect(live(run)).toEqual(["a.1 stopping", "b.1 stopping", "other.1 working"]);
    run.ends("a.1", { type: "stopped" }).ends("b.1", { type: "stopped" });
    const [question] = asked(run);
    expect(question && becauseSentence(question.because)).toBe(
      "the budget of gang g of 10 minutes is used up (10 minutes so far)",
    );
    run.when({ type: "grant", grant: "g1", to: "g", more: { minutes: 10 } });
    expect(live(run)).toEqual(["other.1 working", "a.2 starting", "b.2 starting"]);
  });

  it("do not pass while the machine sleeps", () => {
    const run = aGang({ minutes: 10 });
    run.at += 60 * MINUTE;
    run.when({ type: "clock_jumped", byMs: 60 * MINUTE });
    run.pass(4 * MINUTE);
    expect(live(run)).toEqual(["a.1 working", "b.1 working", "other.1 working"]);
    expect(live(run.pass(1 * MINUTE))).toContain("a.1 stopping");
  });
});

describe("a plan that is edited while the run works", () => {
  it("gives a gang another budget at once, and what was granted before is part of it", () => {
    const run = spent(aGang({ usd: 3 }));
    const plan = {
      title: "plan",
      tasks: [...run.state.tasks.values()].map(({ spec }) => spec),
      gangs: { g: { strategy: "one_for_one", budget: { usd: 20 } } },
      checkpoints: [],
    } as const;
    run.when({ type: "edit_plan", plan, hash: "h2", budgets: {} });
    expect(run.answer).toMatchObject({ type: "edited", taken: ["the gangs' budgets"], left: [] });
    expect(gangBudget(run.state, "g")).toEqual({ usd: 20 });
    expect(live(run)).toEqual(["other.1 working", "a.2 starting", "b.2 starting"]);
  });
});
