/**
 * Whether what agents need on the network can be reached. An attempt that failed by the network is followed by a try of
 * Reeve's own before its end is told, and what the gateway could not connect to is told at once. It decides nothing: facts
 * go with the end of the attempt, or are reported as inputs.
 */
import type { AgentConfig } from "../../domain/spec/config.ts";
import type { AttemptId } from "../../domain/work/attempt.ts";
import type { Outcome } from "../../domain/work/outcome.ts";
import type { Unreached } from "../../domain/work/unreached.ts";
import type { RequestRecord } from "../../effects/gateway/usage/request-record.ts";
import { upstreamsOf } from "../../effects/gateway/vendors.ts";
import { endpointOf, isEndpointNamed, namedHost, originOf } from "../../effects/network/endpoints.ts";
import type { Probe } from "../../effects/network/probe-endpoint.ts";
import type { Env } from "../../effects/network/proxy-for.ts";
import type { Input } from "../../engine/input.ts";

export interface ReachOptions {
  readonly configs: Readonly<Record<string, AgentConfig>>;
  /** What all agents inherit. */
  readonly env: Env;
  readonly probe: Probe;
  readonly report: (input: Input) => unknown;
}

/** Of whoever looks at no network: nothing is known to be out of reach. */
export const REACHED: Probe = () => Promise.resolve(null);

/** No connection came about: nothing was sent, and nothing can have been answered. */
const NOT_CONNECTED: ReadonlySet<string> = new Set([
  ...["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EAI_FAIL", "ENETUNREACH", "EHOSTUNREACH", "ENETDOWN", "ETIMEDOUT"],
]);

export class Reach {
  readonly #options: ReachOptions;
  readonly #cut = new AbortController();
  /** By attempt: what its latest request did not reach. */
  readonly #unreached = new Map<AttemptId, Unreached>();
  readonly #seenAt = new Map<string, Set<string>>();

  constructor(options: ReachOptions) {
    this.#options = options;
  }

  /** What the gateway tells of a request that is over. */
  heard({ agent, attempt, vendor, status, error }: RequestRecord): void {
    const { configs, env, report } = this.#options;
    const endpoint = originOf(upstreamsOf(configs[agent]?.env ?? {}, env)[vendor]);
    if (endpoint === null) return;
    if (status !== null) {
      this.#unreached.delete(attempt);
      this.#users(endpoint).add(agent);
      return;
    }
    if (error === null || !NOT_CONNECTED.has(error)) return;
    this.#users(endpoint).add(agent);
    const unreached = { endpoint, agents: this.#agentsAt(endpoint), detail: error };
    this.#unreached.set(attempt, unreached);
    void report({ type: "endpoint_unreached", ...unreached });
  }

  /** Null: the network has nothing to do with it, and nobody has to wait for an answer to that. */
  looksAt(attempt: AttemptId, agent: string | undefined, outcome: Outcome): Promise<Unreached | null> | null {
    const seen = this.#unreached.get(attempt);
    this.#unreached.delete(attempt);
    if (seen && outcome.type !== "done") return Promise.resolve(seen);
    const config = this.#options.configs[agent ?? ""];
    if (!config || agent === undefined || outcome.type !== "failed" || outcome.failure.class !== "network") return null;
    return this.#look(agent, config, outcome.failure.subject ?? "");
  }

  /**
   * Before a start of that agent: what it needs and Reeve cannot reach; null: nothing that is known. Only an address that was named
   * is tried: where an agent goes by its own settings, through a proxy or to another provider, only it knows.
   */
  async preflight(agent: string): Promise<Unreached | null> {
    const config = this.#options.configs[agent];
    return config && isEndpointNamed(config, this.#options.env) ? await this.#look(agent, config, "") : null;
  }

  /** One more try of what could not be reached. */
  async probe(endpoint: string): Promise<void> {
    const { configs, report } = this.#options;
    const user = Object.values(configs).find((config) => endpointOf(config, this.#options.env) === endpoint);
    const problem = await this.#tried(endpoint, user);
    if (!this.#cut.signal.aborted) await report({ type: "endpoint_probed", endpoint, problem });
  }

  /** Nothing is told any more: the next Reeve looks again. */
  close(): void {
    this.#cut.abort();
  }

  get isClosed(): boolean {
    return this.#cut.signal.aborted;
  }

  async #look(agent: string, config: AgentConfig, subject: string): Promise<Unreached | null> {
    const own = endpointOf(config, this.#options.env);
    const named = namedHost(subject);
    const isElsewhere = named !== null && named.endpoint !== own;
    const [ownProblem, namedProblem] = await Promise.all([
      own === null ? null : this.#tried(own, config),
      isElsewhere ? this.#tried(named.endpoint, config) : null,
    ]);
    if (own !== null && ownProblem !== null)
      return { endpoint: own, agents: this.#agentsAt(own, agent), detail: ownProblem };
    if (named === null || namedProblem === null) return null;
    // Whose provider is not configured, its words tell it.
    const agents = named.isProvider && own === null ? this.#agentsAt(named.endpoint, agent) : [];
    return { endpoint: named.endpoint, agents, detail: namedProblem };
  }

  #tried(endpoint: string, config: AgentConfig | undefined): Promise<string | null> {
    return this.#options.probe(endpoint, { ...this.#options.env, ...config?.env }, this.#cut.signal);
  }

  #agentsAt(endpoint: string, ...also: readonly string[]): string[] {
    const { configs, env } = this.#options;
    const configured = Object.entries(configs).flatMap(([name, config]) =>
      endpointOf(config, env) === endpoint ? [name] : [],
    );
    return [...new Set([...configured, ...this.#users(endpoint), ...also])];
  }

  #users(endpoint: string): Set<string> {
    const users = this.#seenAt.get(endpoint) ?? new Set<string>();
    this.#seenAt.set(endpoint, users);
    return users;
  }
}
