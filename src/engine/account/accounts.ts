/**
 * Which agents share an account, and so its usage limits. Read off the configuration alone: all agents inherit the same
 * environment, so two of one vendor differ only by what their own `env` says of a login. Keys are compared, never kept.
 */
import type { AgentConfig } from "../../domain/spec/config.ts";
import type { Settings } from "../../domain/spec/settings.ts";
import { accountOf } from "../lookup.ts";

/** The account of every agent: the name a person wrote, or that of the first agent with the same login. */
export function accountsOf(agents: Readonly<Record<string, AgentConfig>>): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  const firsts = new Map<string, string>();
  for (const [name, agent] of Object.entries(agents)) {
    const login = loginOf(agent);
    if (!firsts.has(login)) firsts.set(login, agent.account ?? name);
    named.set(name, agent.account ?? firsts.get(login) ?? name);
  }
  // Who names another agent means the account of that one.
  return new Map([...named].map(([name, account]) => [name, named.get(account) ?? account]));
}

/** Those that share it, in the order of the configuration. */
export function agentsOf(settings: Settings, account: string): readonly string[] {
  const sharing = Object.keys(settings.agents).filter((agent) => accountOf(settings, agent) === account);
  return sharing.length === 0 ? [account] : sharing;
}

/** One agent of it that is not to go on by itself is enough. */
export function resumesByItself(settings: Settings, account: string): boolean {
  const byPolicy = settings.policies.autoResume ?? true;
  return agentsOf(settings, account).every((agent) => settings.agents[agent]?.autoResume ?? byPolicy);
}

/** Variables that say who pays, by the end of their names: a key, where a login is kept, whose API it is. */
const OF_A_LOGIN = /(?:KEY|TOKEN|SECRET|CREDENTIALS|PASSWORD|BASE_URL|HOME|CONFIG|_DIR|PROFILE|PROJECT|ACCOUNT|ORG)$/;

/** Equal for two agents that log in the same way. */
export function loginOf(agent: AgentConfig): string {
  const { adapter, command, env, options, tiers } = agent;
  // Of a program that Reeve does not know, everything may matter.
  if (adapter === "command" || adapter === "acp" || adapter === "scripted")
    return JSON.stringify([adapter, command, options, sorted(env)]);
  const login = sorted(env).filter(([name]) => OF_A_LOGIN.test(name));
  const vendors = adapter === "opencode" ? tiers.map(({ model }) => model.split("/", 1)[0] ?? "") : [];
  return JSON.stringify([adapter === "codex-exec" ? "codex" : adapter, login, [...new Set(vendors)].sort()]);
}

function sorted(env: AgentConfig["env"]): [string, string][] {
  return Object.entries(env).sort(([a], [b]) => (a < b ? -1 : 1));
}
