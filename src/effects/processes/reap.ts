/**
 * `reap MARK AGENT_PID KEEPER_PID`: what a keeper runs to end its agent when no Reeve comes back. Exit status 0 means
 * that it did what could be done; the keeper then does not fall back on its own means.
 */
import { endProcesses, realWorld } from "./end-processes.ts";
import { processTable } from "./table/process-table.ts";

const GRACE_MS = 5_000;

const [mark = "", agentPid, keeperPid] = process.argv.slice(2);
const choice = processTable();
if (mark === "" || !choice.ok) process.exit(2);
await endProcesses(
  { mark, agent: { pid: Number(agentPid) }, keeperPid: Number(keeperPid), graceMs: GRACE_MS },
  realWorld(choice.table),
);
