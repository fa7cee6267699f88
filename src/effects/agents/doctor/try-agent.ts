/**
 * Proves that an agent works with Reeve: one turn through its own driver, in a folder and a home of its own, with a model on
 * loopback that gives one answer. It spends nothing, uses no login, and removes all it made.
 */
import { spawn } from "node:child_process";
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import type { AgentConfig } from "../../../domain/spec/config.ts";
import { makeFolder } from "../../files/make-folder.ts";
import type { AgentAdapter, AttemptEnd, AttemptRequest } from "../adapters/agent-adapter.ts";
import { startOneAnswerServer } from "./one-answer-server.ts";
import { type Pointed, pointedTo } from "./point-agent.ts";

export type Tried =
  | { readonly type: "works"; readonly ms: number }
  | { readonly type: "fails"; readonly why: string }
  /** There is no way to point it to a model on loopback. */
  | { readonly type: "unknown" };

const LIMIT_MS = 120_000;
const OUTPUT_MAX = 1_048_576;
const ANSWER = JSON.stringify({ status: "done", task_id: "doctor" });

/** `program`: found and absolute. */
export async function tryAgent(
  agent: AgentConfig,
  adapter: AgentAdapter,
  program: string,
  path: string,
): Promise<Tried> {
  const server = await startOneAnswerServer(ANSWER);
  const root = await realpath(await mkdtemp(join(tmpdir(), "reeve-doctor-")));
  try {
    const pointed = pointedTo(basename(program), server.url);
    if (pointed === undefined) return { type: "unknown" };
    const [home, workspace] = [join(root, "home"), join(root, "workspace")];
    await lay(home, workspace, pointed);
    const begun = performance.now();
    const request = requestFor(agent, program, workspace, pointed);
    const env = environment(home, root, path, pointed);
    const outcome = adapter.outcome(await run(adapter, request, env), request);
    const ms = Math.round(performance.now() - begun);
    if (outcome.type === "done" && server.asked() > 0) return { type: "works", ms };
    if (outcome.type === "failed") return { type: "fails", why: outcome.failure.message };
    return { type: "fails", why: "it never asked its model anything" };
  } finally {
    await server.close();
    await rm(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

async function lay(home: string, workspace: string, { files }: Pointed): Promise<void> {
  await makeFolder(workspace);
  await makeFolder(home);
  for (const [path, text] of Object.entries(files)) {
    await makeFolder(dirname(join(home, path)));
    await writeFile(join(home, path), text);
  }
}

function requestFor(agent: AgentConfig, program: string, workspace: string, pointed: Pointed): AttemptRequest {
  return {
    runId: "doctor",
    taskId: "doctor",
    attemptId: "doctor.1",
    number: 1,
    prompt: `Do nothing. Answer with ${ANSWER} and nothing else.`,
    workspace,
    agent: { ...agent, command: [program, ...agent.command.slice(1)] },
    ...(pointed.model !== undefined && { model: pointed.model }),
  };
}

function environment(home: string, root: string, path: string, { env }: Pointed): Record<string, string> {
  const PATH = [dirname(process.execPath), path].join(delimiter);
  return {
    HOME: home,
    TMPDIR: root,
    PATH,
    LANG: "C.UTF-8",
    TERM: "dumb",
    REEVE_MARK: `doctor-${basename(root)}`,
    ...env,
  };
}

/** The driver ends all it started when it is asked to end. */
async function run(adapter: AgentAdapter, request: AttemptRequest, env: Record<string, string>): Promise<AttemptEnd> {
  const { command, stdin, env: own } = adapter.launch(request);
  const [program = "", ...args] = command;
  const child = spawn(program, args, { cwd: request.workspace, env: { ...env, ...own }, timeout: LIMIT_MS });
  const kept = { out: "", err: "" };
  child.stdout.on("data", (chunk) => {
    kept.out = (kept.out + chunk).slice(-OUTPUT_MAX);
  });
  child.stderr.on("data", (chunk) => {
    kept.err = (kept.err + chunk).slice(-OUTPUT_MAX);
  });
  child.stdin.on("error", () => {});
  child.stdin.end(stdin);
  return await new Promise((resolve) => {
    child.once("error", () => resolve({ exit: { code: 127, signal: null }, ...kept }));
    child.once("close", (code, signal) => resolve({ exit: { code, signal }, ...kept }));
  });
}
