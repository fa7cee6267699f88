/** `reeve run`: which run is meant, who may work on it, and what its options do. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { until } from "../wait.ts";
import { ASKS, aShellProject, atWork, DONE, eventsOf, ofType, planOf, QUICK, UNTIL_GO } from "./kit.ts";
import type { TestProject } from "./project.ts";

describe("which run is meant", () => {
  it("from a folder inside the project is the same, and without a name the plan of the project", () => {
    const project = aShellProject(planOf("a"), { "*": DONE });
    project.write("deep/inside/notes.txt", "");
    const inside = project.at("deep/inside");
    expect(inside.reeve("check").out).toContain("The plan is valid: 1 task");
    expect(inside.reeve("run").code).toBe(0);
    expect(project.reeve("status").out).toContain("r1  A plan");
    project.write("plan.yaml", "title: x\n");
    expect(inside.reeve("run", "--new").err).toMatch(/^.*plan\.yaml:1:\d+ /);
    expect(project.reeve("run", "--new").err).toMatch(/^plan\.yaml:1:\d+ /);
  });

  it("a plan that was worked to its end is not worked again unasked", () => {
    const project = aShellProject(planOf("a"), { "*": DONE });
    project.reeve("run", "plan.yaml");
    const again = project.reeve("run", "plan.yaml");
    expect(again.code).toBe(0);
    expect(again.out).toContain("r1 has worked this plan to its end (1 of 1 task done)");
    expect(again.out).toContain("`reeve run plan.yaml --new`");
    expect(project.json("run")).toEqual([{ run: "r1", finished: true, verdict: "done" }]);
    expect(project.reeve("run", "plan.yaml", "--new").out).toContain("r2 starts");
  });

  it("another plan under the name of an unfinished run's is neither mixed in nor started over", () => {
    const project = aShellProject(planOf("a"), { "*": ASKS });
    expect(project.reeve("run", "plan.yaml").code).toBe(3);
    project.write("plan.yaml", planOf("x", "y"));
    const changed = project.reeve("run", "plan.yaml");
    expect(changed.code).toBe(2);
    expect(changed.err).toContain("plan.yaml no longer has any task of r1, and r1 is not finished");
    const resumed = project.reeve("run").out;
    expect(resumed).toContain(
      "plan.yaml no longer has any task of this run; the run continues with the plan as it was",
    );
    expect(resumed).toContain("r1 resumes: A plan (0 of 1 task done)");
    expect(project.reeve("run", "plan.yaml", "--new").out).toContain("r2 starts: A plan (2 tasks");
    expect(project.reeve("run", "--run", "r9").err).toContain("There is no run r9 here");
  });

  it("two Reeves that begin a plan at the same instant make one run, and one of them works it", async () => {
    const project = aShellProject(planOf("a"), { "*": UNTIL_GO });
    const both = [project.start("run", "plan.yaml"), project.start("run", "plan.yaml")];
    const loser = await Promise.race(both.map((reeve) => reeve.ended));
    expect(loser.code).toBe(7);
    await atWork(project, "a");
    project.write("go", "");
    const codes = (await Promise.all(both.map((reeve) => reeve.ended))).map(({ code }) => code);
    expect(codes.sort()).toEqual([0, 7]);
    expect(existsSync(join(project.dir, ".reeve/runs/r2"))).toBe(false);
    expect(ofType(eventsOf(project), "attempt_started").length).toBe(1);
  });

  it("the newest run whose journal is gone is not passed over in silence for an older one", () => {
    const project = aShellProject(planOf("a"), { "*": ASKS });
    project.reeve("run", "plan.yaml");
    project.reeve("run", "plan.yaml", "--new");
    removeJournal(project, "r2");
    for (const command of ["status", "run"]) {
      const { code, err } = project.reeve(command);
      expect(code).toBe(6);
      expect(err).toContain(join(".reeve", "runs", "r2", "journal.db"));
    }
  });
});

describe("options", () => {
  it("--max-parallel holds for this Reeve", async () => {
    const project = aShellProject(planOf("a", "b", "c"), { "*": UNTIL_GO });
    const reeve = project.start("run", "plan.yaml", "--max-parallel", "2");
    await atWork(project, "a", "b");
    expect(project.json("status")).toMatchObject([
      { slots: { used: 2, of: 2 }, waiting: [{ task: "c", move: { by: "slot" } }] },
    ]);
    project.write("go", "");
    expect((await reeve.ended).code).toBe(0);
  });

  it("--detach comes back at once and the work goes on behind", async () => {
    const project = aShellProject(planOf("a"), { "*": UNTIL_GO });
    const { code, out } = project.reeve("run", "plan.yaml", "--detach");
    expect(code).toBe(0);
    expect(out).toMatch(/Reeve is working on r1 in the background \(pid \d+\)/);
    await atWork(project, "a");
    project.write("go", "");
    const log = () => project.read(".reeve/runs/r1/detached.log");
    await until("the detached run to end", () => log().includes("The one task is done"), log);
    expect(project.json("status")).toMatchObject([{ run: { phase: "ended" } }]);
  });

  it("--wait stays for the answer", async () => {
    const project = aShellProject(planOf("a"), { a: `if [ -e asked ]; then ${DONE}; else touch asked; ${ASKS}; fi` });
    const reeve = project.start("run", "plan.yaml", "--wait");
    await reeve.line(/a: asks you \(q1\)/);
    expect(project.reeve("answer", "q1", "red").code).toBe(0);
    expect((await reeve.ended).code).toBe(0);
  });

  it("--json prints one event per line and how it ended", () => {
    const project = aShellProject(planOf("a"), { "*": DONE });
    const lines = project.json<{ type?: string; end?: string; exit?: number }>("run", "plan.yaml");
    expect(lines.map(({ type }) => type)).toContain("task_done");
    expect(lines.at(-1)).toEqual({ end: "ended", exit: 0 });
  });

  it("a reader that goes away does not stop the work", async () => {
    const project = aShellProject(planOf("a"), { "*": UNTIL_GO }, QUICK);
    const reeve = project.start("run", "plan.yaml");
    await atWork(project, "a");
    reeve.child.stdout?.destroy();
    project.write("go", "");
    expect((await reeve.ended).code).toBe(0);
    expect(project.json("status")).toMatchObject([{ run: { verdict: "done" } }]);
  });
});

function removeJournal(project: TestProject, run: string): void {
  for (const end of ["", "-wal", "-shm"]) project.removeFile(`.reeve/runs/${run}/journal.db${end}`);
}
