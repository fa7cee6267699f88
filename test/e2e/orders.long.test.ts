/** pause, resume, stop, retry, skip, answer: to a Reeve that works, to nobody, and when they make no sense. */
import { describe, expect, it } from "vitest";
import { ASKS, allGone, aShellProject, atWork, DONE, eventsOf, ofType, planOf, QUICK, UNTIL_GO } from "./kit.ts";
import type { TestProject } from "./project.ts";

const ASKS_ONCE = `if [ -e asked ]; then cat > told-$REEVE_TASK_ID; ${DONE}; else touch asked; ${ASKS}; fi`;
const CRASHES_ONCE = `if [ -e fixed ]; then cat > told-$REEVE_TASK_ID; ${DONE}; else echo no key >&2; exit 3; fi`;

describe("to a Reeve at work", () => {
  it("pause lets the running go on and starts nothing; resume goes on", async () => {
    const project = aShellProject(planOf("a", "id: b, depends_on: [a]"), { a: UNTIL_GO, "*": DONE });
    const reeve = project.start("run", "plan.yaml", "--wait");
    await atWork(project, "a");
    expect(project.reeve("pause").out).toContain("Paused: running agents keep working, nothing new starts.");
    project.write("go", "");
    await reeve.line(/a: is done/);
    expect(project.json("status")).toMatchObject([
      { run: { phase: "paused" }, running: [], waiting: [{ task: "b", move: { by: "resume" } }] },
    ]);
    expect(project.json("resume")).toEqual([{ taken: true, text: "The run resumes." }]);
    expect((await reeve.ended).code).toBe(0);
  });

  it("skip ends the agent, and what depends on the task ends with that reason", async () => {
    const project = aShellProject(planOf("a", "id: b, depends_on: [a]", "c"), { a: UNTIL_GO, "*": DONE });
    const reeve = project.start("run", "plan.yaml");
    await atWork(project, "a");
    expect(project.reeve("skip", "a", "--because", "not needed").out).toBe("a is skipped.\n");
    const { code, out } = await reeve.ended;
    expect(code).toBe(0);
    expect(out).toContain("1 of 3 tasks done · ended, all done but 2 skipped");
    expect(out).toContain(
      "  a  skipped: a person said: not needed\n  b  skipped: a, which it depends on, will not be done",
    );
  });

  it("skip --dependants go_on lets them work without it", async () => {
    const project = aShellProject(planOf("a", "id: b, depends_on: [a]"), { a: UNTIL_GO, "*": DONE });
    const reeve = project.start("run", "plan.yaml");
    await atWork(project, "a");
    project.reeve("skip", "a", "--dependants", "go_on");
    expect((await reeve.ended).out).toMatch(/b: is done/);
  });

  it("answer goes to the agent that asked, with the question", async () => {
    const project = aShellProject(planOf("a"), { a: ASKS_ONCE });
    const reeve = project.start("run", "plan.yaml", "--wait");
    await reeve.line(/asks you \(q1\): Which colour\?/);
    expect(project.reeve("answer", "q1", "2").out).toBe("q1 is answered: blue\n");
    expect((await reeve.ended).code).toBe(0);
    expect(project.read("told-a")).toContain("You asked: Which colour?\n  The answer: blue");
  });

  it("retry of a task that has not ended is refused", async () => {
    const project = aShellProject(planOf("a"), { a: UNTIL_GO });
    const reeve = project.start("run", "plan.yaml");
    await atWork(project, "a");
    const { code, err } = project.reeve("retry", "a", "--because", "impatience");
    expect(code).toBe(2);
    expect(err).toContain("a is working: it has not ended, so there is nothing to retry");
    project.write("go", "");
    await reeve.ended;
  });
});

/** A run in which `a` asks, `b` crashed too often and `c` waits for it; nobody works on it. */
function aRestingRun(): TestProject {
  const project = aShellProject(
    planOf("a", "b", "id: c, depends_on: [b]"),
    { a: ASKS_ONCE, b: CRASHES_ONCE, "*": DONE },
    QUICK,
  );
  expect(project.reeve("run", "plan.yaml").code).toBe(3);
  return project;
}

describe("to nobody", () => {
  it("orders are kept, shown by status, and taken by the next Reeve, each once", () => {
    const project = aRestingRun();
    const question =
      project.json<{ id: string; tasks: string[] }>("questions").find(({ tasks }) => tasks[0] === "a")?.id ?? "";
    const kept = project.reeve("answer", question, "red");
    expect(kept.code).toBe(0);
    expect(kept.out).toContain(`Recorded: answer ${question} "red". No Reeve is running r1; the next \`reeve run\``);
    project.write("fixed", "");
    expect(project.json("retry", "b", "--because", "the key is set")).toMatchObject([{ taken: false }]);
    expect(project.reeve("skip", "c").code).toBe(0);
    expect(project.reeve("status").out).toContain(
      `For the next \`reeve run\`: answer ${question} "red", retry b, skip c\n`,
    );
    const again = project.reeve("answer", question, "blue");
    expect(again.code).toBe(2);
    expect(again.err).toContain(`There is no open question ${question}; nothing waits for your answer.`);
    expect(project.reeve("run").code).toBe(0);
    expect(project.json("status")).toMatchObject([{ counts: { done: 2, skipped: 1 }, orders: [] }]);
    expect(project.read("told-b")).toContain("the key is set");
    expect(ofType(eventsOf(project), "question_answered").length).toBe(2);
  });

  it("a pause comes before anything is started", () => {
    const project = aShellProject(planOf("a", "b"), { a: ASKS_ONCE, "*": DONE }, "max_parallel: 1\n");
    project.reeve("run", "plan.yaml");
    project.reeve("answer", "q1", "red");
    project.reeve("pause");
    const paused = project.reeve("run");
    expect(paused.code).toBe(4);
    expect(paused.out).toContain("Next: `reeve resume`, then `reeve run`.");
    expect(ofType(eventsOf(project), "attempt_claimed").length).toBe(2);
    expect(project.reeve("resume").out).toContain("Recorded: resume.");
    expect(project.reeve("run").code).toBe(0);
  });

  it("resume of what is not paused changes nothing", () => {
    const project = aRestingRun();
    expect(project.reeve("resume").out).toBe("r1 is not paused; there is nothing to resume.\n");
    expect(project.json("status")).toMatchObject([{ orders: [] }]);
  });

  it("stop with nothing left to stop leaves a run that goes on when it is told to", () => {
    const project = aShellProject(planOf("a"), { a: ASKS_ONCE });
    project.reeve("run", "plan.yaml");
    expect(project.reeve("stop").out).toBe("r1 is stopped; no Reeve was working on it. `reeve run` resumes it.\n");
    expect(project.json("status")).toMatchObject([{ run: { phase: "stopped" }, orders: [] }]);
    expect(project.reeve("pause").err).toContain("r1 is stopped; `reeve run` resumes it.");
    project.reeve("answer", "q1", "red");
    expect(project.reeve("run").code).toBe(0);
  });

  it("retry brings back a task of a run that has ended, and what depends on it", () => {
    const settings = "policies: { escalation: give_up, worker: { restarts: 0, backoff: none } }\n";
    const project = aShellProject(planOf("b", "id: c, depends_on: [b]"), { b: CRASHES_ONCE, "*": DONE }, settings);
    expect(project.reeve("run", "plan.yaml").code).toBe(1);
    expect(project.reeve("stop").err).toContain("r1 has ended.");
    project.write("fixed", "");
    expect(project.reeve("retry", "b", "--because", "the key is set").code).toBe(0);
    expect(project.reeve("run", "plan.yaml").code).toBe(0);
  });
});

describe("that make no sense", () => {
  it("retry without a reason is refused and shows what is known", () => {
    const { code, err } = aRestingRun().reeve("retry", "b");
    expect(code).toBe(2);
    expect(err).toContain('Say what changed: reeve retry b --because "…"');
    expect(err).toContain("Known so far:\n  it failed the same way 2 times with nothing changed in between: ");
    expect(err).toContain("\n  no key\n");
  });

  it("orders about what is not there, or not in that state, are refused and change nothing", () => {
    const project = aRestingRun();
    const refused: readonly (readonly [args: string[], why: string])[] = [
      [["retry", "z", "--because", "x"], "There is no task z in r1"],
      [["skip", "z"], "There is no task z in r1"],
      [["answer", "q9", "x"], "There is no open question q9; open: q1, q2 (`reeve questions` shows them)"],
      [["answer", "q1", "  "], "The answer is empty"],
      [["retry", "c", "--because", "x"], "c is waiting: it has not ended"],
      [["pause", "--run", "r9"], "There is no run r9 here"],
    ];
    for (const [args, why] of refused)
      expect(project.reeve(...args)).toMatchObject({ code: 2, err: expect.stringContaining(why) });
    expect(project.json("status")).toMatchObject([{ orders: [] }]);
  });
});

describe("reeve stop after kill -9 of Reeve", () => {
  it("ends the agents that live on, starts nothing, and the run goes on later", async () => {
    const project = aShellProject(planOf("a", "b", "c"), { "*": UNTIL_GO }, "max_parallel: 2\n");
    const reeve = project.start("run", "plan.yaml");
    await atWork(project, "a", "b");
    reeve.signal("SIGKILL");
    await reeve.ended;
    expect(project.reeve("status").out).toContain("no Reeve is running, but agents may be");
    const stopped = project.reeve("stop");
    expect(stopped.code).toBe(0);
    expect(stopped.out).toContain("r1 is stopped. No Reeve was working on it, but 2 agents had been left behind");
    await allGone(project);
    expect(ofType(eventsOf(project), "attempt_started").length).toBe(2);
    project.write("go", "");
    expect(project.reeve("run").code).toBe(0);
  });
});
