import { describe, expect, it } from "vitest";
import type { Entity, FailureClass } from "../../domain/proof/failure.ts";
import type { Outcome } from "../../domain/work/outcome.ts";
import { advisors, agents, countOf, refusals } from "../../testing/advised-run.ts";
import { type Given, given, type Scenario } from "../../testing/given.ts";
import { done, failed } from "../../testing/outcomes.ts";
import { orderOf } from "../attempt/react.ts";

const ledger: Entity = { kind: "module", name: "ledgerlib" };

/** As the classifier reads it: another class and another wording each time, one thing that is named. */
function names(kind: FailureClass, message: string, entities: readonly Entity[] = [ledger]): Outcome {
  return { type: "failed", failure: { class: kind, restart: "persistent", entities, message, evidence: [message] } };
}

const WRONG_TEST = names("test_failure", "1 failed: ledgerlib.total gave 3 instead of 4");
const WRONG_SETTING = names("config_error", "settings of ledgerlib: rounding must be up or down");

function answers(affected: readonly string[] | null): Outcome {
  const pattern =
    affected === null
      ? null
      : { description: "one cause", root_cause: "ledgerlib 3 rounds otherwise", affected_tasks: [...affected] };
  const rest = { actions: [], recommendations: [], should_halt: false, halt_reason: null };
  return { type: "advised", role: "supervisor", answer: { diagnosis: "seen", pattern_detected: pattern, ...rest } };
}

function two(more: Partial<Given> = {}): Scenario {
  const run = given({
    tasks: ["a", "b", "c"],
    settings: { agents, advisors: { supervisor: advisors.supervisor } },
    ...more,
  });
  return run.ends("a.1", WRONG_TEST).ends("b.1", WRONG_SETTING);
}

describe("two failures that name the same rare thing and that no rule brings together", () => {
  it("are laid before a supervisor, with both texts; the task waits for its word", () => {
    const run = two();
    expect(countOf(run, "advice_asked")).toBe(1);
    const { prompt } = orderOf(run.state, "@supervisor-1.1");
    expect(prompt).toContain("gave 3 instead of 4");
    expect(prompt).toContain("rounding must be up or down");
    expect(run.names()).not.toContain("attempt_started:b.2");
  });

  it("get one fix when it says that they have one cause", () => {
    const run = two().ends("@supervisor-1.1", answers(["a", "b"]));
    expect(run.state.patterns.found.get("p1")).toMatchObject({
      members: ["b", "a"],
      rootCause: "ledgerlib 3 rounds otherwise",
    });
    expect(run.task("b").status).toBe("waiting");
  });

  it.each([
    ["it says that they have two", answers(null)],
    ["it names somebody who is not there", answers(["a", "b", "nobody"])],
    ["it names only one of them", answers(["b", "c"])],
    ["it gives no usable answer", failed("refusal_or_blocked", "terminal", "this is no answer")],
  ])("are tried again, each alone, when %s", (_when, outcome) => {
    const run = two().ends("@supervisor-1.1", outcome);
    expect(run.state.patterns.found.size).toBe(0);
    expect(run.state.questions.open.size).toBe(0);
    expect(run.names()).toContain("attempt_started:b.2");
    expect(run.task("b").counts.retries).toBe(1);
  });

  it("are not asked about a second time", () => {
    const run = two().ends("@supervisor-1.1", answers(null)).ends("c.1", WRONG_SETTING);
    expect(countOf(run, "advice_asked")).toBe(1);
  });
});

describe("a yes that cannot count is refused, and that is told", () => {
  const refusalOf = (affected: readonly string[], before: (run: Scenario) => void = () => {}) => {
    const run = two();
    before(run);
    run.ends("@supervisor-1.1", answers(affected));
    expect(run.state.patterns.found.size).toBe(0);
    return run.everything.flatMap((event) => (event.type === "action_refused" ? [event] : []));
  };

  it("where it names a task that is not there", () => {
    expect(refusalOf(["a", "b", "nobody"])).toMatchObject([
      { task: "b", about: "b", advisor: "@supervisor-1", why: "it names nobody, and there is no such task" },
    ]);
  });

  it("where it does not name both", () => {
    expect(refusalOf(["b", "c"])).toMatchObject([{ why: "it was asked about b and a, and does not name a" }]);
  });

  it("where the other is past its failure meanwhile", () => {
    const isDone = (run: Scenario) => run.ends("a.2", done("a"));
    expect(refusalOf(["a", "b"], isDone)).toMatchObject([{ why: "a is past its failure by now" }]);
  });

  it("where the other fails in the opposite way meanwhile", () => {
    const run = given({ tasks: ["a", "b"], settings: { agents, advisors: { supervisor: advisors.supervisor } } });
    run.ends("a.1", WRONG_TEST).ends("b.1", names("config_error", "ledgerlib is not set"));
    run.ends("a.2", names("config_error", "ledgerlib: duplicate entry")).ends("@supervisor-1.1", answers(["a", "b"]));
    expect(refusals(run)).toEqual(["b and a fail in opposite ways"]);
    expect(run.state.patterns.found.size).toBe(0);
  });
});

describe("one question aside", () => {
  it("is no advice about the task: its next attempt is told none of it, and no look of a supervisor is used up", () => {
    const run = two().ends("@supervisor-1.1", answers(null));
    expect(run.task("b")).toMatchObject({ advice: null, advised: 0, consulted: 1 });
    expect(orderOf(run.state, "b.2").prompt).not.toContain("seen");
  });

  it("is asked about another pair where the first was answered already", () => {
    const run = two().ends("@supervisor-1.1", answers(null));
    run.ends("c.1", names("type_error", "ledgerlib.total wants two arguments"));
    run.ends("@supervisor-2.1", answers(null)).ends("c.2", names("type_error", "ledgerlib.total wants two arguments"));
    const pairs = run.everything.flatMap((event) => (event.type === "advice_asked" ? [event.cause] : []));
    expect(new Set(pairs).size).toBe(pairs.length);
    expect(pairs.length).toBe(3);
  });

  it("is answered with yes for one who waits for a fix already: the third joins it, and there is no second fix", () => {
    const run = two().ends("@supervisor-1.1", answers(["a", "b"]));
    run.ends("c.1", names("type_error", "ledgerlib.total wants two arguments"));
    const other = run.everything.findLast((event) => event.type === "advice_asked")?.request.because.facts["other"];
    run.ends("@supervisor-2.1", answers(["c", `${other}`]));
    expect(run.state.patterns.found.size).toBe(1);
    expect(run.state.patterns.found.get("p1")?.members).toEqual(["b", "a", "c"]);
  });

  it("is asked at most twenty times in a run, however many failures could be asked about", () => {
    const ids = Array.from({ length: 60 }, (_, at) => `t${at}`);
    const settings = { agents: { agent: { ...agents.agent, parallel: 60 } }, maxParallel: 60 };
    const run = given({ tasks: ids, settings: { ...settings, advisors: { supervisor: advisors.supervisor } } });
    for (const [at, id] of ids.entries()) {
      const pair = Math.floor(at / 2);
      const word = `kit${"abcdefghijklmnopqrstuvwxyz"[pair % 26]}${"xyz"[Math.floor(pair / 26)]}lib`;
      const says = at % 2 === 0 ? `the sum of ${word} is off` : `${word} must be rounded up`;
      run.ends(
        `${id}.1`,
        names(at % 2 === 0 ? "test_failure" : "config_error", says, [{ kind: "module", name: word }]),
      );
    }
    expect(countOf(run, "advice_asked")).toBe(20);
  });
});

describe("nobody is asked", () => {
  it("where no supervisor is configured", () => {
    const run = given({ tasks: ["a", "b"], settings: { agents } })
      .ends("a.1", WRONG_TEST)
      .ends("b.1", WRONG_SETTING);
    expect(countOf(run, "advice_asked")).toBe(0);
  });

  it.each([
    ["what they name is everywhere", names("config_error", "cannot read utils", [{ kind: "module", name: "utils" }])],
    ["they contradict each other", names("schema_mismatch", "ledgerlib already exists")],
    ["one says in another language that it is there twice", names("config_error", "ledgerlib existiert bereits")],
    ["one is a Go compiler that sees it twice", names("type_error", "ledgerlib redeclared in this block")],
    ["one of them is about an account", names("auth", "ledgerlib: 401")],
  ])("where %s", (_where, second) => {
    const first = names("import_error", "cannot find ledgerlib or utils", [ledger, { kind: "module", name: "utils" }]);
    const run = given({ tasks: ["a", "b"], settings: { agents, advisors: { supervisor: advisors.supervisor } } });
    run.ends("a.1", first).ends("b.1", second);
    expect(run.everything.filter(({ type }) => type === "advice_asked")).toEqual([]);
  });
});
