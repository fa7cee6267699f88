/**
 * Looks before the first start whether what will be started is there: the program of each agent that has work, and the
 * programs that the gates of its tasks call. Each is told once, however many tasks need it. It starts nothing, and where it
 * cannot be sure of a shell line it says nothing.
 */
import type { AgentConfig } from "../../../domain/spec/config.ts";
import type { TaskSpec } from "../../../domain/spec/plan.ts";
import type { Unready } from "../../../engine/run/inputs.ts";
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

export function preflight(tasks: readonly TaskSpec[], options: PreflightOptions): readonly Unready[] {
  const agents = [...new Set(tasks.map(({ agent }) => agent))];
  return [...missingAgents(agents, options), ...(options.hasSetup ? [] : missingOfGates(tasks, options))];
}

function missingAgents(names: readonly string[], { project, configs, programOf, env }: PreflightOptions): Unready[] {
  const missing = new Map<string, Unready>();
  for (const name of names) {
    const agent = configs[name];
    const program = agent && programOf(agent);
    if (program === undefined) continue;
    const found = findProgram(program, project, agent?.env["PATH"] ?? env["PATH"] ?? "");
    if (found.ok) continue;
    const { message, evidence } = found.failure;
    const before = missing.get(program);
    const agents = [...(before?.agents ?? []), name];
    missing.set(program, { program, agents, by: "agent", message, evidence });
  }
  return [...missing.values()];
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
