/** `gateway: on` in real runs: agents that know nothing of it are counted, stopped at budgets, and found again. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Api, json, listen, portOf } from "../gateway/lab.ts";
import { aProject, eventsOf, ofType, planOf } from "./kit.ts";
import type { TestProject } from "./project.ts";

/** Asks its model as often as its task says, then is done. A request that fails is made again until it is answered. */
const AGENT = `
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
const [task] = process.env.REEVE_TASK_ID.split("-");
const ask = async () => {
  const headers = { "x-api-key": "the-key" };
  try {
    const answer = await fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", { method: "POST", headers, body: "{}" });
    await answer.text();
    return answer.status;
  } catch {
    return 0;
  }
};
if (task === "twice") for (let i = 0; i < 2; i += 1) await ask();
if (task === "greedy") for (;;) { await ask(); await sleep(20); }
if (task === "limited") { if ((await ask()) === 429) { console.error("gave up"); process.exit(1); } }
if (task === "patient") {
  await ask();
  while (!existsSync("go")) await sleep(20);
  while ((await ask()) !== 200) await sleep(20);
}
console.log('{"status":"done"}');
`;

const ANSWER = { model: "claude-haiku-4-5", usage: { input_tokens: 1000, output_tokens: 100 } };

async function aGatewayProject(plan: string, api: Api, settings = ""): Promise<TestProject> {
  const server = await listen(api);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const env = `{ ANTHROPIC_BASE_URL: "http://127.0.0.1:${portOf(server)}" }`;
  const tiers = "tiers: { only: claude-haiku-4-5 }";
  const agent = `{ adapter: command, command: [${JSON.stringify(process.execPath)}, agent.mjs], env: ${env}, ${tiers} }`;
  return aProject({
    "reeve.yaml": `isolation: none\ngateway: on\nagents: { coder: ${agent} }\n${settings}`,
    "plan.yaml": plan,
    "agent.mjs": AGENT,
  });
}

describe("with the gateway on", () => {
  it("what an agent uses is counted and priced, though it tells nothing itself", async () => {
    const project = await aGatewayProject(planOf("twice"), (_, response) => json(response, 200, ANSWER));
    const { code, out } = await project.start("run", "plan.yaml").ended;
    expect(code).toBe(0);
    expect(out).toContain("2,200 tokens, $0.00"); // 2 × ($0.001 + $0.0005)
    const [ended] = ofType(eventsOf(project), "attempt_ended");
    expect(ended?.usage.tokens).toBe(2200);
    expect(ended?.usage.usd).toBeCloseTo(0.003, 6);
    const requests = project.read(".reeve/runs/r1/requests.jsonl").trimEnd().split("\n");
    expect(requests.map((line) => JSON.parse(line))).toMatchObject(
      Array(2).fill({ agent: "coder", attempt: "twice.1", status: 200, ended: "whole", model: "claude-haiku-4-5" }),
    );
    expect(requests.join()).not.toContain("the-key");
  });

  it("an attempt over its budget is stopped while it works", async () => {
    const plan = planOf("id: greedy, budget: { tokens: 3000 }");
    const project = await aGatewayProject(plan, (_, response) => json(response, 200, ANSWER));
    const { code } = await project.start("run", "plan.yaml").ended;
    expect(code).toBe(3); // a person may raise the budget
    const [stopping] = ofType(eventsOf(project), "attempt_stopping");
    expect(stopping?.because).toMatchObject({ rule: "budget_exceeded", facts: { limit: "3,000 tokens" } });
    expect(ofType(eventsOf(project), "attempt_ended")[0]?.usage.tokens).toBe(3300);
  });

  it("a usage limit holds the agent until its reset", async () => {
    const project = await aGatewayProject(planOf("limited"), (_, response) =>
      json(response, 429, { error: { type: "rate_limit_error" } }, { "retry-after": "7200" }),
    );
    const reeve = project.start("run", "plan.yaml", "--json");
    expect(await reeve.line(/"account_held"/)).toContain('"agent":"coder"');
    reeve.child.kill("SIGINT");
    expect((await reeve.ended).code).toBe(4);
  });

  it("an agent that outlives its Reeve finds the gateway of the next one, and no count is lost", async () => {
    const project = await aGatewayProject(planOf("patient"), (_, response) => json(response, 200, ANSWER));
    const first = project.start("run", "plan.yaml", "--json");
    await first.line(/"attempt_progressed".*"tokens":1100\b/);
    first.child.kill("SIGKILL");
    await first.ended;
    project.write("go", "");
    const { code } = await project.start("run").ended;
    expect(code).toBe(0);
    const events = eventsOf(project);
    expect(ofType(events, "attempt_started").length).toBe(1);
    expect(ofType(events, "attempt_ended")[0]?.usage.tokens).toBe(2200);
  });

  it("a budget in dollars begins only where there is a price", async () => {
    const plan = planOf("id: twice, budget: { usd: 2 }");
    const project = await aGatewayProject(plan, (_, response) => json(response, 200, ANSWER));
    const priced = project.read("reeve.yaml");
    project.write("reeve.yaml", priced.replace("claude-haiku-4-5", "my-model"));
    const refused = project.reeve("run", "plan.yaml");
    expect(refused.code).toBe(2);
    expect(refused.err).toContain(
      'plan.yaml:3:33 a budget in dollars cannot be kept: no price is known for model "my-model" of agent "coder" — write price:',
    );
    expect(existsSync(join(project.dir, ".reeve"))).toBe(false);
    project.write("reeve.yaml", priced);
    expect(project.reeve("check").code).toBe(0);
  });
});
