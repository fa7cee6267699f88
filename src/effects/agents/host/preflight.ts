/**
 * Looks before a start whether what will be started can work: the program of each agent that has work is there, it is logged in,
 * its settings let it work unattended, and the programs that the gates of its tasks call are there. Each lack is told once, however
 * many tasks need it. Only what is certain is a lack: where Reeve cannot be sure it says nothing.
 */
import type { AgentConfig } from "../../../domain/spec/config.ts";
import type { TaskSpec } from "../../../domain/spec/plan.ts";
import type { Unready } from "../../../domain/tree/unready.ts";
import { accountsOf } from "../../../engine/account/accounts.ts";
import { knownAgent } from "../doctor/known-agents.ts";
import { loginState } from "../doctor/look-at-agent.ts";
import { preflight as mayNotWork } from "../doctor/preflight.ts";
import { findProgram } from "./find-program.ts";

export interface PreflightOptions {
  readonly project: string;
  readonly configs: Readonly<Record<string, AgentConfig>>;
  /** The program of an agent; undefined: it has none of its own. */
  readonly programOf: (agent: AgentConfig) => string | undefined;
  /** Setup commands may bring what gates need: then nobody knows. */
  readonly hasSetup: boolean;
  readonly env: NodeJS.ProcessEnv;
}

/** Of these tasks, and of agents that others have beside them. */
export async function preflight(
  tasks: readonly TaskSpec[],
  options: PreflightOptions,
  others: readonly string[] = [],
): Promise<readonly Unready[]> {
  const agents = [...new Set([...tasks.map(({ agent }) => agent), ...others])];
  return [...(await preflightAgents(agents, options)), ...(options.hasSetup ? [] : missingOfGates(tasks, options))];
}

/** What keeps these agents from starting: one row for all that lack the same. */
export async function preflightAgents(
  names: readonly string[],
  options: PreflightOptions,
): Promise<readonly Unready[]> {
  const rows = new Map<string, Unready>();
  const found = await Promise.all(names.map((name) => lackOf(name, options)));
  for (const lack of found) {
    if (lack === null) continue;
    const key = `${lack.by} ${lack.program}`;
    rows.set(key, { ...lack, agents: [...(rows.get(key)?.agents ?? []), ...lack.agents] });
  }
  return [...rows.values()];
}

async function lackOf(name: string, options: PreflightOptions): Promise<Unready | null> {
  const { project, configs, programOf } = options;
  const agent = configs[name];
  const program = agent && programOf(agent);
  if (agent === undefined || program === undefined) return null;
  const env = { ...options.env, ...agent.env };
  const found = findProgram(program, project, env["PATH"] ?? "");
  if (!found.ok) {
    const { message, evidence } = found.failure;
    return { program, agents: [name], by: "agent", message, evidence };
  }
  const forbidden = mayNotWork(agent.adapter, found.path, env);
  if (forbidden) {
    const { message, evidence } = forbidden;
    return { program, agents: [name], by: "permission", message, evidence };
  }
  const known = knownAgent(program);
  if (known === undefined) return null;
  const login = await loginState(known, { program: found.path, project, adapter: agent.adapter, env });
  if (login.type !== "missing") return null;
  const account = accountsOf(configs).get(name) ?? name;
  const message = `${known.name} is not logged in, so nothing was started with it. ${known.login.fix}`;
  return { program: account, agents: [name], by: "login", message, evidence: [] };
}

function missingOfGates(tasks: readonly TaskSpec[], { project, env }: PreflightOptions): Unready[] {
  const users = new Map<string, { readonly run: string; readonly agents: Set<string>; tasks: number }>();
  for (const { gates, agent } of tasks)
    for (const { run } of gates) {
      const program = plainProgram(run);
      if (program === null) continue;
      const use = users.get(program) ?? { run, agents: new Set<string>(), tasks: 0 };
      use.agents.add(agent);
      use.tasks += 1;
      users.set(program, use);
    }
  return [...users].flatMap(([program, { run, agents }]) => {
    if (findProgram(program, project, env["PATH"] ?? "").ok) return [];
    const message = `The program ${program}, which the quality gate \`${shortened(run)}\` needs, was not found. Install it, or correct \`gates\`.`;
    return [{ program, agents: [...agents], by: "gate" as const, message, evidence: [] }];
  });
}

const RUN_LENGTH_MAX = 80;

function shortened(run: string): string {
  const line = run.trim().replaceAll(/\s+/g, " ");
  return line.length > RUN_LENGTH_MAX ? `${line.slice(0, RUN_LENGTH_MAX - 1)}…` : line;
}

/**
 * The program that a shell line begins with, where it is plain words: no quotes, variables or operators before it could
 * change what is meant. Null: nobody can tell. What has a slash in it may be made by the work itself.
 */
export function plainProgram(run: string): string | null {
  const first = run.trim().split(/[\s;&|]/, 1)[0] ?? "";
  if (!/^[A-Za-z][\w.+-]*$/.test(first) || SHELL_WORDS.has(first)) return null;
  // A function or an alias of the line's own.
  return new RegExp(`\\b${first.replaceAll(/[.+]/g, "\\$&")}\\s*\\(\\)`).test(run) ? null : first;
}

const SHELL_WORDS = new Set(
  "alias bg break case cd command continue do done elif else esac eval exec exit export false fc fg fi for function getopts hash if in jobs kill let local printf echo pwd read readonly return select set shift source test then times trap true type ulimit umask unalias unset until wait while".split(
    " ",
  ),
);
