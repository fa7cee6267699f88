/** `reeve cut`: a person ends attempts at work, for each of the four reasons, in a real repository. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { until } from "../wait.ts";
import { allGone, aShellProject, atWork, DONE, eventsOf, ofType, planOf } from "./kit.ts";
import type { TestProject } from "./project.ts";

/** Keeps its prompt, says that it is there, and works until it may end. */
const WORKS = `cat > told-$REEVE_TASK_ID-$REEVE_ATTEMPT; echo here > here-$REEVE_TASK_ID; until [ -e go ]; do sleep 0.05; done; ${DONE}`;
const GRACE = "policies: { worker: { grace_s: 5 } }\n";

function aFleet(...tasks: string[]): TestProject {
  return aShellProject(planOf(...tasks), { "*": WORKS }, GRACE);
}

const started = (project: TestProject, task: string) =>
  ofType(eventsOf(project), "attempt_started").filter((event) => event.task === task).length;

async function lets(project: TestProject): Promise<void> {
  project.write("go", "");
  await allGone(project);
}

describe("reeve cut", () => {
  it("ends the attempt, and the next one reads why", async () => {
    const project = aFleet("a", "b");
    const reeve = project.start("run", "plan.yaml");
    await atWork(project, "a", "b");
    expect(project.reeve("cut", "a", "--because", "wrong", "keep the old endpoint").out).toBe("a.1 is being ended.\n");
    await reeve.line(/a: attempt 2 starts/);
    await until(
      "the prompt of the second attempt",
      () => existsSync(join(project.dir, "told-a-2")) && project.read("told-a-2") !== "",
    );
    expect(project.read("told-a-2")).toContain(
      "You were restarted: a person ended the attempt: its changes are wrong: keep the old endpoint.",
    );
    expect(started(project, "b")).toBe(1);
    await lets(project);
    expect((await reeve.ended).code).toBe(0);
  });

  it("ends a gang for budget with one question, and an answer brings all of it back", async () => {
    const project = aShellProject(
      `gangs: { g: { strategy: one_for_all } }\n${planOf("id: a, gang: g", "id: b, gang: g", "c")}`,
      { "*": WORKS },
      GRACE,
    );
    const reeve = project.start("run", "plan.yaml", "--wait");
    await atWork(project, "a", "b", "c");
    expect(project.json("cut", "g", "--because", "budget", "too dear")).toMatchObject([
      { taken: true, answer: { type: "cut", attempts: ["a.1", "b.1"] } },
    ]);
    await reeve.line(/asks you \(q1\)/);
    expect(project.json("questions")).toMatchObject([{ id: "q1", tasks: ["a", "b"] }]);
    project.write("go", "");
    expect(project.reeve("answer", "q1", "work on, but cheaper").code).toBe(0);
    expect((await reeve.ended).code).toBe(0);
    expect([started(project, "a"), started(project, "b"), started(project, "c")]).toEqual([2, 2, 1]);
  });

  it("that was given while no Reeve was there, though agents are, is taken by the next one, once", async () => {
    const project = aFleet("a");
    const reeve = project.start("run", "plan.yaml");
    await atWork(project, "a");
    reeve.signal("SIGKILL");
    await reeve.ended;
    expect(project.reeve("cut", "a", "--because", "spinning", "it loops").out).toContain(
      "Recorded: a.1 is being ended.",
    );
    const next = project.start("run");
    await next.line(/a: attempt 2 starts/);
    project.write("go", "");
    expect((await next.ended).code).toBe(0);
    expect(started(project, "a")).toBe(2);
    expect(ofType(eventsOf(project), "attempt_ended")[0]).toMatchObject({
      outcome: { type: "failed", failure: { class: "spinning" } },
    });
  });

  it("survives kill -9 between the order and the end of the agent", async () => {
    const project = aShellProject(planOf("a"), { "*": `trap '' TERM; ${WORKS}` }, GRACE);
    const reeve = project.start("run", "plan.yaml");
    await atWork(project, "a");
    expect(project.reeve("cut", "a", "--because", "path", "the other way").code).toBe(0);
    reeve.signal("SIGKILL");
    await reeve.ended;
    const next = project.start("run");
    await next.line(/a: attempt 2 starts/);
    project.write("go", "");
    expect((await next.ended).code).toBe(0);
    expect(started(project, "a")).toBe(2);
  });

  it("that makes no sense is refused and changes nothing", async () => {
    const project = aFleet("a", "id: b, depends_on: [a]");
    const reeve = project.start("run", "plan.yaml");
    await atWork(project, "a");
    const refused: readonly (readonly [args: string[], why: string])[] = [
      [["cut", "z", "--because", "spinning"], "There is no task or gang z in r1"],
      [["cut", "b", "--because", "spinning"], "No agent is working on b now (it is waiting)"],
      [["cut", "a", "--because", "path"], "Say what is wrong"],
      [["cut", "a", "--because", "boredom"], "Allowed choices are budget, wrong, spinning, path"],
      [["cut", "a"], "Say why it is ended: reeve cut a --because budget|wrong|spinning|path"],
    ];
    for (const [args, why] of refused)
      expect(project.reeve(...args)).toMatchObject({ code: 2, err: expect.stringContaining(why) });
    expect(started(project, "a")).toBe(1);
    await lets(project);
    expect((await reeve.ended).code).toBe(0);
    expect(project.reeve("cut", "a", "--because", "spinning").err).toContain("(it is done)");
  });
});
