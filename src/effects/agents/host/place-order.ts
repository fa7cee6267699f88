/**
 * Everything a keeper needs, written down before it is asked for: the prompt and a record of what is started in the
 * attempt's folder, the rest as arguments and environment. Values of variables are not written to disk.
 */
import { join } from "node:path";
import type { Failure } from "../../../domain/proof/failure.ts";
import { makeFolder } from "../../files/make-folder.ts";
import { writeWhole } from "../../files/write-whole.ts";
import { agentVariables } from "../../gateway/vendors.ts";
import { type AttemptFolder, leasePath } from "../../processes/attempt-folder.ts";
import { KEEPER, REAP } from "../../processes/keeper-programs.ts";
import type { KeepRequest } from "../../processes/starter-protocol.ts";
import { brandFor } from "../../processes/table/brand.ts";
import type { Sandbox } from "../../sandbox/open-sandbox.ts";
import type { AgentAdapter, AttemptRequest, Launch } from "../adapters/agent-adapter.ts";
import { unreachableProvider } from "../doctor/own-provider.ts";
import { preflight } from "../doctor/preflight.ts";
import { DRIVER_ENV } from "../drivers/driver-lines.ts";
import { findProgram } from "./find-program.ts";

export interface KeeperSettings {
  readonly shell: string;
  /** How often the keeper looks whether a Reeve is there, and after how many looks in vain it ends its agent. */
  readonly tickS: number;
  readonly ticks: number;
}

export type Placed =
  | { readonly ok: true; readonly keep: KeepRequest }
  | { readonly ok: false; readonly failure: Failure };

const TICKS = 4;
const TICK_S_MAX = 60;

export function keeperSettings(orphanMinutes: number): KeeperSettings {
  const tickS = Math.max(1, Math.min(TICK_S_MAX, Math.round((orphanMinutes * 60) / TICKS)));
  return { shell: "/bin/sh", tickS, ticks: Math.max(1, Math.round((orphanMinutes * 60) / tickS)) };
}

/** Safe to repeat: the same request gives the same files. */
export async function placeOrder(
  request: AttemptRequest,
  adapter: AgentAdapter,
  folder: AttemptFolder,
  keeper: KeeperSettings & { readonly runDir: string; readonly sandbox?: Sandbox | null },
): Promise<Placed> {
  const { agent, workspace, project } = request;
  const launch = adapter.launch(request);
  const own = environment(request, launch, folder);
  const path = own["PATH"] ?? process.env["PATH"] ?? "";
  const program = findProgram(launch.command[0], workspace, path, project);
  if (!program.ok) return program;
  const driven = launch.program === undefined ? undefined : findProgram(launch.program, workspace, path, project);
  if (driven && !driven.ok) return driven;
  const sandbox = agent.isReeve ? null : keeper.sandbox;
  const known = { ...process.env, ...own };
  const doubt =
    (driven && preflight(adapter.name, driven.path, known)) ??
    (sandbox ? unreachableProvider(adapter.name, known, sandbox.reaches) : null);
  if (doubt) return { ok: false, failure: doubt };
  await makeFolder(folder.handIn, 0o700);
  const command = [program.path, ...launch.command.slice(1)];
  const boxed = await sandbox?.enclose({
    workspace,
    dir: folder.dir,
    handIn: folder.handIn,
    box: folder.box,
    command,
    env: own,
    agent: [adapter.name, adapter.program ?? "", ...agent.command],
    programs: driven ? [driven.path] : [],
    doors: [request.callback, request.gateway].flatMap((door) => (door ? [door.url] : [])),
  });
  const env = { ...own, ...boxed?.env, ...(driven && { [DRIVER_ENV.program]: driven.path }) };
  await Promise.all([
    writeWhole(folder.prompt, launch.stdin, { mode: 0o600 }),
    writeWhole(folder.order, `${JSON.stringify(record(request, launch, folder), null, 2)}\n`, { mode: 0o600 }),
  ]);
  const bytesMax = Math.floor(agent.limits.outputMb * 1024 * 1024);
  const about = [`REEVE_KEEPER=${folder.mark}`, folder.exit, workspace, bytesMax, leasePath(keeper.runDir)];
  const watch = [keeper.tickS, keeper.ticks, process.execPath, REAP, brandFor(folder.mark)];
  const args = [...about, ...watch, keeper.shell, "prompt.txt", ...(boxed?.command ?? command)].map(String);
  return {
    ok: true,
    keep: { dir: folder.dir, shell: keeper.shell, script: KEEPER, pipesDir: join(keeper.runDir, "pipes"), args, env },
  };
}

/** The keeper turns REEVE_KEEPER into REEVE_MARK for the agent, so that it is not taken for one of its processes. */
function environment(request: AttemptRequest, launch: Launch, folder: AttemptFolder): Record<string, string> {
  return {
    ...request.agent.env,
    ...(request.gateway && agentVariables(request.gateway.url, request.agent.env, process.env)),
    ...NO_CALLBACK,
    ...launch.env,
    REEVE_RUN_ID: request.runId,
    REEVE_TASK_ID: request.taskId,
    REEVE_ATTEMPT: String(request.number),
    REEVE_RESULT: folder.result,
    REEVE_PROJECT: request.project ?? request.workspace,
    REEVE_KEEPER: folder.mark,
    [DRIVER_ENV.inbox]: folder.inbox,
  };
}

/** A Reeve that an agent of another Reeve started hands nobody its own way back to that one. */
const NO_CALLBACK = { [DRIVER_ENV.url]: "", [DRIVER_ENV.token]: "" } as const;

/** For people who look into the folder; Reeve reads nothing of it back. */
function record(request: AttemptRequest, launch: Launch, folder: AttemptFolder): object {
  const { runId, taskId, attemptId, number, workspace, model, session } = request;
  const variables = Object.keys({ ...request.agent.env, ...launch.env }).sort();
  return {
    runId,
    taskId,
    attemptId,
    number,
    mark: folder.mark,
    command: launch.command,
    workspace,
    model,
    session,
    variables,
  };
}
