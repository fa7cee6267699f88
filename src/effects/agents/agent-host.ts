/**
 * Runs attempts as real processes on this machine and tells what they do and how they end. One per run and Reeve. It
 * starts nothing twice, whatever is delivered twice, and ends nothing it was not asked to end; closing it, or killing
 * Reeve, leaves the agents at work, to be adopted later. What an end leads to is not decided here.
 */
import { mkdirSync, realpathSync, watch } from "node:fs";
import { basename, join } from "node:path";
import type { AttemptId } from "../../domain/attempt.ts";
import { BugError } from "../../domain/bug.ts";
import type { Outcome } from "../../domain/outcome.ts";
import { attemptFolder, touchLease } from "../processes/attempt-folder.ts";
import type { EndReport } from "../processes/end-processes.ts";
import { type Observation, observeAttempt } from "../processes/observe.ts";
import { createStarterClient, type StarterClient, StarterError } from "../processes/starter-client.ts";
import type { AgentAdapter, AgentEvent, AttemptRequest } from "./agent-adapter.ts";
import type { OutputPosition } from "./output-follower.ts";
import { type KeeperSettings, keeperSettings, placeOrder } from "./place-order.ts";
import { WatchedAttempt } from "./watched-attempt.ts";

export interface AgentHost {
  /**
   * Resolves when the agent runs, or cannot. Safe to repeat for the same attempt: it runs at most once in its life.
   * After "started" exactly one `onEnd` follows; for a short-lived agent it may come first.
   */
  readonly start: (request: AttemptRequest) => Promise<StartAnswer>;
  /** Asks, waits, kills, sweeps. Resolves after `onEnd`. An attempt that ended by itself before keeps its own outcome. */
  readonly stop: (attempt: AttemptId, graceMs: number) => Promise<StopAnswer>;
  /** What became of an attempt of an earlier Reeve. One that no keeper has taken is given up by asking. */
  readonly observe: (attempt: AttemptId) => Promise<Observation>;
  /**
   * Observes, and goes on with what is there: a running one is watched, an ended or lost one settled; `onEnd` follows.
   * Only after "never_started" nothing follows.
   */
  readonly adopt: (request: AttemptRequest, from?: OutputPosition) => Promise<Observation>;
  /** Tells the keepers that Reeve is there; to be called several times within `orphanMinutes`. */
  readonly renewLease: () => Promise<void>;
  /** Stops watching. Nothing is told any more. */
  readonly close: () => Promise<void>;
}

export type StartAnswer =
  | { readonly type: "started"; readonly pid: number }
  /** Nothing runs, and no `onEnd` follows. */
  | { readonly type: "failed"; readonly outcome: Outcome };

export type StopAnswer =
  | { readonly type: "stopped"; readonly report: EndReport }
  /** It had ended by itself, or is not known here. */
  | { readonly type: "not_running" };

export interface AttemptEnded {
  readonly outcome: Outcome;
  /** Processes the agent had left behind, ended now. */
  readonly leftovers: number;
  /** Such as could not be ended: their pids. */
  readonly survivors: readonly number[];
}

export interface AgentHostOptions {
  /** The run's folder; made if it is not there. */
  readonly runDir: string;
  readonly adapters: Readonly<Record<string, AgentAdapter>>;
  readonly orphanMinutes: number;
  readonly onEvents: (attempt: AttemptId, events: readonly AgentEvent[], position: OutputPosition) => void;
  readonly onEnd: (attempt: AttemptId, ended: AttemptEnded) => void;
  /** For tests: another shell, a quicker watch. */
  readonly keeper?: Partial<KeeperSettings>;
  readonly starter?: StarterClient;
}

export function openAgentHost(options: AgentHostOptions): AgentHost {
  return new ProcessHost(options);
}

class ProcessHost implements AgentHost {
  readonly #options: AgentHostOptions;
  readonly #runDir: string;
  readonly #starter: StarterClient;
  readonly #stopWatching: () => void;
  /** By the name of their folder, which is also the name of their exit file. */
  readonly #attempts = new Map<string, WatchedAttempt>();
  readonly #starts = new Map<AttemptId, Promise<StartAnswer>>();

  constructor(options: AgentHostOptions) {
    this.#options = options;
    mkdirSync(join(options.runDir, "exits"), { recursive: true });
    this.#runDir = realpathSync(options.runDir);
    this.#starter = options.starter ?? createStarterClient();
    const exits = watch(join(this.#runDir, "exits"), (_event, name) => this.#checkExits(name));
    this.#stopWatching = () => exits.close();
  }

  readonly start = (request: AttemptRequest): Promise<StartAnswer> => {
    const { attemptId } = request;
    const started = this.#starts.get(attemptId) ?? this.#start(request);
    this.#starts.set(attemptId, started);
    return started;
  };

  readonly stop = async (attempt: AttemptId, graceMs: number): Promise<StopAnswer> => {
    await this.#starts.get(attempt);
    const report = await this.#attempts.get(this.#name(attempt))?.stop(graceMs);
    return report ? { type: "stopped", report } : { type: "not_running" };
  };

  readonly observe = (attempt: AttemptId): Promise<Observation> =>
    observeAttempt(attemptFolder(this.#runDir, attempt), this.#starter);

  readonly adopt = async (request: AttemptRequest, from?: OutputPosition): Promise<Observation> => {
    const seen = await this.observe(request.attemptId);
    if (seen.state === "never_started" || this.#attempts.has(this.#name(request.attemptId))) return seen;
    const running = seen.state === "running" ? seen : undefined;
    this.#watch(request).begin(running?.keeper, running?.agent, from);
    return seen;
  };

  readonly renewLease = (): Promise<void> => touchLease(this.#runDir);

  readonly close = async (): Promise<void> => {
    this.#stopWatching();
    await Promise.all([...this.#attempts.values()].map((attempt) => attempt.close()));
    this.#attempts.clear();
    await this.#starter.close();
  };

  async #start(request: AttemptRequest): Promise<StartAnswer> {
    const folder = attemptFolder(this.#runDir, request.attemptId);
    const { orphanMinutes, keeper } = this.#options;
    const settings = { ...keeperSettings(orphanMinutes), ...keeper, runDir: this.#runDir };
    const placed = await placeOrder(request, this.#adapterOf(request), folder, settings);
    if (!placed.ok) return { type: "failed", outcome: { type: "failed", failure: placed.failure } };
    const answer = await this.#starter.ask("keep", placed.keep).catch(asFailed);
    if (answer.type === "kept") {
      this.#watch(request).begin(answer.kept.keeper, answer.kept.agent);
      return { type: "started", pid: answer.kept.agent.pid };
    }
    // Someone has the lock, or the keeper fell silent: what is there decides.
    const seen = await this.adopt(request);
    if (answer.type === "taken" && seen.state !== "never_started") return { type: "started", pid: agentPid(seen) };
    return ...
  }

  #watch(request: AttemptRequest): WatchedAttempt {
    const { attemptId } = request;
    const name = this.#name(attemptId);
    const folder = attemptFolder(this.#runDir, attemptId);
    const attempt = new WatchedAttempt(request, this.#adapterOf(request), folder, this.#starter, {
      onEvents: (events, position) => this.#options.onEvents(attemptId, events, position),
      onEnd: (ended) => {
        this.#attempts.delete(name);
        this.#starts.delete(attemptId);
        this.#options.onEnd(attemptId, ended);
      },
    });
    this.#attempts.set(name, attempt);
    return attempt;
  }
}
