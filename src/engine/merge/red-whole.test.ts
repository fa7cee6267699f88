import { describe, expect, it } from "vitest";
import type { GateResult } from "../../domain/proof/gate.ts";
import type { Contract } from "../../domain/spec/plan.ts";
import type { Outcome } from "../../domain/work/outcome.ts";
import { type Given, given, type Scenario } from "../../testing/given.ts";
import { done, failed, gate } from "../../testing/outcomes.ts";
import { orderOf } from "../attempt/react.ts";

const CONTRACT: Contract = {
  entities: [{ name: "orders", type: "database", path: "db.sql", keyFields: [], createdByTask: "a" }],
  coreQueries: ["customers -> orders"],
};
const MISSING: GateResult = {
  ...gate("contract", "failed", "orders: there is no table orders. a owes it."),
  name: "orders",
  evidence: ["owed by a"],
};

function merged(more: Partial<Given> = {}): Scenario {
  const run = given({ isolated: true, tasks: ["a", "b"], contract: CONTRACT, ...more });
  for (const id of ["a", "b"]) {
    run.at += 1;
    run.ends(`${id}.1`, done(id)).verified(`${id}.1`).integrated(`${id}.1`);
  }
  return run.quietly();
}

function checked(run: Scenario, ...gates: readonly GateResult[]): Scenario {
  return run.when({ type: "run_checked", head: "h", gates });
}

describe("a contract that is not kept when all is merged", () => {
  it("reopens the task that owes it with the report, is merged and checked again, and the run ends well", () => {
    const run = checked(merged(), MISSING);
    expect(run.names()).toEqual(["run_checked", "task_reopened:a", "attempt_started:a.2"]);
    const order = orderOf(run.state, "a.2");
    expect(order.changeset).toBe("update");
    expect(order.prompt).toContain("there is no table orders");
    expect(run.task("a").counts.retries).toBe(1);
    run.ends("a.2", done("a")).verified("a.2").integrated("a.2");
    expect(run.owed()).toEqual(["check_run"]);
    expect(checked(run.quietly(), gate("contract", "passed")).then().at(-1)).toMatchObject({ verdict: "done" });
  });

  it("traces a core query by what the check says about it", () => {
    const query = { ...MISSING, name: "customers -> orders", evidence: ["owed by b"] };
    expect(checked(merged(), query).names()).toContain("task_reopened:b");
  });

  it("asks a person where the task that owes it has no try left, and never ends well", () => {
    const run = checked(merged({ policies: { lineageRetries: 0 } }), MISSING);
    expect(run.then().at(-1)).toMatchObject({
      type: "question_asked",
      question: { kind: "whole", tasks: [], text: expect.stringContaining("there is no table orders") },
    });
    expect(run.state.run.phase).toBe("working");
  });

  it("asks a person where no task covers it", () => {
    const nobody = { ...MISSING, name: "customers -> orders", evidence: [] };
    expect(checked(merged(), nobody).names()).toEqual(["run_checked", "question_asked"]);
  });

  it("ends the run as failed where nobody is to be asked", () => {
    const nobody = { ...MISSING, name: "customers -> orders", evidence: [] };
    const run = checked(merged({ policies: { escalation: "give_up" } }), nobody);
    expect(run.then().at(-1)).toMatchObject({ type: "run_ended", verdict: "failed" });
  });
});

describe("a gate that is red on the whole", () => {
  const gates = (name: string) => [{ name, run: name, timeoutS: 1 }];
  const tasks = ["a", "b"].map((id) => ({ id, gates: gates(id) }));
  const red = (name: string) => ({ ...gate("quality", "failed", `${name} failed`), name });

  it("reopens the one task that was merged after it was last green", () => {
    expect(checked(merged({ tasks }), red("a")).names()).toContain("task_reopened:b");
  });

  it("asks a person where nobody can be told to have broken it; a task named in the answer mends it", () => {
    const run = checked(merged({ tasks }), red("b"));
    expect(run.names()).toEqual(["run_checked", "question_asked"]);
    run.when({ type: "answer", question: "q1", text: "b, the port is wrong" });
    expect(run.names()).toEqual(["question_answered", "task_reopened:b", "attempt_started:b.2"]);
    expect(orderOf(run.state, "b.2").prompt).toContain("b, the port is wrong");
  });

  it("is looked at again after any other answer, and asked about once only", () => {
    const run = checked(merged({ tasks }), red("b")).quietly();
    run.when({ type: "answer", question: "q1", text: "the server is up again" });
    expect(run.names()).toEqual(["question_answered", "run_checking"]);
    expect(checked(run, red("b")).then().at(-1)).toMatchObject({ type: "run_ended", verdict: "failed" });
  });
});

describe("a gap in the contract that no task covers", () => {
  const nobody = {
    ...MISSING,
    name: "customers -> orders",
    evidence: [],
    message: "customers -> orders: no way leads there.",
  };
  const advisors = { planner: { agent: "agent", template: "{{diagnosis}} {{task}}" } };
  const empty = { contract: null, removed_tasks: [], cross_cutting_concerns: [], validation: [] };

  function planned(...tasks: readonly { readonly id: string; readonly prompt: string }[]): Outcome {
    return { type: "advised", role: "planner", answer: { tasks, ...empty } };
  }

  it("goes to the planner, whose new task is worked; then the whole is checked again", () => {
    const run = checked(merged({ settings: { advisors }, policies: { replan: "auto" } }), nobody);
    expect(run.names()).toEqual(["run_checked", "advice_asked:@planner-1", "attempt_started:@planner-1.1"]);
    expect(orderOf(run.state, "@planner-1.1").prompt).toMatch(/no way leads there[\s\S]*all the merged work together/);
    run.ends("@planner-1.1", planned({ id: "c", prompt: "Connect customers and orders." }));
    run.ends("c.1", done("c")).verified("c.1").integrated("c.1");
    expect(run.owed()).toEqual(["check_run"]);
    expect(checked(run.quietly(), gate("contract", "passed")).then().at(-1)).toMatchObject({ verdict: "done" });
  });

  it("of a task that was skipped is covered by none", () => {
    const run = given({ isolated: true, tasks: ["a", "b"], contract: CONTRACT, settings: { advisors } });
    run.when({ type: "skip", task: "a", because: "not now", dependants: "go_on" });
    run.ends("a.1", { type: "stopped" }).ends("b.1", done("b")).verified("b.1").integrated("b.1").quietly();
    expect(checked(run, MISSING).names()).toContain("advice_asked:@planner-1");
  });

  it("is a person's, asked once, where the planner has nothing to offer", () => {
    for (const answer of [planned(), failed("malformed_output", "persistent")]) {
      const run = checked(merged({ settings: { advisors }, policies: { malformedRetries: 0 } }), nobody);
      for (let i = 1; i <= 3 && run.state.questions.open.size === 0; i += 1) run.ends(`@planner-${i}.1`, answer);
      expect([...run.state.questions.open.values()]).toMatchObject([{ kind: "whole" }]);
      expect(run.state.run.phase).toBe("working");
    }
  });
});
