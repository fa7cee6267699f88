/**
 * The host that runs attempts as real processes on this machine, each under its keeper. Here is only who is watched and
 * under which name; one attempt's life is in `watched-attempt.ts`, what a keeper gets in `place-order.ts`.
 */
import { realpathSync, watch } from "node:fs";
import { basename, join } from "node:path";
import { Semaphore } from "../../../basics/semaphore.ts";
import { BugError } from "../../../domain/bug.ts";
import type { Failure } from "../../../domain/proof/failure.ts";
import type { AttemptId } from "../../../domain/work/attempt.ts";
import { makeFolderSync } from "../../files/make-folder.ts";
import { tellsScarcity } from "../../files/scarcity.ts";
import { attemptFolder, touchLease } from "../../processes/attempt-folder.ts";
import { type Observation, observeAttempt } from "../../processes/observe.ts";
import { createStarterClient, type StarterClient, StarterError } from "../../processes/starter-client.ts";
import type { KeepAnswer } from "../../processes/starter-protocol.ts";
import type { Vitals } from "../../processes/table/vitals.ts";
import type { Sandbox } from "../../sandbox/open-sandbox.ts";
import type { AgentAdapter, AttemptRequest } from "../adapters/agent-adapter.ts";
import type { InboxMessage } from "../drivers/driver-lines.ts";
import type {
  AgentHost,
  AgentHostListener,
  OutputPosition,
  StartAnswer,
  SteerAnswer,
  StopAnswer,
} from "./agent-host.ts";
import { type KeeperSettings, keeperSettings, type Placed, placeOrder } from "./place-order.ts";
import { storeFailure, withoutRoom } from "./store-failure.ts";
import { WatchedAttempt } from "./watched-attempt.ts";

export interface ProcessHostOptions {
  /** The run's folder; made if it is not there. */
  readonly runDir: string;
  readonly adapters: Readonly<Record<string, AgentAdapter>>;
  /** An agent whose Reeve does not come back for so long is ended by its keeper. */
  readonly orphanMinutes: number;
  readonly listener: AgentHostListener;
  /** The walls around every attempt; null or absent: none. */
  readonly sandbox?: Sandbox | null;
  /** For tests: another shell, a quicker watch. */
  readonly keeper?: Partial<KeeperSettings>;
  readonly starter?: StarterClient;
}

export function openProcessHost(options: ProcessHostOptions): AgentHost {
  return new ProcessHost(options);
}

/** All starts go through one helper process: more at once are no faster, and take memory that is not given back. */
const STARTS_MAX = 8;

class ProcessHost implements AgentHost {
  readonly #options: ProcessHostOptions;
  readonly #runDir: string;
  readonly #starter: StarterClient;
  readonly #stopWatching: () => void;
  /** By the name of their folder, which is also the name of their exit file. */
  readonly #attempts = new Map<string, WatchedAttempt>();
  readonly #starts = new Map<AttemptId, Promise<StartAnswer>>();
  readonly #turns = new Semaphore(STARTS_MAX);

  constructor(options: ProcessHostOptions) {
    this.#options = options;
    makeFolderSync(join(options.runDir, "exits"), 0o700);
    this.#runDir = realpathSync(options.runDir);
    this.#starter = options.starter ?? createStarterClient();
    const exits = watch(join(this.#runDir, "exits"), (_event, name) => this.#checkExits(name));
    // Without the watch the end of the keeper still tells.
    exits.on("error", () => {});
    this.#stopWatching = () => exits.close();
  }

  readonly start = (request: AttemptRequest): Promise<StartAnswer> => {
    const started = this.#starts.get(request.attemptId) ?? this.#turns.run(() => this.#start(request));
    this.#starts.set(request.attemptId, started);
    return started;
  };

  readonly stop = async (attempt: AttemptId, graceMs: number): Promise<StopAnswer> => {
    await this.#starts.get(attempt);
    const report = await this.#attempts.get(this.#nameOf(attempt))?.stop(graceMs);
    return report ? { type: "stopped", report } : { type: "not_running" };
  };

  readonly steer = async (attempt: AttemptId, message: InboxMessage): Promise<SteerAnswer> => {
    await this.#starts.get(attempt);
    return (await this.#attempts.get(this.#nameOf(attempt))?.steer(message)) ?? { type: "not_running" };
  };

  readonly observe = (attempt: AttemptId): Promise<Observation> =>
    observeAttempt(attemptFolder(this.#runDir, attempt), this.#starter);

  readonly adopt = async (request: AttemptRequest, from?: OutputPosition): Promise<Observation> => {
    const seen = await this.observe(request.attemptId);
    if (seen.state === "never_started" || this.#attempts.has(this.#nameOf(request.attemptId))) return seen;
    const running = seen.state === "running" ? seen : undefined;
    this.#watch(request).begin(running?.keeper, running?.agent, from);
    return seen;
  };

  readonly vitals = async (): Promise<ReadonlyMap<AttemptId, Vitals>> => {
    const watched = [...this.#attempts.values()].filter(({ roots }) => roots.length > 0);
    if (watched.length === 0) return new Map();
    const found = await this.#starter.ask("vitals", { roots: watched.map(({ roots }) => roots) });
    return new Map(watched.flatMap(({ id }, at) => (found[at] ? [[id, found[at]] as const] : [])));
  };

  readonly commands = async (): Promise<ReadonlyMap<AttemptId, readonly string[]>> => {
    const watched = [...this.#attempts.values()].flatMap(({ id, roots }) => {
      const agent = roots.at(-1);
      return agent === undefined ? [] : [{ id, agent }];
    });
    if (watched.length === 0) return new Map();
    const found = await this.#starter.ask("commands", { roots: watched.map(({ agent }) => agent) });
    return new Map(watched.map(({ id }, at) => [id, found[at] ?? []]));
  };

  readonly wake = async (attempt: AttemptId): Promise<void> => {
    const roots = this.#attempts.get(this.#nameOf(attempt))?.roots ?? [];
    if (roots.length > 0) await this.#starter.ask("wake", { roots });
  };

  readonly lookIn = async (): Promise<void> => {
    await Promise.all([...this.#attempts.values()].map((attempt) => attempt.lookIn()));
  };

  readonly pause = async (attempt: AttemptId): Promise<void> => {
    // Its keeper comes first, and stays awake.
    const [, ...agent] = this.#attempts.get(this.#nameOf(attempt))?.roots ?? [];
    if (agent.length > 0) await this.#starter.ask("pause", { roots: agent });
  };

  readonly renewLease = (): Promise<void> => touchLease(this.#runDir);

  readonly close = async (): Promise<void> => {
    this.#stopWatching();
    await Promise.all([...this.#attempts.values()].map((attempt) => attempt.close()));
    this.#attempts.clear();
    await this.#starter.close();
  };

  async #start(request: AttemptRequest): Promise<StartAnswer> {
    const placed = await this.#place(request);
    if (!placed.ok) return failed(placed.failure);
    const answer = await this.#starter.ask("keep", placed.keep).catch(keepFailed);
    if (answer.type === "kept") {
      this.#watch(request).begin(answer.kept.keeper, answer.kept.agent);
      return { type: "started", pid: answer.kept.agent.pid };
    }
    if (answer.type === "failed" && answer.scarce && (await this.observe(request.attemptId)).state !== "running")
      return failed(withoutRoom(answer.message));
    // Another keeper has the lock, or this one fell silent: what is there decides.
    const seen = await this.adopt(request);
    if (seen.state === "running") return { type: "started", pid: seen.agent?.pid ?? seen.keeper.pid };
    if (seen.state !== "never_started") return { type: "started", pid: 0 };
    const reason = answer.type === "taken" ? "it had been given up before it started" : answer.message;
    const message = `The agent could not be started: ${reason}.`;
    return failed({ class: "crash", restart: "transient", message, evidence: [] });
  }

  async #place(request: AttemptRequest): Promise<Placed> {
    const { orphanMinutes, keeper, sandbox = null } = this.#options;
    const settings = { ...keeperSettings(orphanMinutes), ...keeper, runDir: this.#runDir, sandbox };
    const folder = attemptFolder(this.#runDir, request.attemptId);
    try {
      return await placeOrder(request, this.#adapterOf(request), folder, settings);
    } catch (error) {
      return { ok: false, failure: storeFailure(error, folder.dir) };
    }
  }

  #watch(request: AttemptRequest): WatchedAttempt {
    const { attemptId } = request;
    const { listener } = this.#options;
    const folder = attemptFolder(this.#runDir, attemptId);
    const attempt = new WatchedAttempt(request, this.#adapterOf(request), folder, this.#starter, {
      sandbox: this.#options.sandbox ?? null,
      onEvents: (events, position) => listener.onEvents(attemptId, events, position),
      onRefused: (order) => listener.onRefused?.(attemptId, order),
      onEnd: (ended) => {
        this.#attempts.delete(this.#nameOf(attemptId));
        this.#starts.delete(attemptId);
        listener.onEnd(attemptId, ended);
      },
    });
    this.#attempts.set(this.#nameOf(attemptId), attempt);
    return attempt;
  }

  #checkExits(name: string | null): void {
    const named = name === null ? undefined : this.#attempts.get(name);
    const attempts = name === null ? this.#attempts.values() : named ? [named] : [];
    for (const attempt of attempts) void attempt.checkExit();
  }

  #nameOf(attempt: AttemptId): string {
    return basename(attemptFolder(this.#runDir, attempt).dir);
  }

  #adapterOf({ agent }: AttemptRequest): AgentAdapter {
    const adapter = this.#options.adapters[agent.adapter];
    if (!adapter)
      throw new BugError(`no adapter is called ${agent.adapter}; the configuration should have been refused`);
    return adapter;
  }
}

function keepFailed(error: unknown): KeepAnswer {
  if (!(error instanceof StarterError)) throw error;
  return { type: "failed", message: error.message, ...(tellsScarcity(error.message) && { scarce: true }) };
}

function failed(failure: Failure): StartAnswer {
  return { type: "failed", outcome: { type: "failed", failure } };
}
