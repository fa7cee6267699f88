import { describe, expect, it } from "vitest";
import type { Outcome } from "../../../domain/work/outcome.ts";
import type { SupervisorAction, SupervisorAnswer } from "../../../domain/work/role-answers.ts";
import { advisors, agents, asked, countOf, refusals, says, UNKNOWN } from "../../../testing/advised-run.ts";
import { given } from "../../../testing/given.ts";
import { done, failed } from "../../../testing/outcomes.ts";
import { orderOf } from "../../attempt/react.ts";

const settings = { agents, advisors: { supervisor: advisors.supervisor } };
const MISSING = failed("import_error", "persistent", "No module named 'src.backend.models.reservation'");

/** As the original's agent would put it: nobody is named beside the task itself. */
function worked(...actions: SupervisorAction[]): Outcome {
  const answer: SupervisorAnswer = {
    diagnosis: "3 and 5 import what 4 will make.",
    pattern_detected: {
      description: "Several import a module of a task that has not run",
      affected_tasks: ["3", "5"],
      root_cause: "Task 4 has not run yet; 3 and 5 do not say that they need it.",
    },
    actions,
    recommendations: ["Say in the plan that 3 and 5 depend on 4"],
    should_halt: false,
    halt_reason: null,
  };
  return { type: "advised", role: "supervisor", answer };
}

const ORIGINAL = worked(
  { task_id: "4", action: "reorder", reason: "Task 4 must be done before the others" },
  {
    task_id: "3",
    action: "retry_dependency",
    reason: "Works once Task 4 is there",
    additional_context: "Change nothing",
  },
  { task_id: "5", action: "retry_dependency", reason: "The same as task 3" },
);

describe("the worked example, by a supervisor that names no upstream", () => {
  const tasks = ["1", "3", "5", "2", { id: "4", dependsOn: ["2"] }];

  it("ends with 4 first, then 3 and 5, all done, and nobody is asked", () => {
    const run = given({ tasks, settings }).ends("3.1", UNKNOWN).ends("5.1", UNKNOWN);
    run.ends("@supervisor-1.1", ORIGINAL).ends("@supervisor-2.1", ORIGINAL);
    expect(run.task("3")).toMatchObject({ status: "waiting", addedDependsOn: ["4"] });
    expect(run.task("5")).toMatchObject({ status: "waiting", addedDependsOn: ["4"] });
    expect(countOf(run, "dependency_added")).toBe(2);
    run.ends("2.1", done("2")).ends("4.1", done("4"));
    expect(orderOf(run.state, "3.2").prompt).toContain("Change nothing");
    run.ends("3.2", done("3")).ends("5.2", done("5")).ends("1.1", done("1"));
    expect(run.then().at(-1)).toMatchObject({ type: "run_ended", verdict: "done" });
    expect(refusals(run)).toEqual([]);
    expect(asked(run)).toEqual([]);
    expect(run.state.advisors.recommendations).toMatchObject([{ text: "Say in the plan that 3 and 5 depend on 4" }]);
  });

  it("is not undone by the second answer, which comes when 4 is done already", () => {
    const run = given({ tasks, settings }).ends("3.1", UNKNOWN).ends("5.1", UNKNOWN);
    run.at += 1;
    run.ends("@supervisor-1.1", ORIGINAL).ends("2.1", done("2")).ends("4.1", done("4"));
    run.ends("@supervisor-2.1", ORIGINAL);
    expect(countOf(run, "task_reopened")).toBe(0);
    expect(run.task("5").attempt).toBe("5.2");
  });

  it("is asked about before a fix is added that would compete with a task that has not begun", () => {
    const run = given({ tasks, settings });
    run.ends("3.1", MISSING).ends("5.1", MISSING);
    expect(countOf(run, "pattern_found")).toBe(0);
    expect(run.task("5").awaits).toEqual(["@supervisor-1"]);
    run.ends("@supervisor-1.1", ORIGINAL).ends("3.2", MISSING);
    expect(run.task("3")).toMatchObject({ status: "waiting", addedDependsOn: ["4"] });
  });

  it("gets the fix where nothing usable comes of asking", () => {
    const run = given({ tasks, settings }).ends("3.1", MISSING).ends("5.1", MISSING);
    run.ends("@supervisor-1.1", worked());
    expect(countOf(run, "pattern_found")).toBe(1);
    expect(run.task("5").addedDependsOn).toEqual(["fix-1"]);
    expect(asked(run)).toEqual([]);
  });
});

describe("a bare reorder", () => {
  it("has the task, and all that it waits for, run next", () => {
    const tasks = ["a", "x", "y", "z", { id: "b", dependsOn: ["z"] }];
    const run = given({ tasks, settings: { ...settings, maxParallel: 1 } }).ends("a.1", UNKNOWN);
    const next = says(
      { task_id: "b", action: "reorder", reason: "first of all" },
      { task_id: "a", action: "retry", reason: "then" },
    );
    run.ends("@supervisor-1.1", next);
    const order: string[] = [];
    for (let [id] = run.state.attempts.live.keys(); id !== undefined; [id] = run.state.attempts.live.keys()) {
      order.push(id);
      run.ends(id, done(id.slice(0, 1)));
    }
    expect(order).toEqual(["z.1", "b.1", "a.2", "x.1", "y.1"]);
  });

  it("of another task makes the one it was asked about wait for that one", () => {
    const run = given({ tasks: ["a", { id: "b", dependsOn: ["c"] }, "c"], settings }).ends("a.1", UNKNOWN);
    run.ends("@supervisor-1.1", says({ task_id: "b", action: "reorder", reason: "it makes what a misses" }));
    expect(run.task("a")).toMatchObject({ status: "waiting", addedDependsOn: ["b"] });
    expect(asked(run)).toEqual([]);
  });

  it("of a task that failed waits for whoever makes what it misses; where nobody is found, a person is asked once", () => {
    const tasks = ["a", { id: "b", files: ["src/backend/models/reservation.py"], dependsOn: ["c"] }, "c", "d"];
    const again = says({ task_id: "a", action: "reorder", reason: "so it seems" });
    const run = given({ tasks, settings }).ends("a.1", UNKNOWN);
    run.ends("@supervisor-1.1", again);
    expect(refusals(run)).toEqual(["nothing says which task before a is to go first"]);
    expect(asked(run)).toEqual(["unknown_failure"]);
  });
});

describe("a retry_dependency", () => {
  const again = says({ task_id: "c", action: "retry_dependency", reason: "task a comes first", upstream: "a" });

  it("has what was done in the meantime brought in, and does not reopen it", () => {
    const run = given({ tasks: ["a", "c"], settings }).ends("c.1", UNKNOWN);
    run.at += 1;
    run.ends("a.1", done("a")).ends("@supervisor-1.1", again);
    expect(countOf(run, "task_reopened")).toBe(0);
    expect(run.task("c")).toMatchObject({ attempt: "c.2", addedDependsOn: ["a"], counts: { retries: 0 } });
  });

  it("reopens what was there and is wrong", () => {
    const run = given({ tasks: ["a", { id: "c", dependsOn: ["a"] }], settings }).ends("a.1", done("a"));
    run.at += 1;
    run.ends("c.1", UNKNOWN).ends("@supervisor-1.1", again);
    expect(countOf(run, "task_reopened")).toBe(1);
  });

  it("puts a task that asks a person back, since what it asked about is decided", () => {
    const run = given({ tasks: ["a", "b", "c"], settings: { ...settings, advisors: {} } }).ends("c.1", UNKNOWN);
    expect(run.task("c").status).toBe("waiting_for_input");
    run.state.settings = { ...run.state.settings, advisors: settings.advisors };
    run
      .ends("b.1", UNKNOWN)
      .ends(
        "@supervisor-1.1",
        says(
          { task_id: "c", action: "retry_dependency", reason: "task a comes first" },
          { task_id: "b", action: "retry", reason: "once more" },
        ),
      );
    expect(run.task("c")).toMatchObject({ status: "waiting", addedDependsOn: ["a"], question: null });
    expect(run.state.questions.open.size).toBe(0);
  });
});
