/** A change of the plan that was proposed: what a person's yes and no do, and what of it survives a snapshot. */

import { describe, expect, test } from "vitest";
import {
  A_AFTER_TABLE,
  orders,
  PLANNER,
  plans,
  proposedRun,
  SUPERVISOR,
  TABLE,
} from "../../../test/roles/replan-run.ts";
import { because } from "../../domain/because.ts";
import { NO_COUNTS } from "../../domain/work/retry-counts.ts";
import { given } from "../../testing/given.ts";
import { done, failed } from "../../testing/outcomes.ts";
import { contextOf } from "../context.ts";
import { evolve } from "../evolve.ts";
import { freezeState, thawState } from "../state.ts";
import { askReplan } from "./replan.ts";

describe("approved", () => {
  const approved = () => proposedRun().quietly().when({ type: "approve", replan: "n1" });

  test("it is the plan: new tasks start, and the task that led to it waits for them", () => {
    const run = approved();
    expect(run.names()).toEqual(["question_answered", "plan_changed", "task_requeued:a", "attempt_started:table.1"]);
    expect(run.task("a")).toMatchObject({ status: "waiting", unmet: 1, spec: { prompt: "Use the table." } });
    run.up("table.1").ends("table.1", done("table")).quietly();
    expect(run.task("a").status).toBe("working");
    run.up("a.2").ends("a.2", done("a")).up("b.1").ends("b.1", done("b")).ends("c.1", done("c"));
    expect(run.state.run).toMatchObject({ phase: "ended", verdict: "done" });
  });

  test("the next attempt is told that the plan has changed, and what it had said", () => {
    const run = approved().up("table.1").ends("table.1", done("table"));
    const report = run.state.attempts.live.get("a.2")?.briefing.restart?.report;
    expect(report).toMatch(/The plan was changed: it adds table[\s\S]*there is no table/);
  });

  test("being blocked cost nothing; a failure before counts on", () => {
    expect(approved().task("a")).toMatchObject({ counts: { retries: 0 } });
    const run = given({ tasks: ["a"], settings: { advisors: { planner: PLANNER, supervisor: SUPERVISOR } } });
    run.up("a.1").ends("a.1", failed("unknown", "unknown")).up("@supervisor-1.1");
    run.ends("@supervisor-1.1", orders({ task_id: "a", action: "replan" })).up("@planner-1.1");
    run.ends("@planner-1.1", plans([A_AFTER_TABLE, TABLE])).when({ type: "approve", replan: "n1" });
    expect(run.task("a")).toMatchObject({ attempts: 1, counts: { retries: 1, attemptsBefore: 0 } });
  });

  test("by an answer to its question, in words or by the number of the option", () => {
    for (const text of ["yes", "approve it"]) {
      const run = proposedRun().when({ type: "answer", question: "q1", text });
      expect(run.state.tasks.has("table")).toBe(true);
    }
  });

  test("what has not begun can leave, and whoever waited for it goes on as the planner says", () => {
    const tasks = ["a", { id: "b", dependsOn: ["a"] }, { id: "d", dependsOn: ["b"] }, "c"];
    const answer = plans([{ id: "d", prompt: "Do d.", depends_on: ["c"] }], { removed_tasks: ["b"] });
    const run = proposedRun(answer, { tasks }).quietly().when({ type: "approve", replan: "n1" });
    expect([...run.state.tasks.keys()]).toEqual(["a", "d", "c"]);
    expect(run.task("d")).toMatchObject({ status: "waiting", unmet: 1 });
    expect(run.state.derived.dependants.get("c")).toEqual(["d"]);
  });

  test("a task that stands for one that has begun goes on with its counts and budget, and so do those who waited", () => {
    const tasks = [{ id: "a", budget: { tokens: 900 } }, { id: "b", dependsOn: ["a"] }, "c"];
    const run = proposedRun(plans([{ id: "a2", prompt: "Do it so.", replaces: "a" }]), { tasks });
    const rounds = [{ attempt: "a.1", by: "gates", findings: [{ key: "adds", text: "adds" }] }] as const;
    Object.assign(run.task("a"), { counts: { ...NO_COUNTS, retries: 2, malformed: 1 }, rounds, began: "commit" });
    run.when({ type: "approve", replan: "n1" });
    expect(run.task("a").status).toBe("skipped");
    expect(run.task("a2")).toMatchObject({ rounds, began: "commit" });
    expect(run.task("a2")).toMatchObject({ counts: { retries: 2, malformed: 1 }, spec: { budget: { tokens: 900 } } });
    expect(run.task("b")).toMatchObject({ status: "waiting", spec: { dependsOn: ["a2"] } });
  });

  test("when it does not fit any more the planner is asked once more, told why", () => {
    const answer = plans([{ id: "e", prompt: "Do e otherwise.", files: ["e.ts"] }, TABLE]);
    const run = proposedRun(answer, { tasks: ["a", "c", { id: "e", dependsOn: ["c"] }] });
    // A person lets it go ahead as it is.
    run.ends("c.1", done("c")).when({ type: "retry", task: "e", because: "do not wait" }).up("e.1").quietly();
    run.when({ type: "approve", replan: "n1" });
    expect(run.names()).toEqual([
      "question_answered",
      "replan_dropped",
      "advice_asked:@planner-2",
      "task_requeued:a",
      "attempt_started:@planner-2.1",
    ]);
    expect(run.advisor("@planner-2").spec.prompt).toContain("task e is running");
    run.up("@planner-2.1").ends("@planner-2.1", answer);
    expect([...run.state.questions.open.values()][0]).toMatchObject({ because: { rule: "replan_unfit" } });
  });
});

describe("refused", () => {
  test("the plan stays, and the task is told what was said", () => {
    const run = proposedRun().quietly().when({ type: "reject", replan: "n1", because: "use the file instead" });
    expect(run.names()).toEqual(["question_answered", "replan_dropped", "task_requeued:a", "attempt_started:a.2"]);
    expect(run.state.attempts.live.get("a.2")?.briefing.notes.at(-1)).toMatch(/refused: use the file instead$/);
    expect(run.state.tasks.has("table")).toBe(false);
  });

  test("by an answer that is no yes", () => {
    const run = proposedRun().when({ type: "answer", question: "q1", text: "no: use the file" });
    expect(run.state.replans.open.size).toBe(0);
    expect(run.task("a").status).toBe("working");
  });

  test("what nobody proposed is refused with what is open", () => {
    const run = proposedRun().when({ type: "approve", replan: "n7" });
    expect(run.answer).toMatchObject({ refusal: { what: "unknown_replan", open: ["n1"] } });
  });

  test("when all who wait for it are skipped it is dropped, and the run can end", () => {
    const run = proposedRun().ends("c.1", done("c"));
    run.when({ type: "skip", task: "a", because: "not needed", dependants: "end" });
    expect(run.state.replans.open.size).toBe(0);
    expect(run.state.run.phase).toBe("ended");
  });
});

test("about a task that is done nobody is held, and the run does not end before it is decided", () => {
  const run = given({ tasks: ["a", "c"], settings: { advisors: { planner: PLANNER } } })
    .up("a.1")
    .up("c.1");
  run.ends("a.1", done("a"));
  const why = because("integration_red", { message: "a table is missing" });
  askReplan(
    contextOf(run.state, run.at, 0, { evolve, follow: () => {} }),
    run.task("a"),
    why,
    "The whole lacks something.",
  );
  run.when({ type: "host_up", host: "here", bootId: "boot" }).ends("c.1", done("c"));
  run.up("@planner-1.1").ends("@planner-1.1", plans([TABLE]));
  expect([...run.state.questions.open.values()]).toMatchObject([{ kind: "replan", replan: "n1", tasks: [] }]);
  expect(run.state.run.phase).toBe("working");
  run.when({ type: "approve", replan: "n1" }).up("table.1").ends("table.1", done("table"));
  expect(run.state.run).toMatchObject({ phase: "ended", verdict: "done" });
  expect(run.task("a")).toMatchObject({ status: "done", attempts: 1, unmet: 0 });
});

test("what waits for approval survives a snapshot", () => {
  const { state } = proposedRun();
  const json: unknown = JSON.parse(JSON.stringify(freezeState(state)));
  expect([...thawState(json).replans.open.keys()]).toEqual(["n1"]);
});
