/** `reeve run`: every exit code provoked for real. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ASKS, aProject, aShellProject, atWork, DONE, eventsOf, ofType, planOf, UNTIL_GO } from "./kit.ts";

describe("reeve run exits with", () => {
  it("0 when every task is done, and sums up", () => {
    const project = aShellProject(planOf("a", "b"), { "*": DONE });
    const { code, out } = project.reeve("run", "plan.yaml");
    expect(code).toBe(0);
    expect(out).toContain("r1 starts: A plan (2 tasks, at most 4 agents at once)");
    expect(out).toMatch(/^All 2 tasks are done, in .+\. Cost: nothing reported · 2 attempts, 0 restarts\.$/m);
  });

  it("1 when the run ended and something could not be done", () => {
    const settings = "policies: { escalation: give_up, malformed_retries: 0 }\n";
    const project = aShellProject(planOf("a", "b", "id: c, depends_on: [a]"), { a: "exit 0", "*": DONE }, settings);
    const { code, out } = project.reeve("run", "plan.yaml");
    expect(code).toBe(1);
    expect(out).toContain("1 of 3 tasks done · ended, not everything was done");
    expect(out).toMatch(/^ {2}a {2}given up: /m);
    expect(out).toMatch(/^ {2}c {2}given up: a, which it depends on, will not be done$/m);
  });

  it("2 when the plan is wrong, and nothing was made", () => {
    const project = aShellProject("title: A plan\ntasks: [{ id: a, prompt: x, depends_on: [b] }]\n", { "*": DONE });
    const { code, err } = project.reeve("run", "plan.yaml");
    expect(code).toBe(2);
    expect(err).toMatch(/^plan\.yaml:2:\d+ .*b/);
    expect(existsSync(join(project.dir, ".reeve"))).toBe(false);
  });

  it("3 when only a person can go on, and the rest was done before", () => {
    const project = aShellProject(planOf("a", "b"), { a: ASKS, "*": DONE });
    const { code, out } = project.reeve("run", "plan.yaml");
    expect(code).toBe(3);
    expect(out).toContain("1 of 2 tasks done; nothing more can be done until you answer:");
    expect(out).toContain('  q1 (a)  Which colour?\n       1. red\n       2. blue\n       reeve answer q1 "…"');
    expect(out).toContain("Then `reeve run` resumes it.");
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
    const agents =
      "isolation: none\nagents: { scripted: { adapter: scripted, script: script.yaml } }\nmax_parallel: 1\n";
    const project = aProject({
      "reeve.yaml": `${agents}budgets: { tokens: 1000 }\n`,
      "plan.yaml": planOf("a", "b"),
      "script.yaml": "default: [usage: { tokens: 1500, usd: 0.5 }, result: {}]\n",
    });
    const { code, out } = project.reeve("run", "plan.yaml");
    expect(code).toBe(5);
    expect(out).toContain("halted: the run's budget of 1,000 tokens is used up (1,500 tokens so far)");
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
      expect(err).toContain(`r1 is already running: pid ${first.child.pid} on `);
      expect(err).toContain("`reeve events --follow`");
    }
    project.write("go", "");
    expect((await first.ended).code).toBe(0);
  });
});
