/**
 * One real agent under the real process host: its own home, workspace and model server, and a lab that records what the host
 * tells. At the end of a test nothing of it is left, or the test fails.
 */
import { onTestFinished } from "vitest";
import type { AgentConfig } from "../../../src/domain/spec/config.ts";
import type { Outcome } from "../../../src/domain/work/outcome.ts";
import type { AgentEvent, AttemptRequest } from "../../../src/effects/agents/adapters/agent-adapter.ts";
import { type AtEnd, AttemptLab } from "../../attempts/attempt-lab.ts";
import { type AgentWorld, type AgentWorldOptions, agentWorld } from "../harness/agent-world.ts";
import type { Subject } from "./subject.ts";

/** As Reeve's prompts name it, so that the scripted model can answer with a result. */
const TASK_ID = "task";

export interface Turn {
  /** Of the attempt; the first is "1". */
  readonly id?: string;
  /** What the model is to do: a marker of the scripted model server. */
  readonly marker: string;
  readonly session?: string;
  readonly more?: Partial<AttemptRequest>;
  readonly config?: Partial<AgentConfig>;
}

export class AgentLab {
  readonly world: AgentWorld;
  readonly lab: AttemptLab;
  readonly #subject: Subject;

  private constructor(world: AgentWorld, subject: Subject, lab: AttemptLab) {
    this.world = world;
    this.#subject = subject;
    this.lab = lab;
  }

  /** `atEnd`: of the test's own context, where tests run side by side. */
  static async open(
    subject: Subject,
    options: AgentWorldOptions = {},
    atEnd: AtEnd = onTestFinished,
  ): Promise<AgentLab> {
    const world = await agentWorld(subject.agent, options);
    atEnd(() => world.close());
    return new AgentLab(world, subject, new AttemptLab({}, atEnd));
  }

  request({ id = "1", marker, session, more = {}, config = {} }: Turn): AttemptRequest {
    const { adapter, model, args = [], options = {}, env = {} } = this.#subject;
    const { world } = this;
    const form = `End with {"status":"done","task_id":"${TASK_ID}"} and what else belongs to it.`;
    return this.lab.request([world.program, ...args], {
      attemptId: `${TASK_ID}.${id}`,
      taskId: TASK_ID,
      number: Number(id),
      prompt: `${marker}\n\n${form}`,
      workspace: world.workspace.dir,
      ...(model !== undefined && { model }),
      ...(session !== undefined && { session }),
      ...more,
      config: { adapter, env: { ...world.env, ...env }, options, ...config },
    });
  }

  async start(turn: Turn): Promise<number> {
    const answer = await this.lab.host.start(this.request(turn));
    if (answer.type === "failed") throw new Error(JSON.stringify(answer.outcome));
    return answer.pid;
  }

  async ended(id = "1"): Promise<Outcome> {
    return (await this.lab.ended(`${TASK_ID}.${id}`)).outcome;
  }

  /** To its end. */
  async run(turn: Turn): Promise<Outcome> {
    await this.start(turn);
    return await this.ended(turn.id);
  }

  stop(id = "1"): Promise<{ readonly type: string }> {
    return this.lab.host.stop(`${TASK_ID}.${id}`, 5_000);
  }

  attempt(id = "1"): string {
    return `${TASK_ID}.${id}`;
  }

  events<T extends AgentEvent["type"]>(type: T, id = "1"): readonly Extract<AgentEvent, { type: T }>[] {
    const own = this.lab.events.filter(({ attempt }) => attempt === this.attempt(id));
    return own.flatMap(({ event }) => (event.type === type ? [event as Extract<AgentEvent, { type: T }>] : []));
  }

  texts(id = "1"): string {
    return this.events("text", id)
      .map(({ text }) => text)
      .join("\n");
  }

  /** What a person would read: its texts, and what is said about it. */
  told(id = "1"): string {
    const notes = this.events("note", id).map(({ text }) => text);
    return [this.texts(id), ...notes].join("\n");
  }

  tokens(id = "1"): number {
    return this.events("usage", id).reduce((sum, { usage }) => sum + usage.tokens, 0);
  }

  usd(id = "1"): number {
    return this.events("usage", id).reduce((sum, { usage }) => sum + (usage.usd ?? 0), 0);
  }

  /** The session as it was told last. */
  async session(id = "1"): Promise<string> {
    return await this.#before(id, () => this.events("session", id).at(-1)?.id);
  }

  /** Resolves when the agent has begun to use a tool, for the so-manieth time. */
  async usesTool(id = "1", times = 1): Promise<void> {
    await this.#before(id, () => this.events("tool_call", id).at(times - 1));
  }

  /** Resolves when the agent has told, while it works, that it used so many tokens. */
  async usesTokens(tokens: number, id = "1"): Promise<void> {
    await this.#before(id, () => this.tokens(id) >= tokens || undefined);
  }

  /** What never comes because the attempt has ended is not waited for. */
  async #before<T>(id: string, look: () => T | undefined): Promise<T> {
    return await this.lab.when(() => {
      const found = look();
      const end = this.lab.ends.find(({ attempt }) => attempt === this.attempt(id));
      if (found === undefined && end) throw new Error(`it ended first: ${JSON.stringify(end)}`);
      return found;
    });
  }
}
