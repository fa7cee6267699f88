/** Budgets that are used up, and a person who grants more: to a task and to the run, at rest, at work and after kill -9. */
import { describe, expect, it, onTestFinished } from "vitest";
import { json, listen, portOf } from "../gateway/lab.ts";
import { allGone, aProject, eventsOf, ofType, planOf } from "./kit.ts";
import type { TestProject } from "./project.ts";

const SCRIPTED = "isolation: none\nagents: { s: { adapter: scripted, script: script.yaml } }\n";

/** The first attempt of `a` spends $2 and is done, unless it is to do something else; all others are just done. */
function aSpender(plan: string, budgets = "", steps = "usage: { tokens: 100, usd: 2 }"): TestProject {
  return aProject({
    "reeve.yaml": `${SCRIPTED}max_parallel: 1\n${budgets}`,
    "plan.yaml": plan,
    "script.yaml": `tasks: { a: [[${steps}, result: {}], [result: {}]] }\ndefault: [result: {}]\n`,
  });
}

describe("a run whose budget is used up", () => {
  it("asks nothing, is not said to be any task's fault, and continues with one word", () => {
    const project = aSpender(planOf("a", "b", "c"), "budgets: { usd: 1 }\n");
    const halted = project.reeve("run", "plan.yaml");
    expect(halted.code).toBe(5);
    expect(halted.out).toContain("halted: the run's budget of $1 is used up ($2.00 so far)");
    expect(halted.out).toContain("Next: `reeve grant run`");
    expect(project.json("questions")).toEqual([]);
    expect(project.reeve("grant", "run", "--usd", "0.5").out).toBe(
      "Recorded: The run may use $1.50 in all (100 tokens, $2.00 used). No Reeve is running r1; the next `reeve run` takes it first.\n",
    );
    expect(project.reeve("run").code).toBe(5);
    expect(project.json("grant", "run", "--usd", "10")).toMatchObject([
      { taken: false, answer: { type: "granted", limits: [{ task: null, budget: { usd: 11.5 } }] } },
    ]);
    expect(project.reeve("run").code).toBe(0);
    expect(ofType(eventsOf(project), "budget_granted").length).toBe(2);
  });

  it("continues when the budget is raised in reeve.yaml, and a grant is not added to that", () => {
    const project = aSpender(planOf("a", "b"), "budgets: { usd: 1 }\n");
    expect(project.reeve("run", "plan.yaml").code).toBe(5);
    project.reeve("grant", "run", "--usd", "2");
    project.write("reeve.yaml", `${SCRIPTED}max_parallel: 1\nbudgets: { usd: 4 }\n`);
    const { code, out } = project.reeve("run");
    expect(out).toContain("Taken from the changed files: the run's budget.");
    expect(code).toBe(0);
    expect(project.json("status")).toMatchObject([{ budgets: { usd: 4 } }]);
  });
});

describe("a task whose budget is used up", () => {
  const plan = planOf("id: a, budget: { usd: 1 }", "b");
  const fails = "usage: { tokens: 100, usd: 2 }, exit: 1";

  it("asks, and a grant to the running Reeve is the answer", async () => {
    const project = aSpender(plan, "", fails);
    const reeve = project.start("run", "plan.yaml", "--wait");
    await reeve.line(/a: asks you \(q1\): .*`reeve grant a --usd N` grants more/);
    const before = project.reeve("answer", "q9", "x");
    expect(before.code).toBe(2);
    expect(project.reeve("grant", "a", "--usd", "9").out).toBe(
      "a may use $10.00 in all (100 tokens, $2.00 used). a continues.\n",
    );
    expect((await reeve.ended).code).toBe(0);
  });

  it("is granted what was granted, once, though Reeve was killed before it could take it and after", async () => {
    const project = aSpender(plan, "", fails);
    const reeve = project.start("run", "plan.yaml", "--wait");
    await reeve.line(/a: asks you \(q1\)/);
    reeve.signal("SIGKILL");
    await reeve.ended;
    expect(project.reeve("grant", "a", "--usd", "9").out).toContain("Recorded: a may use $10.00 in all");
    const second = project.start("run", "--wait");
    await second.line(/a: is granted \$9\.00 more/);
    second.signal("SIGKILL");
    await second.ended;
    expect(project.reeve("run").code).toBe(0);
    expect(ofType(eventsOf(project), "budget_granted").length).toBe(1);
    await allGone(project);
  });

  it("continues when the plan is edited, without a question more", () => {
    const project = aSpender(plan, "", fails);
    expect(project.reeve("run", "plan.yaml").code).toBe(3);
    project.write("plan.yaml", planOf("id: a, budget: { usd: 20 }", "b"));
    const { code, out } = project.reeve("run");
    expect(out).toContain("Taken from the changed files: a: budget.\nBy that a can continue.\n");
    expect(code).toBe(0);
  });
});

describe("wrong grants", () => {
  it("are refused and change nothing", () => {
    const project = aSpender(planOf("id: a, budget: { usd: 9 }", "b"));
    project.reeve("run", "plan.yaml");
    const refused: readonly (readonly [args: string[], why: string])[] = [
      [["grant", "z", "--usd", "1"], "There is no task or gang z in r1"],
      [["grant", "run"], "Say how much more: reeve grant run --usd 5"],
      [["grant", "run", "--usd", "-3"], "It must be a number above 0."],
      [["grant", "run", "--usd", "0"], "It must be a number above 0."],
      [["grant", "run", "--tokens", "1.5"], "It must be a whole number from 1 on."],
      [["grant", "run", "--usd", "1"], "The run has no budget in dollars; nothing limits it"],
      [["grant", "a", "--usd", "1"], "a is done; it stays done."],
    ];
    for (const [args, why] of refused)
      expect(project.reeve(...args)).toMatchObject({ code: 2, err: expect.stringContaining(why) });
    expect(project.json("status")).toMatchObject([{ orders: [] }]);
  });
});

/** Asks its model again and again, and never comes to an end by itself. */
const GREEDY = `
const ask = async () => (await fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", { method: "POST", body: "{}" })).text();
for (;;) await ask().catch(() => {});
`;

async function aGreedyProject(model: string, answers: string): Promise<TestProject> {
  const server = await listen((_, response) =>
    json(response, 200, { model: answers, usage: { input_tokens: 100_000, output_tokens: 10_000 } }),
  );
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const env = `{ ANTHROPIC_BASE_URL: "http://127.0.0.1:${portOf(server)}" }`;
  const command = `[${JSON.stringify(process.execPath)}, agent.mjs]`;
  return aProject({
    "reeve.yaml": `isolation: none\ngateway: on\nagents: { coder: { adapter: command, command: ${command}, env: ${env}, tiers: { only: ${model} } } }\n`,
    "plan.yaml": planOf("id: a, budget: { usd: 0.5 }"),
    "agent.mjs": GREEDY,
  });
}

describe("a model that is not on the price list", () => {
  it("is priced by its nearest relative, told as an estimate, and cannot leak a budget", async () => {
    const project = await aGreedyProject("haiku", "claude-haiku-9-9");
    const checked = project.reeve("check");
    expect(checked.code).toBe(0);
    expect(checked.err).toContain(
      'model "haiku" of agent "coder" is not on the price list; its cost is estimated by claude-haiku-4-5',
    );
    const { code, out } = await project.start("run", "plan.yaml").ended;
    expect(code).toBe(3);
    expect(out).toContain("Its model is claude-haiku-9-9, which has no list price; what it costs is estimated by");
    expect(out).toMatch(/its budget of \$0\.5 is used up \(about \$0\.\d\d so far\)/);
    const [ended] = ofType(eventsOf(project), "attempt_ended");
    expect(ended?.usage.estimated).toBe(true);
    expect(ended?.usage.usd).toBeLessThan(1); // $0.15 a request
    expect(project.reeve("status").out).toMatch(/Cost: [\d,]+ tokens, about \$0\.\d\d/);
  });

  it("is stopped at its first answer where it is like none, with what to write", async () => {
    const project = await aGreedyProject("haiku", "zeta-unheard-of");
    const { code, out } = await project.start("run", "plan.yaml").ended;
    expect(code).toBe(3);
    expect(out).toContain("no price is known for model zeta-unheard-of, so its budget of $0.5 cannot be kept");
    expect(out).toContain("under agents.coder in reeve.yaml");
    const { usage } = ofType(eventsOf(project), "attempt_ended")[0] ?? {};
    expect(usage?.tokens).toBeLessThan(110_000 * 20);
  });

  it("that nothing is like is refused before anything starts, where only the gateway counts", async () => {
    const project = await aGreedyProject("zeta-unheard-of", "zeta-unheard-of");
    const { code, err } = project.reeve("check");
    expect(code).toBe(2);
    expect(err).toContain('no price is known for model "zeta-unheard-of" of agent "coder"');
  });
});
