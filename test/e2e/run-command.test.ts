/** `reeve run`: every exit code provoked for real, which run is meant, and who may work on it. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  ASKS,
  aProject,
  aShellProject,
  atWork,
  DONE,
  eventsOf,
  ofType,
  planOf,
  QUICK,
  UNTIL_GO,
  waitFor,
} from "./kit.ts";
import type { TestProject } from "./project.ts";

describe("reeve run exits with", () => {
  it("0 when every task is done, and sums up", () => {
    const project = aShellProject(planOf("a", "b"), { "*": DONE });
    const { code, out } = project.reeve("run", "plan.yaml");
    expect(code).toBe(0);
    expect(out).toContain("r1 begins: A plan (2 tasks, at most 4 agents at once)");
    expect(out).toMatch(/^All 2 tasks are done, in .+\. Cost: nothing reported · 2 attempts, 0 restarts\.$/m);
  });

  it("1 when the run ended and something could not be done", () => {
    const settings = "policies: { escalation: give_up, malformed_retries: 0 }\n";
    const project = aShellProject(planOf("a", "b", "id: c, depends_on: [a]"), { a: "exit 0", "*": DONE }, settings);
    const { code, out } = project.reeve("run", "plan.yaml");
    expect(code).toBe(1);
    expect(out).toContain("1 of 3 tasks done · ended, not all could be done");
    expect(out).toMatch(/^ {2}a {2}given up: /m);
    expect(out).toMatch(/^ {2}c {2}given up: a, which it depends on, will not be done$/m);
  });

  it("2 when the plan is wrong, and nothing was made", () => {
    const project = aShellProject("title: A plan\ntasks: [{ id: a, prompt: x, depends_on: [b] }]\n", { "*": DONE });
    const { code, err } = project.reeve("run", "plan.yaml");
    expect(code).toBe(2);
    expect(err).toMatch(/^plan\.yaml:2:\d+ .*b/);
    expect(existsSync(join(project.dir, ".reeve/runs"))).toBe(false);
  });

  it("3 when only a person can go on, and the rest was done before", () => {
    const project = aShellProject(planOf("a", "b"), { a: ASKS, "*": DONE });
    const { code, out } = project.reeve("run", "plan.yaml");
    expect(code).toBe(3);
    expect(out).toContain("1 of 2 tasks done; nothing more can be done before you answer:");
    expect(out).toContain('  q1 (a)  Which colour?\n       1. red\n       2. blue\n       reeve answer q1 "…"');
    expect(out).toContain("Then `reeve run` goes on.");
  });

  it("4 when it was stopped; then it goes on", async () => {
    const project = aShellProject(planOf("a"), { "*": UNTIL_GO });
    const reeve = project.start("run", "plan.yaml");
    await atWork(project, "a");
    expect(project.reeve("stop").code).toBe(0);
    const { code, out } = await reeve.ended;
    expect(code).toBe(4);
    expect(out).toContain("0 of 1 task done · stopped");
    project.write("go", "");
    expect(project.reeve("run")).toMatchObject({ code: 0 });
  });

  it("5 when the budget of the run is used up, and again until it is raised", () => {
    const agents = "agents: { scripted: { adapter: scripted, script: script.yaml } }\nmax_parallel: 1\n";
    const project = aProject({
      "reeve.yaml": `${agents}budgets: { tokens: 1000 }\n`,
      "plan.yaml": planOf("a", "b"),
      "script.yaml": "default: [usage: { tokens: 1500, usd: 0.5 }, result: {}]\n",
    });
    const { code, out } = project.reeve("run", "plan.yaml");
    expect(code).toBe(5);
    expect(out).toContain("halted: the budget of 1000 tokens is used up (1500 tokens so far)");
    expect(out).toContain("1,500 tokens, $0.50 · 1 attempt");
    expect(project.reeve("run").code).toBe(5);
    expect(ofType(eventsOf(project), "attempt_started").length).toBe(1);
    project.write("reeve.yaml", `${agents}budgets: { tokens: 9000 }\n`);
    expect(project.reeve("run").code).toBe(0);
  });

  it("6 when the journal cannot be read", () => {
    const project = aShellProject(planOf("a"), { "*": DONE });
    project.reeve("run", "plan.yaml");
    project.write(".reeve/runs/r1/journal.db", "no journal at all");
    const { code, err } = project.reeve("run", "plan.yaml");
    expect(code).toBe(6);
    expect(err).toContain("Nothing was changed");
    expect(err).toContain("`reeve run PLAN --new`");
    expect(project.reeve("run", "plan.yaml", "--new").code).toBe(0);
  });

  it("7 when another Reeve works on the run, and says who and how to watch", async () => {
    const project = aShellProject(planOf("a"), { "*": UNTIL_GO });
    const first = project.start("run", "plan.yaml");
    await atWork(project, "a");
    for (const args of [["run"], ["run", "plan.yaml"], ["run", "--detach"]]) {
      const { code, out, err } = project.reeve(...args);
      expect(code).toBe(7);
      expect(out).toBe("");
      expect(err).toContain(`r1 is being worked on by pid ${first.child.pid} on `);
      expect(err).toContain("`reeve events --follow`");
    }
    project.write("go", "");
    expect((await first.ended).code).toBe(0);
  });
});

describe("which run is meant", () => {
  it("a plan that was worked to its end is not worked again unasked", () => {
    const project = aShellProject(planOf("a"), { "*": DONE });
    project.reeve("run", "plan.yaml");
    const again = project.reeve("run", "plan.yaml");
    expect(again.code).toBe(0);
    expect(again.out).toContain("r1 has worked this plan to its end (1 of 1 task done)");
    expect(again.out).toContain("`reeve run plan.yaml --new`");
    expect(project.json("run")).toEqual([{ run: "r1", finished: true, verdict: "done" }]);
    expect(project.reeve("run", "plan.yaml", "--new").out).toContain("r2 begins");
  });

  it("a plan that changed under an unfinished run is neither mixed in nor started over", () => {
    const project = aShellProject(planOf("a"), { "*": ASKS });
    expect(project.reeve("run", "plan.yaml").code).toBe(3);
    project.write("plan.yaml", planOf("a", "b"));
    const changed = project.reeve("run", "plan.yaml");
    expect(changed.code).toBe(2);
    expect(changed.err).toContain("plan.yaml has changed since r1 began");
    expect(project.reeve("run").out).toContain("r1 goes on: A plan (0 of 1 task done)");
    expect(project.reeve("run", "plan.yaml", "--new").out).toContain("r2 begins: A plan (2 tasks");
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
    expect(out).toMatch(/Reeve works on r1 in the background \(pid \d+\)/);
    await atWork(project, "a");
    project.write("go", "");
    await waitFor(() => project.json<{ run: { phase: string } }>("status")[0]?.run.phase === "ended");
    expect(project.read(".reeve/runs/r1/detached.log")).toContain("The one task is done");
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
