import { describe, expect, it } from "vitest";
import { advisors, agents, asked, countOf, refusals, says, UNKNOWN } from "../../../testing/advised-run.ts";
import { given } from "../../../testing/given.ts";
import { done } from "../../../testing/outcomes.ts";

describe("a supervisor's retry_dependency that names nobody", () => {
  const again = says({ task_id: "c", action: "retry_dependency", reason: "what it builds on is wrong" });
  const settings = { agents, advisors };

  it("works the only task before it again, then the task, and never an advisor", () => {
    const run = given({ tasks: ["a", { id: "c", dependsOn: ["a"] }], settings }).ends("a.1", done("a"));
    run.ends("c.1", UNKNOWN).ends("@supervisor-1.1", again);
    expect(run.task("a").attempt).toBe("a.2");
    expect(run.task("c").status).toBe("waiting");
    run.ends("a.2", done("a"));
    expect(run.task("c").attempt).toBe("c.2");
    expect(run.task("c").addedDependsOn.some((id) => id.startsWith("@"))).toBe(false);
  });

  it("means whoever the debugger suspects, and waits for one that is not done", () => {
    const run = given({ tasks: ["c", { id: "b", dependsOn: ["a"] }, "a"], settings });
    run.task("c").suspect = "b";
    run.ends("c.1", UNKNOWN).ends("@supervisor-1.1", again);
    expect(run.task("c")).toMatchObject({ status: "waiting", addedDependsOn: ["b"] });
  });

  it("means whom its own words name, a number only where they say that it is a task", () => {
    const run = given({ tasks: ["3", { id: "4", dependsOn: ["2"] }, "2", "1"], settings });
    const reason = "Will succeed once Task 4 provides reservation.py, after 1 try";
    run.ends("3.1", UNKNOWN).ends("@supervisor-1.1", says({ task_id: "3", action: "retry_dependency", reason }));
    expect(run.task("3")).toMatchObject({ status: "waiting", addedDependsOn: ["4"] });
  });

  it("is refused where nothing says who is meant, and a person is asked once", () => {
    const tasks = ["a", "b", { id: "c", dependsOn: ["a", "b"] }];
    const run = given({ tasks, settings }).ends("a.1", done("a")).ends("b.1", done("b"));
    run.ends("c.1", UNKNOWN).ends("@supervisor-1.1", again);
    expect(refusals(run)).toEqual(["nothing says which task before c is to go first"]);
    expect(asked(run)).toEqual(["unknown_failure"]);
  });

  it("comes to its end, though it is said every time", () => {
    const run = given({ tasks: ["a", { id: "c", dependsOn: ["a"] }], settings }).ends("a.1", done("a"));
    for (let i = 0; i < 50 && run.state.attempts.live.size > 0; i += 1) {
      const [id = ""] = run.state.attempts.live.keys();
      run.ends(id, id.startsWith("@") ? again : id.startsWith("a.") ? done("a") : UNKNOWN);
    }
    expect(run.task("c").status).toBe("waiting_for_input");
    expect(countOf(run, "advice_asked")).toBeLessThanOrEqual(3);
    expect(run.task("a").attempts).toBeLessThanOrEqual(4);
  });
});
