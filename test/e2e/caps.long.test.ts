/** Limits that runs share, with real runs: a day's money over several runs and restarts, more of it by a word, warnings before. */
import { describe, expect, it } from "vitest";
import { until } from "../wait.ts";
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

describe("a gang's budget", () => {
  const gangs = "gangs: { g: { strategy: one_for_one, budget: { usd: 3 } } }\n";
  const plan = (...tasks: string[]) => `${gangs}${planOf(...tasks)}`;

  it("stops the gang and nobody else, asks once, and lets all continue by one grant", () => {
    const project = aSpender("{ usd: 100 }", "other");
    project.write("plan.yaml", plan("id: a, gang: g", "id: b, gang: g", "id: c, gang: g", "other"));
    const { code, out } = project.reeve("run", "plan.yaml");
    expect(code).toBe(3);
    expect(out).toContain("The budget of gang g of $3 is used up ($4.00 so far). `reeve grant g --usd N`");
    expect(project.json("questions")).toMatchObject([{ kind: "task", tasks: ["c"] }]);
    expect(project.json("status")).toMatchObject([{ counts: { done: 3 } }]);
    expect(project.reeve("grant", "g", "--usd", "5").out).toContain("Gang g may use $8.00 in all");
    expect(project.reeve("run").code).toBe(0);
  });

  it("is counted once, whoever is killed, and is raised by an edit of the plan", async () => {
    const project = aProject({
      "reeve.yaml": SCRIPTED,
      "plan.yaml": plan("id: a, gang: g", "id: b, gang: g"),
      "script.yaml":
        "tasks: { a: [[usage: { tokens: 9, usd: 2 }, hear: true, usage: { tokens: 9, usd: 2 }, result: {}], [result: {}]] }\ndefault: [result: {}]\n",
    });
    const first = project.start("run", "plan.yaml");
    await until("what a uses to be counted", () => ofType(eventsOf(project), "attempt_progressed").length > 0);
    first.signal("SIGKILL");
    await first.ended;
    const second = project.start("run");
    await second.line(/r1/);
    project.reeve("tell", "a", "go on");
    expect((await second.ended).code).toBe(3);
    expect(project.json("questions")).toMatchObject([{ because: { facts: { used: "$4.00", whose: "gang" } } }]);
    project.write("plan.yaml", plan("id: a, gang: g", "id: b, gang: g").replace("usd: 3", "usd: 30"));
    const { code, out } = project.reeve("run");
    expect(out).toContain("the gangs' budgets");
    expect(code).toBe(0);
  });
});

describe("reeve check", () => {
  it("says where children ask for more than their parent has, and starts all the same", () => {
    const project = aSpender("{ usd: 10 }", "a");
    project.write(
      "plan.yaml",
      `gangs: { g: { strategy: one_for_one, budget: { usd: 3 } } }\n${planOf("id: a, gang: g, budget: { usd: 5 }", "id: b, budget: { usd: 8 }")}`,
    );
    const { code, err } = project.reeve("check", "plan.yaml");
    expect(code).toBe(0);
    expect(err).toContain('task "a" may use $5.00, more than the $3.00 of gang "g"');
    expect(err).toContain("the budgets in the run add up to $11.00, more than its $10.00");
  });

  it("refuses a day's, an attempt's or a gang's dollars that nobody could count", () => {
    const project = aProject({
      "reeve.yaml":
        "isolation: none\nagents: { sh: { adapter: command, command: [/bin/true] } }\nbudgets: { day: { usd: 5 } }\n",
      "plan.yaml": planOf("a"),
    });
    const { code, err } = project.reeve("check", "plan.yaml");
    expect(code).toBe(2);
    expect(err).toContain("a budget in dollars cannot be kept");
    project.write("reeve.yaml", "isolation: none\nagents: { sh: { adapter: command, command: [/bin/true] } }\n");
    project.write(
      "plan.yaml",
      `gangs: { g: { strategy: one_for_one, budget: { usd: 3 } } }\n${planOf("id: a, gang: g")}`,
    );
    expect(project.reeve("check", "plan.yaml").err).toMatch(/plan\.yaml:1.*a budget in dollars cannot be kept/);
  });
});

describe("two runs of one project at once", () => {
  it("share the day: what one spends stops the other while it works", async () => {
    const project = aProject({
      "reeve.yaml": `${SCRIPTED}budgets: { day: { usd: 5 } }\n`,
      "plan.yaml": planOf("a"),
      "other.yaml": planOf("b"),
      "script.yaml":
        "tasks: { a: [usage: { tokens: 9, usd: 1 }, hang: true], b: [usage: { tokens: 9, usd: 4.5 }, result: {}] }\n",
    });
    const first = project.start("run", "plan.yaml");
    await until("what a uses to be counted", () => ofType(eventsOf(project), "attempt_progressed").length > 0);
    // Either may hear of the other first; what matters is that the agent that never ends is ended.
    project.reeve("run", "other.yaml", "--new");
    const { code, out } = await first.ended;
    expect(code).toBe(5);
    expect(out).toContain("today's budget of $5 is used up ($5.50 so far)");
  });
});
