/** A plan that turns out to be wrong is planned again while it is worked: who asks for that, and what is checked. */
import { describe, expect, test } from "vitest";
import {
  A_AFTER_TABLE,
  blockedRun,
  orders,
  PLANNER,
  plans,
  proposedRun,
  SUPERVISOR,
  TABLE,
} from "../../../test/roles/replan-run.ts";
import { given } from "../../testing/given.ts";
import { blocked, done, failed } from "../../testing/outcomes.ts";

describe("who asks for another plan", () => {
  test("a task that cannot be done as described: the planner is asked, and only that task waits", () => {
    const run = blockedRun();
    expect(run.names()).toEqual([
      "attempt_ended:a.1",
      "advice_asked:@planner-1",
      "task_requeued:a",
      "attempt_started:@planner-1.1",
    ]);
    expect(run.task("a").status).toBe("waiting");
    expect(run.task("c").status).toBe("working");
    expect(run.advisor("@planner-1").spec.prompt).toMatch(/there is no table[\s\S]*- a \(has begun, waits/);
  });

  test("a supervisor first, where there is one; its order is what asks the planner", () => {
    const run = blockedRun({}, { planner: PLANNER, supervisor: SUPERVISOR });
    run
      .up("@supervisor-1.1")
      .quietly()
      .ends("@supervisor-1.1", orders({ task_id: "a", action: "replan" }));
    expect(run.names()).toContain("attempt_started:@planner-1.1");
    expect(run.advisor("@planner-1").spec.prompt).toContain("nobody makes the table");
  });

  test("something missing that nobody in the plan makes", () => {
    const run = given({ tasks: ["a"], settings: { advisors: { planner: PLANNER } } }).up("a.1");
    run.ends("a.1", blocked("a", { blocked_reason: "missing_dependency", uncertain_about: "the parser" }));
    expect(run.names()).toContain("attempt_started:@planner-1.1");
  });

  test("not what is ambiguous: that is a person's to say", () => {
    const run = given({ tasks: ["a"], settings: { advisors: { planner: PLANNER } } })
      .up("a.1")
      .quietly();
    expect(run.ends("a.1", blocked("a")).names()).toEqual(["attempt_ended:a.1", "question_asked"]);
  });

  test("without a planner a person is asked, as before", () => {
    expect(blockedRun({}, {}).names()).toEqual(["attempt_ended:a.1", "question_asked"]);
    const run = blockedRun({}, { supervisor: SUPERVISOR }).up("@supervisor-1.1");
    run.ends("@supervisor-1.1", orders({ task_id: "a", action: "replan" }));
    expect([...run.state.questions.open.values()][0]?.text).toContain("The supervisor wants the plan changed");
  });

  test("at most so often in a run; then a person is asked, who is told why", () => {
    const run = blockedRun({ policies: { replans: 0 } }, { planner: PLANNER, supervisor: SUPERVISOR });
    run.up("@supervisor-1.1").ends("@supervisor-1.1", orders({ task_id: "a", action: "replan" }));
    expect([...run.state.questions.open.values()][0]?.text).toMatch(/nobody makes the table.*the limit is 0/);
  });

  test("nobody where nobody could approve it", () => {
    const run = blockedRun({ policies: { escalation: "give_up" } });
    expect(run.names()).toEqual(["attempt_ended:a.1", "task_given_up:a", "task_given_up:b"]);
  });
});

describe("an answer", () => {
  test("that fits is proposed and waits for a person, who sees what it would change", () => {
    const run = proposedRun();
    expect(run.names()).toEqual([
      "attempt_ended:@planner-1.1",
      "advice_given:@planner-1",
      "replan_proposed",
      "question_asked",
    ]);
    const [question] = run.state.questions.open.values();
    expect(question).toMatchObject({ id: "q1", replan: "n1", tasks: ["a"] });
    expect(question?.text).toContain("adds table; changes a");
    expect(question?.because.evidence).toEqual(["add table: Make the table.", "change a after table: Use the table."]);
    expect(run.task("c").status).toBe("working");
  });

  test("holds those it would change too, so that they do not begin meanwhile", () => {
    const run = proposedRun(plans([{ id: "d", prompt: "Do d otherwise." }]), {
      tasks: ["a", "c", { id: "d", dependsOn: ["c"] }],
    });
    expect([...run.state.questions.open.values()][0]?.tasks).toEqual(["a", "d"]);
    run.ends("c.1", done("c"));
    expect(run.task("d").status).toBe("waiting_for_input");
  });

  test("is made at once where the policy says so", () => {
    const run = proposedRun(plans([TABLE, A_AFTER_TABLE]), { policies: { replan: "auto" } });
    expect(run.names()).toEqual([
      "attempt_ended:@planner-1.1",
      "advice_given:@planner-1",
      "replan_proposed",
      "plan_changed",
      "task_requeued:a",
      "attempt_started:table.1",
    ]);
  });

  test("in which the planner itself found an error is never made at once", () => {
    const validation = [{ severity: "error", message: "the specification contradicts itself" }] as const;
    const run = proposedRun(plans([TABLE], { validation }), { policies: { replan: "auto" } });
    expect([...run.state.replans.open.keys()]).toEqual(["n1"]);
  });

  test("that only says why it cannot be planned goes to a person, with its words", () => {
    const validation = [{ severity: "error", message: "the specification contradicts itself" }] as const;
    const run = proposedRun(plans([], { validation }));
    expect([...run.state.questions.open.values()][0]?.because.evidence).toEqual([
      "the specification contradicts itself",
    ]);
  });

  test("that cannot be is told back with every reason, twice; then to a person", () => {
    const bad = plans([
      { id: "c", prompt: "Other." },
      { id: "x", prompt: "X.", gates: ["rm -rf /"] },
    ]);
    const run = proposedRun(bad);
    expect(run.names()).toContain("action_refused:a");
    const { prompt } = run.advisor("@planner-2").spec;
    expect(prompt).toContain("task c is running");
    expect(prompt).toContain("only a person can add commands");
    run.up("@planner-2.1").ends("@planner-2.1", plans([]));
    expect(run.advisor("@planner-3").spec.prompt).toContain("the answer changes nothing");
    run.up("@planner-3.1").quietly().ends("@planner-3.1", bad);
    expect(run.names()).toContain("question_asked");
    expect([...run.state.questions.open.values()][0]).toMatchObject({
      tasks: ["a"],
      because: { rule: "replan_unfit" },
    });
    expect(run.state.replans.asked).toBe(1);
  });

  test("that never comes leaves it to a person", () => {
    const run = blockedRun({ policies: { malformedRetries: 0 } }).up("@planner-1.1");
    run.ends("@planner-1.1", failed("malformed_output", "persistent"));
    expect(run.task("a").status).toBe("waiting_for_input");
  });

  test("about a task that was skipped meanwhile changes nothing", () => {
    const run = blockedRun().up("@planner-1.1");
    run.when({ type: "skip", task: "a", because: "not needed", dependants: "end" }).quietly();
    run.ends("@planner-1.1", plans([TABLE]));
    expect(run.names()).toContain("action_refused:a");
    expect(run.state.replans.open.size).toBe(0);
  });
});
