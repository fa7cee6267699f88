/** More budget by a person's word: whose it is, that it counts once, and that nobody is asked twice for one cause. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Budget } from "../../domain/spec/plan.ts";
import { given, type Scenario } from "../../testing/given.ts";
import { done, failed } from "../../testing/outcomes.ts";
import { budgetOf, runBudget } from "../budget/budget-of.ts";
import { questionText } from "../question/question-text.ts";
import { react } from "../react.ts";
import { freezeState, thawState } from "../state.ts";

const names = Array.from({ length: 99 }, (_, at) => `g${at + 1}`).values();
const grant = (run: Scenario, to: string, more: Budget, name = names.next().value ?? "g0") =>
  run.when({ type: "grant", grant: name, to, more });
const spends = (run: Scenario, attempt: string, usd: number) =>
  run.when({ type: "attempt_progressed", attempt, usage: { tokens: 1, usd }, activity: null, session: null });
const open = (run: Scenario) => {
  const { settings } = run.state;
  return run.when({ type: "run_opened", host: "here", bootId: "boot", pid: 2, version: "0", adopted: [], settings });
};

/** Both were at work when the run's money was used up, and nobody is any more. */
function spentRun(): Scenario {
  const run = given({ tasks: ["a", "b"], settings: { budgets: { usd: 3 } } })
    .up("a.1")
    .up("b.1");
  spends(run, "a.1", 4);
  return run.ends("a.1", { type: "stopped" }).ends("b.1", { type: "stopped" }).quietly();
}

describe("the budget of the run", () => {
  it("halts the run, and none of its tasks is said to have failed by it", () => {
    const run = spentRun();
    expect(run.state.run).toMatchObject({ phase: "halted", because: { facts: { whose: "run", limit: "$3" } } });
    expect(run.state.questions.open.size).toBe(0);
    expect(run.everything.filter(({ type }) => type === "attempt_ended")).toMatchObject([
      { outcome: { type: "stopped" } },
      { outcome: { type: "stopped" } },
    ]);
  });

  it("does not make a task fail whose agent falls over it before Reeve has stopped it", () => {
    const run = given({ tasks: ["a"], settings: { budgets: { usd: 3 } } }).up("a.1");
    const refusedByGateway = failed("billing", "terminal", "402: the budget of this run is used up");
    run.when({ type: "attempt_ended", attempt: "a.1", outcome: refusedByGateway, usage: { tokens: 9, usd: 3.5 } });
    expect(run.state.questions.open.size).toBe(0);
    expect(run.state.run.phase).toBe("halted");
    expect(run.task("a").counts.retries).toBe(0);
  });

  it("is raised by a grant, and the run resumes with whoever was at work, unasked", () => {
    const run = open(grant(spentRun(), "run", { usd: 5 }));
    expect(runBudget(run.state)).toEqual({ usd: 8 });
    expect(run.names()).toContain("attempt_started:a.2");
    expect(run.state.attempts.live.size).toBe(2);
  });

  it("that is still too small keeps it halted", () => {
    const run = open(grant(spentRun(), "run", { usd: 0.5 }));
    expect(run.state.run.phase).toBe("halted");
  });

  it("settles every question that one more try was too dear for", () => {
    const run = given({ tasks: ["a", "b"], settings: { budgets: { usd: 2.5 } } });
    const outcome = failed("type_error", "persistent", "it is wrong");
    run.when({ type: "attempt_ended", attempt: "a.1", outcome, usage: { tokens: 1, usd: 1.4 } });
    run.when({ type: "attempt_ended", attempt: "b.1", outcome, usage: { tokens: 1, usd: 0.6 } });
    expect(run.state.questions.open.size).toBe(2);
    grant(run, "run", { usd: 10 });
    expect(run.answer).toMatchObject({ type: "granted", settled: ["a", "b"] });
    expect(run.state.questions.open.size).toBe(0);
    expect(run.state.attempts.live.size).toBe(2);
  });

  it("that is edited in the file later replaces what was granted; one that stayed the same does not", () => {
    const run = open(grant(spentRun(), "run", { usd: 5 }));
    const settings = { ...run.state.settings, budgets: { usd: 6 } };
    const again = { type: "run_opened", host: "here", bootId: "boot", pid: 3, version: "0", adopted: [] } as const;
    expect(runBudget(run.when({ ...again, settings: run.state.settings }).state)).toEqual({ usd: 8 });
    expect(runBudget(run.when({ ...again, settings }).state)).toEqual({ usd: 6 });
  });
});

describe("the budget of a task", () => {
  function asking(): Scenario {
    const run = given({ tasks: [{ id: "a", budget: { usd: 1 } }, "b"] }).up("a.1");
    return spends(run, "a.1", 2).ends("a.1", { type: "stopped" }).quietly();
  }

  it("is asked about by the one command that helps", () => {
    const [question] = asking().state.questions.open.values();
    expect(question && questionText(question)).toBe(
      "A retry cannot help until a person acts: used more than its budget of $1 (budget). `reeve grant a --usd N` grants more and lets it continue; or say what should change before it is retried.",
    );
  });

  it("is raised by a grant: its question is settled, and its prompt says so", () => {
    const run = grant(asking(), "a", { usd: 5 });
    expect(run.answer).toMatchObject({ limits: [{ task: "a", budget: { usd: 6 } }], settled: ["a"] });
    expect(run.names()).toEqual(["budget_granted:a", "question_answered", "task_requeued:a", "attempt_started:a.2"]);
    expect(run.task("a").notes).toEqual(["A person granted $5.00."]);
  });

  it("that does not reach keeps the question", () => {
    const run = grant(asking(), "a", { usd: 0.5 });
    expect(run.answer).toMatchObject({ settled: [] });
    expect(run.state.questions.open.size).toBe(1);
  });

  it("counts a failure that came with too much spent as that, whatever the agent said", () => {
    const run = given({ tasks: [{ id: "a", budget: { usd: 1 } }] }).up("a.1");
    const outcome = failed("billing", "terminal", "payment required");
    run.when({ type: "attempt_ended", attempt: "a.1", outcome, usage: { tokens: 1, usd: 2 } });
    const [question] = run.state.questions.open.values();
    expect(question?.because).toMatchObject({ rule: "terminal_failure", facts: { class: "budget" } });
  });

  it("in minutes moves the deadline of an attempt at work, and of those that follow", () => {
    const run = given({ tasks: ["a"] }).up("a.1");
    const before = run.state.attempts.live.get("a.1")?.deadlineAt ?? 0;
    grant(run, "a", { minutes: 10 });
    expect(run.state.attempts.live.get("a.1")?.deadlineAt).toBe(before + 600_000);
    const event = run.then().find(({ type }) => type === "budget_granted");
    expect(event && react(event, run.state)).toContainEqual({
      type: "set_timer",
      timer: { of: "attempt", attempt: "a.1" },
      at: before + 600_000,
    });
    run.pass(before + 1 - run.at);
    expect(run.state.attempts.live.has("a.1")).toBe(true);
  });

  it("of a gang is granted to each of its tasks that has one and is not done", () => {
    const gang = { gang: "g", budget: { usd: 1 } };
    const run = given({
      tasks: [{ id: "a", ...gang }, { id: "b", ...gang }, { id: "c", gang: "g" }, "d"],
      gangs: { g: { strategy: "one_for_one" } },
    });
    run.ends("b.1", done("b"));
    grant(run, "g", { usd: 2 });
    expect(["a", "b", "c"].map((id) => budgetOf(run.task(id)))).toEqual([{ usd: 3 }, { usd: 1 }, {}]);
  });
});

describe("a grant", () => {
  it("counts once however often it is taken, and in a snapshot and back", () => {
    const amounts = fc.array(fc.tuple(fc.constantFrom("x", "y", "z"), fc.integer({ min: 1, max: 500 })), {
      minLength: 1,
    });
    fc.assert(
      fc.property(amounts, (all) => {
        const run = given({ tasks: [{ id: "a", budget: { tokens: 10 } }], settings: { budgets: { tokens: 10 } } });
        const firsts = new Map(all.toReversed());
        for (const [name, tokens] of all) {
          grant(run, "a", { tokens }, name);
          grant(run, "run", { tokens }, `${name} of run`);
        }
        const more = [...firsts.values()].reduce((sum, tokens) => sum + tokens, 0);
        const thawed = thawState(JSON.parse(JSON.stringify(freezeState(run.state))));
        for (const state of [run.state, thawed]) {
          expect(budgetOf(state.tasks.get("a") ?? run.task("a"))).toEqual({ tokens: 10 + more });
          expect(runBudget(state)).toEqual({ tokens: 10 + more });
        }
      }),
    );
  });

  it.each([
    ["nobody", { usd: 1 }, { what: "unknown_target" }],
    ["a", {}, { what: "no_amount" }],
    ["a", { usd: -1 }, { what: "no_amount" }],
    ["a", { usd: Number.NaN }, { what: "no_amount" }],
    ["a", { usd: 1 }, { what: "no_budget", kinds: ["usd"] }],
    ["run", { minutes: 1 }, { what: "no_budget", kinds: ["minutes"] }],
    ["b", { tokens: 1 }, { what: "task_ended", status: "done" }],
  ])("to %s of %j is refused and changes nothing", (to, more, refusal) => {
    const run = given({ tasks: ["a", { id: "b", budget: { tokens: 5 } }] }).ends("b.1", done("b"));
    grant(run.quietly(), to, more);
    expect(run.answer).toMatchObject({ type: "refused", refusal });
    expect(run.names()).toEqual([]);
  });

  it("names a task that is called like the run, or like its gang, by what it is", () => {
    const budget = { tokens: 5 };
    const run = given({
      tasks: [
        { id: "run", budget },
        { id: "g", budget, gang: "g" },
      ],
      gangs: { g: GANG },
    });
    grant(run, "task:run", { tokens: 1 });
    expect(budgetOf(run.task("run"))).toEqual({ tokens: 6 });
    grant(run, "gang:g", { tokens: 2 });
    expect(budgetOf(run.task("g"))).toEqual({ tokens: 7 });
  });
});

const GANG = { strategy: "one_for_one" } as const;
