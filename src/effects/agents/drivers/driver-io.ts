/**
 * The real world of a driver: lines go to standard output at once, the agent is started in the order's workspace, and
 * everything it started can be ended. It understands nothing of what an agent says.
 */
import { randomUUID } from "node:crypto";
import { writeSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { makeFolder } from "../../files/make-folder.ts";
import { endProcesses, realWorld } from "../../processes/end-processes.ts";
import { processTable } from "../../processes/table/process-table.ts";
import { spawnDriven } from "./driven-process.ts";
import type { DriverIo } from "./driver.ts";
import { bounded, DRIVER_ENV, type DriverLine } from "./driver-lines.ts";
import { followInbox } from "./inbox.ts";

export interface DriverWorld extends DriverIo {
  /** The turn is over: the inbox ends. */
  readonly finish: () => void;
}

export function driverIo(workspace: string, stop: AbortController): DriverWorld {
  const over = new AbortController();
  const env = agentEnv(process.env);
  const pids: number[] = [];
  let session: string | undefined;
  const inbox = process.env[DRIVER_ENV.inbox];
  return {
    emit: (line) => {
      // Preset by us and then named by the agent: once is enough.
      if (line.type === "session" && line.id === session) return;
      if (line.type === "session") session = line.id;
      print(line, stop);
    },
    spawn: (command, options = {}) => {
      const child = spawnDriven(command, options, { cwd: workspace, env });
      if (child.pid > 0) pids.push(child.pid);
      return child;
    },
    endAll: (graceMs) => endAll(pids, graceMs),
    inbox: { [Symbol.asyncIterator]: () => followInbox(inbox, over.signal) },
    stopped: stop.signal,
    now: Date.now,
    env,
    scratchDir: () => scratchDir(process.env["REEVE_RESULT"]),
    finish: () => over.abort(),
  };
}

/** With its time, last, for whoever reads it later. Where nobody reads any more nothing can be told: the turn is to end. */
export function print(line: DriverLine, stop: AbortController): void {
  try {
    writeSync(1, `${JSON.stringify({ ...bounded(line), at: Date.now() })}\n`);
  } catch {
    stop.abort();
  }
}

function agentEnv(own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { [DRIVER_ENV.inbox]: _inbox, [DRIVER_ENV.program]: _program, ...others } = own;
  const { [DRIVER_ENV.url]: _url, [DRIVER_ENV.token]: _token, ...rest } = others;
  return rest;
}

/** By the attempt's mark, which all of them carry; without one, the trees of what was started here. */
async function endAll(pids: readonly number[], graceMs: number): Promise<void> {
  const choice = processTable();
  if (!choice.ok) return;
  // Never the empty text: every process without a mark has that.
  const mark = process.env[DRIVER_ENV.mark]?.split(":").at(-1) || randomUUID();
  const world = realWorld(choice.table);
  const [pid, ...others] = pids;
  const request = { mark, graceMs, ...(pid !== undefined && { agent: { pid }, keeperPid: process.pid }) };
  await endProcesses(request, world);
  for (const other of others) await endProcesses({ ...request, agent: { pid: other } }, world);
}

/** Beside its result: behind walls that is all of the attempt's folder that can be written. */
async function scratchDir(result: string | undefined): Promise<string> {
  if (result === undefined) return await mkdtemp(join(tmpdir(), "reeve-driver-"));
  const dir = join(dirname(result), "driver");
  await makeFolder(dir, 0o700);
  return dir;
}
