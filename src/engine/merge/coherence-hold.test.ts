import { describe, expect, it } from "vitest";
import { COHERENT, type CoherenceReport } from "../../domain/proof/coherence.ts";
import { found, MISMATCH } from "../../testing/findings.ts";
import { type Given, given, type Scenario } from "../../testing/given.ts";
import { CONFLICT, done } from "../../testing/outcomes.ts";
import { orderOf } from "../attempt/react.ts";
import { nextMove } from "../next-move.ts";

function isolated(more: Partial<Given> = {}): Scenario {
  return given({ isolated: true, tasks: ["a", "b"], ...more, policies: { coherence: "hold", ...more.policies } });
}

function compared(run: Scenario, attempt: string, report: CoherenceReport = COHERENT): Scenario {
  return run.when({ type: "task_compared", task: attempt.split(".")[0] ?? "", attempt, report });
}

/** Both are verified; a is first in the queue. */
function sealed(run: Scenario): Scenario {
  return run.ends("a.1", done("a")).ends("b.1", done("b")).verified("a.1").verified("b.1").quietly();
}

describe("before a task's work is merged", () => {
  it("it is laid beside what waits to be merged, and then merged", () => {
    const run = sealed(isolated());
    expect(run.owed()).toEqual(["compare:a"]);
    expect(run.integrated("a.1").answer).toEqual({ type: "no" });
    expect(compared(run, "a.1").names()).toEqual(["task_compared:a.1"]);
    expect(run.owed()).toEqual(["integrate:a"]);
    expect(run.integrated("a.1").owed()).toEqual(["compare:b"]);
  });

  it.each([
    ["the policy is off", isolated({ policies: { coherence: "off" } })],
    ["there is one task only", isolated({ tasks: ["a"] })],
  ])("it is not where %s", (_, run) => {
    expect(run.ends("a.1", done("a")).verified("a.1").owed()).toContain("integrate:a");
  });

  it("what is only told holds up nobody", () => {
    const run = sealed(isolated({ policies: { coherence: "warn" } }));
    expect(compared(run, "a.1", MISMATCH).owed()).toEqual(["integrate:a"]);
    expect(run.then()).toMatchObject([{ type: "task_compared", next: "merge", report: MISMATCH }]);
  });

  it("what is not critical is only told", () => {
    const run = sealed(isolated());
    compared(run, "a.1", found("duplicates", { severity: "major" }));
    expect(run.owed()).toEqual(["integrate:a"]);
  });

  it("it is laid beside the others again when it was worked again", () => {
    const run = sealed(isolated());
    compared(run, "a.1").integrated("a.1", CONFLICT).ends("a.2", done("a")).verified("a.2");
    compared(run, "b.1").integrated("b.1");
    expect(run.owed()).toEqual(["compare:a"]);
  });
});

describe("an interface mismatch", () => {
  it("sends back the one that must change, told the finding, to begin when the other is merged", () => {
    const run = compared(sealed(isolated()), "a.1", MISMATCH);
    expect(run.names()).toEqual([
      "task_compared:a.1",
      "coherence_decided",
      "task_sent_back:b",
      "dependency_added:b",
      "task_requeued:b",
    ]);
    expect(run.task("b")).toMatchObject({ status: "waiting", counts: { retries: 1 } });
    expect(run.owed()).toEqual(["integrate:a"]);
    run.integrated("a.1");
    const order = orderOf(run.state, "b.2");
    expect(order.changeset).toBe("update");
    expect(order.prompt).toContain("a changes `load`, but b still relies on it. [b.ts:3]");
  });

  it("that comes back is not told a second time: everything waits until somebody has decided", () => {
    const run = isolated({ tasks: ["a", "b", { id: "c", dependsOn: ["a"] }] });
    compared(sealed(run), "a.1", MISMATCH).integrated("a.1").ends("b.2", done("b")).verified("b.2");
    compared(run.quietly(), "b.2", MISMATCH);
    expect(run.names()).toEqual(["task_compared:b.2", "coherence_decided", "question_asked"]);
    expect(run.state.merge.coherence.frozen).toMatchObject({ task: "b" });
    run.ends("c.1", done("c")).verified("c.1");
    expect(run.owed()).toEqual([]);
    expect(nextMove(run.state, run.task("c"))).toEqual({ by: "hold", task: "b" });
    run.quietly().when({ type: "answer", question: "q1", text: "leave it" });
    const decided = ["question_answered", "coherence_decided", "task_requeued:b", "freeze_lifted"];
    expect(run.names()).toEqual([...decided, "attempt_started:b.3"]);
    expect(run.owed()).toContain("compare:c");
    compared(run, "c.1").integrated("c.1").ends("b.3", done("b")).verified("b.3");
    expect(compared(run, "b.3", MISMATCH).owed()).toEqual(["integrate:b"]);
  });

  it("holds new attempts too, but not advisors", () => {
    const advisors = { supervisor: { agent: "agent", template: "{{trigger}}" } };
    const run = isolated({ tasks: ["a", "b", "c", "d"], settings: { advisors, maxParallel: 3 } });
    const nobody = found("interface_mismatches", { must_change: null });
    run.ends("a.1", done("a")).verified("a.1").quietly();
    expect(run.task("d").status).toBe("working");
    run.ends("b.1", { type: "lost", evidence: [] }).ends("c.1", done("c")).quietly();
    compared(run, "a.1", nobody);
    expect(run.names()).toContain("attempt_started:@supervisor-1.1");
    expect(orderOf(run.state, "@supervisor-1.1").prompt).toContain("do not fit together");
  });

  it("of a task without a try left is left to a person", () => {
    const run = compared(sealed(isolated({ policies: { lineageRetries: 0 } })), "a.1", MISMATCH);
    expect(run.names()).toContain("question_asked");
    expect(run.task("b").status).toBe("waiting_for_input");
    expect(run.state.merge.coherence.frozen?.task).toBe("b");
  });

  it("is decided by giving up where nobody is to be asked, and the others go on", () => {
    const policies = { lineageRetries: 0, escalation: "give_up" } as const;
    const run = compared(sealed(isolated({ policies })), "a.1", MISMATCH);
    expect(run.task("b").status).toBe("given_up");
    expect(run.state.merge.coherence.frozen).toBeNull();
    expect(run.owed()).toEqual(["compare:a"]);
  });
});

describe("one fix at a time", () => {
  it("lets another task with findings wait, and looks again when the fix has ended", () => {
    const run = isolated({ tasks: ["a", "b", "c"] });
    sealed(run).ends("c.1", done("c")).verified("c.1").quietly();
    compared(run, "a.1", MISMATCH).integrated("a.1");
    compared(run.quietly(), "c.1", found("interface_mismatches", { tasks: ["c"], must_change: "c" }));
    expect(run.then()).toMatchObject([{ type: "task_compared", task: "c", next: "wait" }]);
    expect(nextMove(run.state, run.task("c"))).toEqual({ by: "hold", task: "b" });
    run.ends("b.2", done("b")).verified("b.2");
    compared(run, "b.2").integrated("b.2");
    expect(run.owed()).toEqual(["compare:c"]);
  });
});

describe("a schema inconsistency", () => {
  const inconsistent = found("schema_inconsistencies", { subject: "orders", must_change: "b" });

  it("leaves the definition of the task that the contract names, and retries the other", () => {
    const entity = { name: "orders", type: "database", path: "db.sql", keyFields: [], createdByTask: "b" } as const;
    const run = sealed(isolated({ contract: { entities: [entity], coreQueries: [] } }));
    compared(run, "a.1", inconsistent);
    expect(run.then()).toMatchObject([
      { type: "task_compared", task: "a", next: "back" },
      { type: "coherence_decided", about: "a", step: "retry" },
      { type: "dependency_added", task: "a", on: "b" },
      { type: "task_requeued", task: "a" },
    ]);
    expect(run.owed()).toEqual(["compare:b"]);
  });

  it("without a contract leaves the earlier one", () => {
    expect(compared(sealed(isolated()), "a.1", inconsistent).task("b").counts.retries).toBe(1);
  });
});

describe("a missing connection", () => {
  it("reopens the task that owes it though it is done; the other waits for that", () => {
    const run = sealed(isolated());
    compared(run, "a.1").integrated("a.1").quietly();
    compared(run, "b.1", found("missing_connections", { tasks: ["b"], must_change: "a" }));
    expect(run.names()).toEqual(["task_compared:b.1", "coherence_decided", "task_reopened:a", "attempt_started:a.2"]);
    expect(orderOf(run.state, "a.2")).toMatchObject({ changeset: "update" });
    run.ends("a.2", done("a")).verified("a.2");
    expect(compared(run, "a.2").integrated("a.2").owed()).toEqual(["compare:b"]);
  });
});
