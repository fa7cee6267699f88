/** Starts one keeper, hears from it that its agent runs, and writes down who they are. Runs inside the starter only. */

import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { readTextSync } from "../files/foreign-file.ts";
import { tellsScarcity } from "../files/scarcity.ts";
import { writeWholeSync } from "../files/write-whole.ts";
import type { PipeStock } from "./pipe-stock.ts";
import type { KeepAnswer, KeepRequest, Kept } from "./starter-protocol.ts";
import type { ProcessTable } from "./table/process-table.ts";

const children = new Map<number, Promise<true>>();

/** Undefined for a process that is not our child; such a one has to be looked for in the process table. */
export function whenChildGone(pid: number): Promise<true> | undefined {
  return children.get(pid);
}

export async function keep(request: KeepRequest, table: ProcessTable, stock: PipeStock): Promise<KeepAnswer> {
  const pipes = stock.take(request.pipesDir);
  const child = spawnKeeper(request, pipes);
  // When it has spoken, whoever needs the pipes has opened them; their names are not needed any more.
  const said = await firstLine(child).finally(() => stock.discard(pipes));
  const [word, agentPid] = said.split(" ");
  if (word === "taken") return { type: "taken" };
  if (word !== "agent" || child.pid === undefined) return failed(said, request.dir);
  const kept = await identify(child.pid, Number(agentPid), table);
  writeDown(request.dir, kept);
  return { type: "kept", kept };
}

function spawnKeeper({ dir, shell, script, args, env }: KeepRequest, pipes: string): ChildProcess {
  const log = openSync(join(dir, "keeper.log"), "a", 0o600);
  try {
    const options = { cwd: dir, detached: true, env: { ...process.env, ...env } };
    const child = spawn(shell, [script, pipes, ...args], { ...options, stdio: ["ignore", "pipe", log] });
    const { pid } = child;
    if (pid !== undefined) {
      const gone = new Promise<true>((resolve) => child.once("exit", () => resolve(true)));
      children.set(pid, gone);
      void gone.then(() => children.delete(pid));
    }
    return child;
  } finally {
    closeSync(log);
  }
}

/** What it says first; "" when it ends without a word, the reason when it cannot be started. */
function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    child.once("error", (error) => resolve(`error ${error.message}`));
    child.stdout?.on("data", (chunk) => {
      text += String(chunk);
      if (!text.includes("\n")) return;
      child.stdout?.destroy();
      resolve(text.trimEnd());
    });
    child.stdout?.once("end", () => resolve(text.trimEnd()));
  });
}

/** A shell that may start no process tells so in its log, and only there. */
function failed(said: string, dir: string): KeepAnswer {
  const message = failureOf(said);
  const scarce = [message, readTextSync(join(dir, "keeper.log")) ?? ""].some(tellsScarcity);
  return { type: "failed", message, ...(scarce && { scarce }) };
}

function failureOf(said: string): string {
  if (said === "unlockable") return "the keeper could not write into the attempt's folder";
  return said.startsWith("error ") ? said.slice("error ".length) : "the keeper ended before it had started the agent";
}

async function identify(keeperPid: number, agentPid: number, table: ProcessTable): Promise<Kept> {
  const found = await table.find([keeperPid, agentPid]);
  const known = (pid: number): Kept["keeper"] => {
    const startTime = found.find((info) => info.pid === pid)?.startTime;
    return startTime === undefined ? { pid } : { pid, startTime };
  };
  return { keeper: known(keeperPid), agent: known(agentPid), bootId: await table.bootId() };
}

/** For the Reeve that comes back after a kill. Without it the lock alone still says who the keeper is. */
function writeDown(dir: string, kept: Kept): void {
  try {
    writeWholeSync(join(dir, "keeper"), `${JSON.stringify(kept)}\n`, { mode: 0o600 });
  } catch {}
}
