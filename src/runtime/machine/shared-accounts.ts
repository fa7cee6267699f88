/**
 * Usage limits that other runs of this machine met, whatever project they are of: the same login is limited here too. A login is known
 * by a digest, never by its key; a program that Reeve does not know shares only an account that a person named. What was
 * heard from others is not told on, so that no limit outlives its end by going round.
 */
import { createHash } from "node:crypto";
import type { AgentConfig } from "../../domain/spec/config.ts";
import { agentsOf, loginOf } from "../../engine/account/accounts.ts";
import type { Input } from "../../engine/input.ts";
import { accountOf } from "../../engine/lookup.ts";
import type { State } from "../../engine/state.ts";
import type { SharedHost } from "./shared-host.ts";

export interface SharedAccountsOptions {
  readonly configs: Readonly<Record<string, AgentConfig>>;
  /** What agents inherit. */
  readonly env: NodeJS.ProcessEnv;
  readonly shared: SharedHost;
  readonly now: () => number;
}

const SAME_MS = 5_000;
const SAID = "another run on this machine met the usage limit of this account";

export class SharedAccounts {
  readonly #options: SharedAccountsOptions;
  /** By account: until when others said so. */
  readonly #heard = new Map<string, number>();

  constructor(options: SharedAccountsOptions) {
    this.#options = options;
  }

  /** Tells what this run met with its next note; what is new of the others comes back. */
  look({ settings, accounts }: State): readonly Input[] {
    const { configs, shared, now } = this.#options;
    const own = [...accounts.held].filter(([account, { kind }]) => kind !== "pace" && !this.#heard.has(account));
    shared.limits = Object.fromEntries(
      own.flatMap(([account, { until }]) =>
        agentsOf(settings, account).flatMap((agent) => this.#keysOf(agent).map((key) => [key, until] as const)),
      ),
    );
    for (const [account, until] of this.#heard) if (until <= now()) this.#heard.delete(account);
    const limits = shared.othersLimits();
    return Object.keys(configs).flatMap((agent): readonly Input[] => {
      const account = accountOf(settings, agent);
      const until = Math.max(0, ...this.#keysOf(agent).map((key) => limits[key] ?? 0));
      const isKnown = accounts.held.has(account) || until <= (this.#heard.get(account) ?? 0) + SAME_MS;
      if (until <= now() || isKnown) return [];
      this.#heard.set(account, until);
      return [{ type: "account_limited", agents: [agent], until, said: SAID }];
    });
  }

  #keysOf(agent: string): readonly string[] {
    const config = this.#options.configs[agent];
    if (!config) return [];
    const named = config.account === undefined ? [] : [digest(["account", config.account])];
    if (UNKNOWN.has(config.adapter)) return named;
    return [...named, digest([loginOf(config), inherited(this.#options.env)])];
  }
}

/** The same command in two projects may be two programs. */
const UNKNOWN: ReadonlySet<string> = new Set(["command", "acp", "scripted"]);

/** What says who pays, where an agent's own `env` says nothing. */
const OF_A_LOGIN = /^HOME$|(?:API_KEY|AUTH_TOKEN|OAUTH_TOKEN|BASE_URL)$/;

function inherited(env: NodeJS.ProcessEnv): readonly (readonly [string, string | undefined])[] {
  return Object.entries(env)
    .filter(([name]) => OF_A_LOGIN.test(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 32);
}
