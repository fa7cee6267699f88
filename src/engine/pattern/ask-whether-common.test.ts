import { describe, expect, it } from "vitest";
import type { Entity, FailureClass } from "../../domain/proof/failure.ts";
import type { Outcome } from "../../domain/work/outcome.ts";
import { advisors, agents, countOf } from "../../testing/advised-run.ts";
import { type Given, given, type Scenario } from "../../testing/given.ts";
import { failed } from "../../testing/outcomes.ts";
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
    ["it names somebody else", answers(["b", "nobody"])],
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
    ["one of them is about an account", names("auth", "ledgerlib: 401")],
  ])("where %s", (_where, second) => {
    const first = names("import_error", "cannot find ledgerlib or utils", [ledger, { kind: "module", name: "utils" }]);
    const run = given({ tasks: ["a", "b"], settings: { agents, advisors: { supervisor: advisors.supervisor } } });
    run.ends("a.1", first).ends("b.1", second);
    expect(run.everything.filter(({ type }) => type === "advice_asked")).toEqual([]);
  });
});
