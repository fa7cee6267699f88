import { describe, expect, it } from "vitest";
import { aGitProject } from "./git-kit.ts";
import { aShellProject, DONE, eventsOf, ofType, planOf } from "./kit.ts";
import type { TestProject } from "./project.ts";

/** As many restarts as it likes within a window that no two failures share. */
const GENEROUS =
  "policies: { worker: { restarts: 100, within_s: 1, backoff: none, grace_s: 5 }, drone: { restarts: 100, within_s: 1, backoff: none } }\n";
const ADVISED = `${GENEROUS}advisors: { supervisor: { agent: sh } }\n`;
const WRITES = `echo $REEVE_ATTEMPT > made-by-$REEVE_TASK_ID; ${DONE}`;
const CRASHES = "echo no luck >&2; exit 3";

function attemptsOf(project: TestProject, work: string): number {
  return ofType(eventsOf(project), "attempt_started").filter(({ attempt }) => attempt.startsWith(`${work}`)).length;
}

function answers(answer: object): string {
  return `cat > /dev/null; echo '${JSON.stringify(answer).replaceAll("'", "’")}'`;
}

describe("what no restart window bounds", () => {
  it("a task that crashes in the same way is tried twice, and then asks", () => {
    const project = aShellProject(planOf("a"), { "*": CRASHES }, GENEROUS);
    expect(project.reeve("run", "plan.yaml").code).toBe(3);
    expect(attemptsOf(project, "a.")).toBe(2);
    expect(project.reeve("why", "a").out).toContain("the same way 2 times with nothing changed in between");
  });

  it("a person's word begins anew, and no more than that", () => {
    const project = aShellProject(planOf("a"), { "*": CRASHES }, GENEROUS);
    project.reeve("run", "plan.yaml");
    expect(project.reeve("answer", "q1", "it is mended").code).toBe(0);
    expect(project.reeve("run").code).toBe(3);
    expect(attemptsOf(project, "a.")).toBe(4);
  });

  it("an advisor that gives no usable answer is asked the same once more, and is done without", () => {
    const { project } = aGitProject(
      planOf("a"),
      { "@*": "cat > /dev/null; echo junk", "*": CRASHES },
      { settings: ADVISED },
    );
    expect(project.reeve("run", "plan.yaml").code).toBe(3);
    expect(attemptsOf(project, "@supervisor-")).toBe(2);
    expect(attemptsOf(project, "a.")).toBe(2);
  });
});

describe("a supervisor that wants the task before worked again, and names none", () => {
  it("comes to its end, though it says so every time", () => {
    const again = {
      diagnosis: "what it builds on is wrong",
      pattern_detected: null,
      actions: [{ task_id: "b", action: "retry_dependency", reason: "again" }],
    };
    const agent = { "@*": answers(again), a: WRITES, b: CRASHES };
    const { project } = aGitProject(planOf("a", "id: b, depends_on: [a]"), agent, { settings: ADVISED });
    expect(project.reeve("run", "plan.yaml").code).toBe(3);
    expect(ofType(eventsOf(project), "task_reopened")[0]).toMatchObject({ task: "a" });
    expect(ofType(eventsOf(project), "advice_asked").length).toBeLessThanOrEqual(3);
    expect(attemptsOf(project, "a.")).toBeLessThanOrEqual(4);
    expect(attemptsOf(project, "b.")).toBeLessThanOrEqual(8);
  });

  it("has the tasks wait for the one that its words name, and ends also where that does not help", () => {
    const diagnosis = {
      diagnosis: "3 and 5 use what 4 makes, and 4 has not run yet.",
      pattern_detected: { description: "too early", affected_tasks: ["3", "5"], root_cause: "Task 4 has not run yet." },
      actions: [
        { task_id: "4", action: "reorder", reason: "Task 4 comes first" },
        { task_id: "3", action: "retry_dependency", reason: "It goes on once Task 4 is done" },
        { task_id: "5", action: "retry_dependency", reason: "The same as with task 3" },
      ],
    };
    const plan = planOf("id: '2'", "id: '3'", "id: '4', depends_on: ['2']", "id: '5'");
    const { project } = aGitProject(
      plan,
      { "@*": answers(diagnosis), "2|4": WRITES, "3|5": CRASHES },
      { settings: ADVISED },
    );
    expect(project.reeve("run", "plan.yaml").code).toBe(3);
    const edges = ofType(eventsOf(project), "dependency_added").map(({ task, on }) => `${task} after ${on}`);
    expect(edges).toContain("3 after 4");
    expect(ofType(eventsOf(project), "attempt_started").length).toBeLessThanOrEqual(40);
    expect(ofType(eventsOf(project), "advice_asked").length).toBeLessThanOrEqual(6);
  });
});
