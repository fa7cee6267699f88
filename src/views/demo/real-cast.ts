/**
 * The demo with real agents: each as its vendor ships it, driven by its own adapter, with a home of its own and a model on
 * loopback that follows the demo's script. Nothing of the person's is in their environment: no login, no key, no proxy.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { stringify } from "yaml";
import type { RealAgent, RealAgents } from "../../app/machine/find-demo-agents.ts";
import type { Cast } from "./cast.ts";
import { AGENTS_YAML, PLAN_YAML, POLICIES } from "./demo-files.ts";
import { startModel } from "./model-process.ts";

/** The two that crash can be killed by their own tool. Only those that start quickly: the demo is to be a short one. */
const PARTS: Readonly<Record<string, string>> = {
  design: "claude",
  api: "codex",
  page: "claude",
  docs: "gemini",
  schema: "claude",
  seed: "claude",
  report: "gemini",
  prices: "codex",
  ship: "copilot",
};

export async function realCast({ agents, model }: RealAgents): Promise<Cast> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "reeve-demo-home-")));
  const script = join(home, "script.yaml");
  writeFileSync(script, AGENTS_YAML);
  mkdirSync(join(home, "tmp"));
  const remove = () => rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  const { url, told, end } = await startModel([...model, "--script", script, "--attended"]).catch((error) => {
    remove();
    throw error;
  });
  for (const { pointedTo } of agents) {
    for (const [path, text] of Object.entries(pointedTo(url).files)) {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), text);
    }
  }
  const parts = castOf(agents);
  const onStage = agents.filter((agent) => tasksOf(agent, parts).length > 0);
  return {
    files: { "reeve.yaml": configOf(onStage, url), "plan.yaml": planFor(parts) },
    env: { ...fromOutside(), HOME: home, TMPDIR: join(home, "tmp") },
    introduction: [
      "The agents are real, as their vendors ship them; only their model is a script, on loopback: no key, no network, no cost.",
      ...onStage.map((agent) => `  ${agent.name} ${agent.version}: ${tasksOf(agent, parts).join(", ")}`),
    ],
    epilogue: () => resumed(agents, parts, told),
    leave: async () => {
      await end();
      remove();
    },
  };
}

/** Task → adapter. Who is not there is stood in for by the others in turn. */
function castOf(agents: readonly RealAgent[]): Readonly<Record<string, string>> {
  const there = agents.map(({ adapter }) => adapter);
  const cast = Object.entries(PARTS).map(([task, wanted], at) => {
    return [task, there.includes(wanted) ? wanted : (there[at % there.length] ?? wanted)];
  });
  return Object.fromEntries(cast);
}

function tasksOf({ adapter }: RealAgent, parts: Readonly<Record<string, string>>): readonly string[] {
  return Object.keys(parts).filter((task) => parts[task] === adapter);
}

function planFor(parts: Readonly<Record<string, string>>): string {
  return PLAN_YAML.replaceAll(/\{ id: (\w+),/g, (written, task: string) => `${written} agent: ${parts[task]},`);
}

function configOf(agents: readonly RealAgent[], url: string): string {
  const entries = agents.map(({ adapter, program, pointedTo }) => {
    return [adapter, { adapter, command: [program], env: pointedTo(url).env, limits: { minutes: 5 } }];
  });
  return `${stringify({ agents: Object.fromEntries(entries) })}${POLICIES}`;
}

/** From what the model was sent: whoever crashed came back with all that was said before. */
function resumed(
  agents: readonly RealAgent[],
  parts: Readonly<Record<string, string>>,
  told: readonly string[],
): readonly string[] {
  const begun = told.map((line) => JSON.parse(line) as { task: string; attempt: number; remembered: number });
  return ["api", "schema"].flatMap((task) => {
    const again = begun.find((each) => each.task === task && each.attempt === 2);
    const name = agents.find(({ adapter }) => adapter === parts[task])?.name;
    if (again === undefined || again.remembered === 0) return [];
    return [`${name}, killed in the middle of ${task}, resumed its own session: its model was sent all of it again.`];
  });
}

/** Named one by one: any other variable may lead an agent to an account of the person's. */
function fromOutside(): NodeJS.ProcessEnv {
  const kept = ["LANG", "TERM", "USER", "NO_COLOR"].map((name) => [name, process.env[name]]);
  const PATH = [dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter);
  return { ...Object.fromEntries(kept.filter(([, value]) => value !== undefined)), PATH };
}
