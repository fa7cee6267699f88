/** Programs and agents for checks of a person's own. A program never goes through a shell; an agent stands in the session. */
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { loadConfig } from "../app/project/load.ts";
import { ignoreByGit, type Project } from "../app/project/project.ts";
import { agentAdapters } from "../effects/agents/adapters/adapters.ts";
import { makeFolderSync } from "../effects/files/make-folder.ts";
import { redact, secretsOf } from "../effects/masking/redact.ts";
import { runProgram } from "../effects/processes/run-program.ts";
import { openRoleHost } from "../effects/roles/role-host.ts";
import type { AgentSaid, CommandEnd } from "../systems/checkpoint/own/ask-outside.ts";

const OUTPUT_BYTES_MAX = 1_000_000;

export async function runCheck(command: readonly string[], cwd: string, timeoutSeconds: number): Promise<CommandEnd> {
  const [program = "", ...args] = command;
  const timeoutMs = timeoutSeconds * 1_000;
  const end = await runProgram({ program, args, cwd, env: process.env, timeoutMs, bytesMax: OUTPUT_BYTES_MAX });
  const output = redact(`${end.out}\n${end.err}`, secretsOf({}, process.env));
  const why = end.timedOut ? `no end after ${timeoutSeconds} s` : (end.code ?? end.signal ?? "");
  return { exitCode: end.exitCode ?? null, output: why === "" ? output : `${output}\n${why}` };
}

const MINUTE_MS = 60_000;
const GRACE_MS = 10_000;

export async function askCheck(project: Project, name: string, prompt: string, cwd: string): Promise<AgentSaid> {
  const config = loadConfig(project);
  const agent = config.ok ? config.value.agents[name] : undefined;
  if (!config.ok || !agent) return { type: "failed", sentence: `reeve.yaml has no agent called ${name}.` };
  makeFolderSync(join(project.stateDir, "checkpoint"));
  ignoreByGit(project.stateDir);
  const dir = mkdtempSync(join(project.stateDir, "checkpoint", "ask-"));
  const host = openRoleHost({ dir, adapters: agentAdapters, orphanMinutes: config.value.policies.orphanMinutes });
  const request = { runId: "checkpoint", taskId: "checkpoint", attemptId: "checkpoint.1", number: 1 };
  const limits = { timeMs: agent.limits.minutes * MINUTE_MS, graceMs: GRACE_MS, signal: new AbortController().signal };
  try {
    const end = await host.run({ ...request, prompt, workspace: cwd, project: project.root, agent }, limits);
    const secrets = secretsOf(agent.env, process.env);
    if (end.type === "said") return { type: "said", value: redact(end.value, secrets) };
    if (end.type === "failed") return { type: "failed", sentence: redact(end.failure.message, secrets) };
    return { type: "failed", sentence: end.type === "unreadable" ? `it ${end.problem}` : "it was stopped" };
  } finally {
    await host.close();
  }
}
