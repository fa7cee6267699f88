/**
 * A place to run real attempts in: a temporary folder, a host whose callbacks are recorded, and at its end the proof that
 * no process of any attempt is left. Tests wait for what happens, never for time to pass.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished } from "vitest";
import type { AgentConfig } from "../../src/domain/spec/config.ts";
import { agentAdapters } from "../../src/effects/agents/adapters/adapters.ts";
import type { AgentEvent, AttemptRequest } from "../../src/effects/agents/adapters/agent-adapter.ts";
import type { AgentHost, AttemptEnded } from "../../src/effects/agents/host/agent-host.ts";
import { openProcessHost, type ProcessHostOptions } from "../../src/effects/agents/host/process-host.ts";
import { type AttemptFolder, attemptFolder } from "../../src/effects/processes/attempt-folder.ts";
import { createStarterClient, type StarterClient } from "../../src/effects/processes/starter-client.ts";
import { type ProcessInfo, processTable } from "../../src/effects/processes/table/process-table.ts";
import { until } from "../wait.ts";

export const FIXTURES = fileURLToPath(new URL("../fixtures/agents/", import.meta.url));

/** Has something done when a test is over. */
export type AtEnd = (close: () => Promise<void>) => void;

export class AttemptLab {
  readonly dir = realpathSync(mkdtempSync(join(tmpdir(), "reeve lab '\"$x é-")));
  readonly runDir = join(this.dir, "run");
  readonly workspace = join(this.dir, "work space");
  readonly events: { readonly attempt: string; readonly event: AgentEvent }[] = [];
  readonly ends: { readonly attempt: string; readonly ended: AttemptEnded }[] = [];
  starter: StarterClient = createStarterClient();
  host: AgentHost;
  readonly #options: Partial<ProcessHostOptions>;
  readonly #attempts = new Set<string>();
  readonly #waiting = new Set<() => void>();

  /** `atEnd`: of the test's own context, where tests run side by side. */
  constructor(options: Partial<ProcessHostOptions> = {}, atEnd: AtEnd = onTestFinished) {
    this.#options = options;
    mkdirSync(this.workspace, { recursive: true });
    this.host = this.#open();
    atEnd(() => this.#close());
  }

  request(
    command: readonly string[],
    more: Partial<AttemptRequest> & { readonly config?: Partial<AgentConfig> } = {},
  ): AttemptRequest {
    const { config, ...rest } = more;
    const limits = { minutes: 60, outputMb: 1, parallel: 10 };
    const agent = { adapter: "command", command, env: {}, tiers: [], limits, options: {}, ...config };
    const request = { runId: "run", taskId: "task", attemptId: "task.1", number: 1, prompt: "do it", agent, ...rest };
    this.#attempts.add(request.attemptId);
    return { workspace: this.workspace, ...request };
  }

  /** Starts it and fails the test if it cannot be started. */
  async start(command: readonly string[], more: Parameters<AttemptLab["request"]>[1] = {}): Promise<number> {
    const answer = await this.host.start(this.request(command, more));
    if (answer.type === "failed") throw new Error(JSON.stringify(answer.outcome));
    return answer.pid;
  }

  async ended(attempt = "task.1"): Promise<AttemptEnded> {
    return await this.when(() => this.ends.find((end) => end.attempt === attempt)?.ended);
  }

  /** The line that holds the text, once it was said. */
  async said(text: string): Promise<string> {
    const texts = (): string[] => this.events.map(({ event }) => (event.type === "text" ? event.text : ""));
    return await this.when(() => texts().find((line) => line.includes(text)));
  }

  /** Looks again each time the host has told something. */
  async when<T>(look: () => T | undefined): Promise<T> {
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  folder(attempt = "task.1"): AttemptFolder {
    return attemptFolder(realpathSync(this.runDir), attempt);
  }

  /** As if Reeve had been killed: nothing is said to anybody, the starter ends with its input, a new host comes. */
  async crash(): Promise<void> {
    await this.host.close();
    this.starter = createStarterClient();
    this.host = this.#open();
  }

  #marks(): string[] {
    return [...this.#attempts].map((attempt) => this.folder(attempt).mark);
  }

  processes(): Promise<readonly ProcessInfo[]> {
    return processesOf(this.#marks());
  }

  #open(): AgentHost {
    const tell = (): void => {
      for (const resolve of [...this.#waiting]) resolve();
      this.#waiting.clear();
    };
    return openProcessHost({
      runDir: this.runDir,
      adapters: agentAdapters,
      orphanMinutes: 60,
      starter: this.starter,
      listener: {
        onEvents: (attempt, events) => {
          this.events.push(...events.map((event) => ({ attempt, event })));
          tell();
        },
        onEnd: (attempt, ended) => {
          this.ends.push({ attempt, ended });
          tell();
        },
      },
      ...this.#options,
    });
  }

  async #close(): Promise<void> {
    try {
      await expectGone(this.#marks());
    } finally {
      await this.host.close();
      rmSync(this.dir, { recursive: true, force: true });
    }
  }
}

const choice = processTable();
if (!choice.ok) throw new Error(choice.sentence);
const { table } = choice;

/** The living processes that belong to attempts with these marks: the agents' and the keepers'. */
export async function processesOf(marks: readonly string[]): Promise<readonly ProcessInfo[]> {
  const known = new Set(marks);
  const belongs = (info: ProcessInfo): boolean =>
    info.mark.split(":").some((mark) => known.has(mark)) || known.has(info.keeper);
  return (await table.list()).filter((info) => !info.zombie && belongs(info));
}

/** Waits for the last of them, but not for ever; whoever is left is returned. */
async function whenGone(marks: readonly string[]): Promise<readonly ProcessInfo[]> {
  const left = () => processesOf(marks);
  await until("every process of the attempts to end", async () => (await left()).length === 0).catch(() => {});
  return left();
}

/** Ends what should be gone, and fails the test with who it was. */
export async function expectGone(marks: readonly string[]): Promise<void> {
  const left = await whenGone(marks);
  const pids = left.map(({ pid }) => String(pid));
  const shown =
    pids.length > 0
      ? execFileSync("ps", ["-o", "pid,ppid,stat,etime,args", "-p", pids.join(",")], { encoding: "utf8" })
      : "";
  for (const pid of pids) process.kill(Number(pid), "SIGKILL");
  expect(shown, "processes left behind").toBe("");
}

export async function isAlive(pid: number): Promise<boolean> {
  return (await table.find([pid])).some((info) => !info.zombie);
}
