/** Limits that runs share, with real runs: a day's money over several runs and restarts, more of it by a word, warnings before. */
import { describe, expect, it } from "vitest";
import { aProject, eventsOf, ofType, planOf } from "./kit.ts";
import type { TestProject } from "./project.ts";

const SCRIPTED = "isolation: none\nagents: { s: { adapter: scripted, script: script.yaml } }\nmax_parallel: 1\n";

/** Every attempt spends $2 and is done. */
function aSpender(budgets: string, ...tasks: string[]): TestProject {
  return aProject({
    "reeve.yaml": `${SCRIPTED}budgets: ${budgets}\n`,
    "plan.yaml": planOf(...tasks),
    "script.yaml": "default: [usage: { tokens: 100, usd: 2 }, result: {}]\n",
  });
}

describe("a day's budget", () => {
  it("holds over all runs of the project, is not any task's fault, and is raised by a word", () => {
    const project = aSpender("{ day: { usd: 5 } }", "a", "b");
    const first = project.reeve("run", "plan.yaml");
    expect(first.code).toBe(0);
    expect(first.out).toContain("All runs of this project, today, used $4.00 of $5");
    const second = project.reeve("run", "plan.yaml", "--new");
    expect(second.code).toBe(5);
    expect(second.out).toContain("today's budget of $5 is used up ($6.00 so far)");
    expect(project.json("questions")).toEqual([]);
    // Nothing starts by another Reeve, nor in another run.
    expect(project.reeve("run", "plan.yaml", "--new").code).toBe(5);
    expect(ofType(eventsOf(project), "attempt_started")).toEqual([]);
    expect(project.reeve("grant", "day", "--usd", "20", "--run", "r2").out).toContain(
      "All runs of the project, today, may use $25.00 in all",
    );
    expect(project.reeve("run", "--run", "r2").code).toBe(0);
    expect(project.reeve("grant", "project", "--usd", "1").code).toBe(2);
  });
});

describe("how fast money is spent", () => {
  it("halts the run with a question when it is more than may be", () => {
    const project = aSpender("{ usd_per_minute: 0.5 }", "a", "b", "c");
    const { code, out } = project.reeve("run", "plan.yaml");
    expect(code).toBe(5);
    expect(out).toContain("$4.00 were spent in the last five minutes, more than $0.5 a minute");
    expect(project.json("questions")).toMatchObject([{ kind: "halt", severity: "critical", held: { run: true } }]);
  });
});
