/**
 * What `reeve doctor` says about agents: the configured ones, each with its version, its login and what would keep it from
 * working unattended, and on request one turn that proves it works; and those that are installed but not configured. It
 * spends no token and prints no secret. The quick part of it is also looked at before a run begins.
 */

import { isOwnAdapter } from "../../config/own-adapter.ts";
import type { AgentConfig, Config } from "../../domain/spec/config.ts";
import { agentAdapters } from "../../effects/agents/adapters/adapters.ts";
import type { KnownAgent } from "../../effects/agents/doctor/known-agent.ts";
import { KNOWN_AGENTS, knownAgent } from "../../effects/agents/doctor/known-agents.ts";
import { type Env, forbidsUnattended, loginOf, versionOf } from "../../effects/agents/doctor/look-at-agent.ts";
import { tryAgent } from "../../effects/agents/doctor/try-agent.ts";
import { findProgram } from "../../effects/agents/host/find-program.ts";
import type { Finding } from "./finding.ts";

export interface Looking {
  readonly root: string;
  readonly env: Env;
  /** One turn with each configured agent against a model on loopback. */
  readonly isTrying: boolean;
}

export async function inspectAgents(config: Config | null, looking: Looking): Promise<readonly Finding[]> {
  const configured = Object.entries(config?.agents ?? {});
  const found: Finding[] = [];
  // One after the other: each is several processes.
  for (const [name, agent] of configured) found.push(...(await configuredFindings(name, agent, looking)));
  if (configured.length === 0)
    found.push({ what: "No agent is configured", good: false, fix: "`reeve init` writes a first reeve.yaml" });
  const used = new Set(configured.map(([, agent]) => knownAgent(programOf(agent))?.program));
  const others = KNOWN_AGENTS.filter(({ program }) => !used.has(program));
  return [...found, ...(await Promise.all(others.map((known) => installedFinding(known, looking)))).flat()];
}

/** What can be told at once, without starting anything: for a run that is about to begin. */
export function agentWarnings(
  agents: Readonly<Record<string, AgentConfig>>,
  { root, env }: Looking,
): readonly string[] {
  return Object.entries(agents).flatMap(([name, agent]) => {
    const known = agentAdapters[agent.adapter]?.steerable ? knownAgent(programOf(agent)) : undefined;
    const own = { ...env, ...agent.env };
    if (known === undefined || !findProgram(programOf(agent), root, own["PATH"] ?? "").ok) return [];
    const bad = [loginFinding(name, agent, known, own), unattendedFinding(name, agent, known, own)].filter(
      ({ good }) => !good,
    );
    return bad.map(({ what, fix }) => `${what}. ${fix ?? ""} \`reeve doctor\` shows more.`);
  });
}

export interface MissingAgent {
  readonly name: string;
  readonly program: string;
  /** The command that installs it; null: Reeve knows none. */
  readonly install: string | null;
}

/** Configured ones whose program is not on this machine. One that Reeve or its author starts in another way is never missing. */
export function missingAgents(
  agents: Readonly<Record<string, AgentConfig>>,
  { root, env }: Pick<Looking, "root" | "env">,
): readonly MissingAgent[] {
  return Object.entries(agents).flatMap(([name, agent]) => {
    const program = isOwnAdapter(agent.adapter) || agent.isReeve ? undefined : programOf(agent);
    if (program === undefined || agent.adapter === "scripted") return [];
    if (findProgram(program, root, { ...env, ...agent.env }["PATH"] ?? "").ok) return [];
    return [{ name, program, install: knownAgent(program)?.install ?? null }];
  });
}

function programOf(agent: AgentConfig): string | undefined {
  return agent.command[0] ?? agentAdapters[agent.adapter]?.program;
}

/** Of an adapter that Reeve does not bring, only its author knows more than whether it loads. */
async function ownFinding(name: string, agent: AgentConfig, { root }: Looking): Promise<Finding> {
  const { loadAdapters } = await import("../../effects/agents/adapters/load-adapters.ts");
  const [problem] = (await loadAdapters(root, { [name]: agent })).problems;
  if (!problem) return { what: `Agent ${name} has an adapter of your own (${agent.adapter})`, good: true };
  return { what: `Agent ${name}: ${problem.what}`, good: false, fix: `${problem.hint}.` };
}

async function configuredFindings(name: string, agent: AgentConfig, looking: Looking): Promise<readonly Finding[]> {
  if (isOwnAdapter(agent.adapter)) return [await ownFinding(name, agent, looking)];
  if (agent.adapter === "scripted")
    return [{ what: `Agent ${name} is scripted (${agent.options["script"]})`, good: true }];
  const env = { ...looking.env, ...agent.env };
  const found = findProgram(programOf(agent), looking.root, env["PATH"] ?? "");
  const known = knownAgent(programOf(agent));
  if (!found.ok) {
    const fix = known && { fix: `Install it with \`${known.install}\`.` };
    return [{ what: `Agent ${name}: ${found.failure.message}`, good: false, ...fix }];
  }
  const here: Finding = { what: `Agent ${name}: ${found.path}`, good: true };
  if (known === undefined) return [here, ...(await tried(name, agent, found.path, looking))];
  if (agent.adapter === "command") return isUnattended(agent) ? [here] : [here, plainCommand(name, agent, known)];
  return [
    here,
    await versionFinding(name, found.path, known, env),
    loginFinding(name, agent, known, env),
    unattendedFinding(name, agent, known, env),
    ...(await tried(name, agent, found.path, looking)),
  ];
}

async function versionFinding(name: string, path: string, known: KnownAgent, env: Env): Promise<Finding> {
  const version = await versionOf(path, known, env);
  const range = `Reeve was tried with ${known.tried}`;
  if (version.type === "broken")
    return {
      what: `Agent ${name}: \`${path} --version\` failed: ${version.why}`,
      good: false,
      fix: `Reinstall it with \`${known.install}\`.`,
    };
  const what = `Agent ${name}: ${known.name} ${version.version}`;
  if (version.type === "older")
    return {
      what: `${what} is older than ${known.oldest}, the oldest that Reeve can drive`,
      good: false,
      fix: `Update it: \`${known.install}\`.`,
    };
  return { what: version.type === "newer" ? `${what}, newer than what ${range.toLowerCase()}` : what, good: true };
}

function loginFinding(name: string, { adapter }: AgentConfig, known: KnownAgent, env: Env): Finding {
  const login = loginOf(known, env, adapter);
  if (login !== null) return { what: `Agent ${name}: logged in (${login})`, good: true };
  if (process.platform === "darwin")
    return { what: `Agent ${name}: no login in files or variables; the keychain is not searched`, good: true };
  return { what: `Agent ${name}: no login of ${known.name} was found`, good: false, fix: known.login.fix };
}

/** Over ACP an agent asks, and is answered. */
function unattendedFinding(name: string, { adapter }: AgentConfig, known: KnownAgent, env: Env): Finding {
  const place = adapter === "acp" ? null : forbidsUnattended(known, env);
  if (place === null) return { what: `Agent ${name}: works without asking for permission`, good: true };
  return {
    what: `Agent ${name}: ${known.name} may not work without asking, so it would stop at its first tool (${place})`,
    good: false,
    fix: "Remove that setting, or ask the person who manages it to.",
  };
}

/** As far as its arguments tell. */
function isUnattended({ command }: AgentConfig): boolean {
  return command.some((each) =>
    /^(?:-p|--print|--prompt|exec|run|--yolo|--allow-all-tools|--dangerously-.*)$/.test(each),
  );
}

function plainCommand(name: string, { adapter }: AgentConfig, known: KnownAgent): Finding {
  return {
    what: `Agent ${name}: ${known.name} is started as a plain program (adapter: ${adapter}), so it may wait for answers that nobody gives`,
    good: false,
    fix: `Use \`adapter: ${known.program}\`: it is then started to work unattended, and Reeve can tell its failures apart.`,
  };
}

async function tried(name: string, agent: AgentConfig, path: string, { isTrying, env }: Looking): Promise<Finding[]> {
  const adapter = agentAdapters[agent.adapter];
  if (!isTrying || !adapter?.steerable) return [];
  const result = await tryAgent(agent, adapter, path, env["PATH"] ?? "");
  if (result.type === "works")
    return [{ what: `Agent ${name}: a turn on loopback worked (${result.ms} ms)`, good: true }];
  if (result.type === "unknown")
    return [{ what: `Agent ${name}: Reeve knows no way to point it to a model on loopback; not tried`, good: true }];
  const fix = "Try its version and its command by hand; docs/agents says what Reeve expects of it.";
  return [{ what: `Agent ${name}: a turn on loopback failed: ${result.why}`, good: false, fix }];
}

/** Told, never demanded. */
async function installedFinding(known: KnownAgent, { root, env }: Looking): Promise<readonly Finding[]> {
  const found = findProgram(known.program, root, env["PATH"] ?? "");
  if (!found.ok) return [];
  const version = await versionOf(found.path, known, env);
  const words = version.type === "broken" ? "which does not start" : version.version;
  const login = loginOf(known, env) === null ? "no login found" : "logged in";
  return [{ what: `Not configured: ${known.name} ${words} (${found.path}; ${login})`, good: true }];
}
