import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { formatMistake } from "../../config/mistakes/mistake.ts";
import { writeCap } from "../../runtime/machine/machine-money.ts";
import { checkMoney } from "./check-money.ts";
import { loadPlan } from "./load.ts";
import { projectAt } from "./project.ts";

const AT = Date.UTC(2026, 10, 1);

async function told(config: string, plan: string, env: NodeJS.ProcessEnv = {}): Promise<readonly string[]> {
  const root = mkdtempSync(join(tmpdir(), "reeve-money-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  writeFileSync(join(root, "reeve.yaml"), config);
  writeFileSync(join(root, "plan.yaml"), plan);
  const project = projectAt(root, join(root, ".reeve"));
  const loaded = loadPlan(project, "plan.yaml", root);
  if (!loaded.ok) throw new Error(loaded.mistakes.map(formatMistake).join("\n"));
  const { tasks } = loaded.value.plan;
  const question = { project, config: loaded.value.config, tasks, planFile: "plan.yaml", cwd: root, now: AT, env };
  return (await checkMoney(question)).map((mistake) => formatMistake(mistake).replace(/^\S*\/(?=reeve\.yaml)/, ""));
}

const AGENT = "agents:\n  coder: { adapter: command, command: c, tiers: { low: gpt-5, high: my-model } }\n";

it("a budget of the run is told where it stands in reeve.yaml", async () => {
  expect(await told(`${AGENT}budgets: { usd: 5 }\n`, "tasks: [{ id: a, prompt: p }]")).toEqual([
    'reeve.yaml:3:17 a budget in dollars cannot be kept: agent "coder" does not tell what it spends — write gateway: on in reeve.yaml, or a budget in minutes instead',
  ]);
});

it("a budget of a task is told where it stands in the plan: at the task or in the defaults, once", async () => {
  const plan = `defaults: { budget: { usd: 2 } }
tasks:
  - { id: a, prompt: p }
  - { id: b, prompt: p, budget: { usd: 1 } }
  - { id: c, prompt: p, tier: high }
`;
  const sentence =
    'a budget in dollars cannot be kept: no price is known for model "my-model" of agent "coder" — write price: { input: 3, output: 15 } with your US dollars per million tokens under agents.coder in reeve.yaml';
  expect(await told(`${AGENT}gateway: on\n`, plan)).toEqual([
    `plan.yaml:1:28 ${sentence}`,
    `plan.yaml:4:40 ${sentence}`,
  ]);
});

it("what the machine's limit for a day would miss is a warning, and nothing where it can be counted", async () => {
  const home = mkdtempSync(join(tmpdir(), "reeve-money-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const env = { XDG_STATE_HOME: home };
  writeCap(join(home, "reeve", "cap.json"), { limit: { usd: 5 } });
  const plan = "tasks: [{ id: a, prompt: p }]";
  expect(await told(AGENT, plan, env)).toEqual([
    'reeve.yaml:2:3 what this run spends does not count towards the day\'s limit of this machine (`reeve cap`): agent "coder" does not tell what it spends — write gateway: on in reeve.yaml, or a budget in minutes instead',
  ]);
  const claude = "agents: { coder: { adapter: claude } }\n";
  expect(await told(claude, plan, env)).toEqual([]);
});

it("a listed model, or a price of one's own, is enough", async () => {
  const plan = "defaults: { budget: { usd: 2 } }\ntasks: [{ id: a, prompt: p }]";
  const listed = "agents: { coder: { adapter: command, command: c, tiers: { low: gpt-5 } } }\ngateway: on\n";
  expect(await told(listed, plan)).toEqual([]);
  const own = "agents: { coder: { adapter: command, command: c, price: { input: 0, output: 0 } } }\ngateway: on\n";
  expect(await told(own, plan)).toEqual([]);
});
