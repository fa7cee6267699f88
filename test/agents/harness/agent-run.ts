/**
 * A real run of the real `reeve` command with one real agent: a project whose agent sees the home, the model server and the
 * environment of its own world, and the means to kill what a machine can lose. Nothing of it is left at the end.
 */
import { onTestFinished } from "vitest";
import type { Event, EventOf } from "../../../src/engine/event.ts";
import type { AtEnd } from "../../attempts/attempt-lab.ts";
import { cleanUp, eventsOf, ofType } from "../../e2e/kit.ts";
import { type Ran, type RunningReeve, TestProject } from "../../e2e/project.ts";
import { until } from "../../wait.ts";
import { type AgentWorld, agentWorld } from "./agent-world.ts";
import { MODELS } from "./configure.ts";
import type { AgentName } from "./installed.ts";

/** How the agent is written in reeve.yaml, where it is not by its own adapter alone. */
interface AgentWish {
  readonly adapter?: string;
  readonly args?: readonly string[];
  readonly more?: string;
}

export class AgentRun {
  readonly world: AgentWorld;
  readonly project: TestProject;

  private constructor(world: AgentWorld, project: TestProject) {
    this.world = world;
    this.project = project;
  }

  /** One task, called a, whose prompt holds the marker. `atEnd`: of the test's own context, for tests run side by side. */
  static async open(
    agent: AgentName,
    marker: string,
    moreConfig = "",
    atEnd: AtEnd = onTestFinished,
    { adapter = agent, args = [], more = "" }: AgentWish = {},
  ): Promise<AgentRun> {
    const world = await agentWorld(agent);
    const command = JSON.stringify([world.program, ...args]);
    const project = new TestProject({
      "reeve.yaml": `isolation: none
agents:
  it: { adapter: ${adapter}, command: ${command}, tiers: { only: ${JSON.stringify(MODELS[agent])} }${more} }
policies: { worker: { restarts: 3, within_s: 3600, backoff: none, grace_s: 5 }, malformed_retries: 1, lineage_retries: 0, limit_backoff: 2 }
${moreConfig}`,
      "plan.yaml": `title: A plan\ntasks:\n  - { id: a, prompt: ${JSON.stringify(marker)} }\n`,
    }).with(world.env);
    atEnd(async () => {
      try {
        await cleanUp(project);
      } finally {
        await world.close();
      }
    });
    return new AgentRun(world, project);
  }

  start(...args: readonly string[]): RunningReeve {
    return this.project.start("run", ...args, "--json");
  }

  /** Another command beside it. The model server lives in this process, so nothing here may wait without letting it work. */
  order(...args: readonly string[]): Promise<Ran> {
    return this.project.start(...args).ended;
  }

  /** Until its tool is at work, so often as the model was asked for it. */
  async usesTool(times: number): Promise<void> {
    await until(
      `the tool to be at work and ${times} requests`,
      () => this.tools().length > 0 && this.asked().length >= times,
    );
  }

  /** Requests to the model for the task itself. */
  asked() {
    return this.world.server.requests().filter(({ scenario }) => scenario !== null);
  }

  /** The last program of a line of shell that works for ever: what stands before it is done. Keepers sleep too, not so long. */
  tools(): string[] {
    return this.project.leftovers().filter((line) => /^\d+ sleep 300$/.test(line));
  }

  /** The agent's own processes, as a machine without memory does it; and, `withDriver`, what drives it. */
  async killAgent({ withDriver = false } = {}): Promise<void> {
    const found = () =>
      this.project.leftovers().filter((line) => OWN.test(line) || (withDriver && line.includes("driver-main")));
    const pids = found().map((line) => Number.parseInt(line, 10));
    if (pids.length === 0) throw new Error(`no agent is at work:\n${this.project.leftovers().join("\n")}`);
    for (const pid of pids) kill(pid);
    await until(
      "the killed agent to be gone",
      () => !found().some((line) => pids.includes(Number.parseInt(line, 10))),
      found,
    );
  }

  events<T extends Event["type"]>(type: T): EventOf<T>[] {
    return ofType(eventsOf(this.project), type);
  }
}

/** Programs of agents, wrapped or not; not what Reeve starts in their place. */
const OWN = /node_modules\/(\.bin\/(claude|codex|qwen)|@anthropic-ai|@openai|@qwen-code)/;

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It went with one that was killed before.
  }
}
