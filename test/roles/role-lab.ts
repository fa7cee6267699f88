/**
 * A place to ask agents in: a temporary project, shell scripts as agents, and at the end the proof that no process is
 * left. Agents leave what a test wants to know in $LAB, which lies where Reeve keeps its own: nobody looks there.
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AgentConfig } from "../../src/domain/spec/config.ts";
import { agentAdapters } from "../../src/effects/agents/adapters/adapters.ts";
import { askRole, type RoleQuestion, type RoleReply } from "../../src/effects/roles/ask-role.ts";
import { openRoleHost, type RoleHostOptions } from "../../src/effects/roles/role-host.ts";
import type { Io } from "../../src/views/cli/io.ts";
import { aProject } from "../e2e/kit.ts";
import { RunningReeve, type TestProject } from "../e2e/project.ts";
import { HANG_MS, until } from "../wait.ts";

export class RoleLab {
  readonly project: TestProject;

  constructor(files: Readonly<Record<string, string>> = {}) {
    this.project = aProject({
      ".reeve/.gitignore": "*\n",
      ".reeve/lab/README": "What agents leave for the test.\n",
      ...files,
    });
  }

  get lab(): string {
    return join(this.project.dir, ".reeve/lab");
  }

  /** The agent runs this shell script; `$1`, … are not used. */
  agent(script: string, more: Partial<AgentConfig> = {}): AgentConfig {
    const limits = { minutes: 5, outputMb: 1, parallel: 1 };
    const env = { REEVE_TEST_ID: this.project.id, LAB: this.lab };
    return { adapter: "command", command: ["/bin/sh", "-c", script], env, tiers: [], limits, options: {}, ...more };
  }

  async ask<R extends "planner" | "reviewer" | "debugger" | "supervisor">(
    role: R,
    agent: AgentConfig,
    more: Partial<RoleQuestion<R>> & Pick<Partial<RoleHostOptions>, "clock"> & { readonly signal?: AbortSignal } = {},
  ): Promise<RoleReply<R>> {
    const { clock, signal = new AbortController().signal, ...rest } = more;
    const { dir } = this.project;
    const host = openRoleHost({
      dir: join(dir, "asked"),
      adapters: agentAdapters,
      orphanMinutes: 5,
      ...(clock && { clock }),
    });
    const question: RoleQuestion<R> = {
      role,
      name: role,
      prompt: "Judge this.",
      agent,
      workspace: dir,
      project: dir,
      triesMax: 4,
      ...rest,
    };
    try {
      return await askRole(question, host, { timeMs: HANG_MS, graceMs: 5_000, signal });
    } finally {
      await host.close();
    }
  }

  told(number: number): string {
    return this.left(`told-${number}.txt`);
  }

  /** What the agent left in $LAB. */
  left(file: string): string {
    return readFileSync(join(this.lab, file), "utf8");
  }

  async has(file: string): Promise<void> {
    await until(`the agent to leave ${file}`, () => existsSync(join(this.lab, file)));
  }

  /** The command as a process of its own, from its sources. */
  start(...args: string[]): RunningReeve {
    const program = fileURLToPath(new URL("./reeve-from-source.ts", import.meta.url));
    const { dir, env } = this.project;
    const child = spawn(process.execPath, [program, ...args], { cwd: dir, env, stdio: ["ignore", "pipe", "pipe"] });
    return new RunningReeve(child);
  }

  terminal(cwd: string = this.project.dir): { io: Io; said: { out: string; err: string } } {
    const said = { out: "", err: "" };
    const io: Io = {
      cwd,
      isTty: false,
      isErrTty: false,
      size: () => ({ columns: 80, rows: 24 }),
      now: () => 1_000,
      out: (text) => (said.out += text),
      err: (text) => (said.err += text),
    };
    return { io, said };
  }
}

/** Keeps what it was told, then goes on. */
export const KEEPS = 'cat > "$LAB/told-$REEVE_ATTEMPT.txt"';
