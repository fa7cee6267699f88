/**
 * Ends every process of an attempt: ask, wait, kill, look again. Agents run their tools in sessions of their own, so a
 * process group is not enough: the tree is walked before anything is signalled, and whatever carries the attempt's mark
 * is found wherever it went. It never decides when to stop, and never touches itself or its ancestors.
 *
 * What escapes: a process that left the tree before the first look and wiped its environment as well.
 */

import { setTimeout } from "node:timers/promises";
import { addAll } from "../../basics/long-lists.ts";
import { hasMark, type ProcessInfo, type ProcessTable } from "./table/process-table.ts";

export interface EndRequest {
  readonly mark: string;
  /** The agent as the keeper started it; its start time, or else that it is the keeper's child, tells that it is still it. */
  readonly agent?: { readonly pid: number; readonly startTime?: string };
  readonly keeperPid?: number;
  /** End the keeper and its relays instead of the agent. */
  readonly keeperToo?: boolean;
  readonly graceMs: number;
}

export interface EndReport {
  /** Something did not go when asked and was killed. */
  readonly forced: boolean;
  readonly ended: number;
  readonly killed: number;
  /** Still there after all: not ours to signal, or stuck in the kernel. */
  readonly survivors: readonly number[];
}

export interface EndWorld {
  readonly table: ProcessTable;
  readonly signal: (pid: number, signal: NodeJS.Signals) => void;
  readonly sleep: (ms: number) => Promise<void>;
  readonly nowMs: () => number;
}

const POLL_MS_MIN = 5;
const POLL_MS_MAX = 200;
const KILL_ROUNDS_MAX = 40;

export function realWorld(table: ProcessTable): EndWorld {
  return { table, signal: trySignal, sleep: (ms) => setTimeout(ms), nowMs: () => performance.now() };
}

export async function endProcesses(request: EndRequest, world: EndWorld): Promise<EndReport> {
  const hunt = new Hunt(request, world);
  await hunt.look();
  await askAndWait(hunt, request.graceMs, world);
  const killed = await killAll(hunt, world);
  const survivors = [...hunt.alive.keys()];
  return { forced: killed > 0, ended: hunt.seen.size - survivors.length, killed, survivors };
}

async function askAndWait(hunt: Hunt, graceMs: number, { signal, sleep, nowMs }: EndWorld): Promise<void> {
  const deadline = nowMs() + graceMs;
  const asked = new Set<string>();
  for (
    let pollMs = POLL_MS_MIN;
    hunt.alive.size > 0 && nowMs() < deadline;
    pollMs = Math.min(pollMs * 1.5, POLL_MS_MAX)
  ) {
    for (const info of hunt.alive.values()) {
      if (asked.has(identity(info))) continue;
      asked.add(identity(info));
      if (WALLS.has(info.name ?? "")) continue;
      signal(info.pid, "SIGTERM");
      // A stopped process takes the request only when it goes on.
      signal(info.pid, "SIGCONT");
    }
    await sleep(Math.min(pollMs, Math.max(1, deadline - nowMs())));
    await hunt.check();
    if (hunt.alive.size === 0) await hunt.look();
  }
}

/** They go with whoever they enclose. Asked first, they would go at once, and kill it without asking. */
const WALLS = new Set(["bwrap", "unshare"]);

/** Repeated until nothing is found: a process may fork between being seen and being killed. */
async function killAll(hunt: Hunt, { signal, sleep }: EndWorld): Promise<number> {
  const killed = new Set<string>();
  for (let round = 1; hunt.alive.size > 0 && round <= KILL_ROUNDS_MAX; round += 1) {
    for (const info of hunt.alive.values()) {
      killed.add(identity(info));
      signal(info.pid, "SIGKILL");
    }
    await sleep(Math.min(POLL_MS_MIN * round, POLL_MS_MAX));
    await hunt.look();
  }
  return killed.size;
}

/** What was found so far. A process once found stays wanted, also when it leaves the tree or drops its mark. */
class Hunt {
  readonly seen = new Set<string>();
  alive: ReadonlyMap<number, ProcessInfo> = new Map();
  readonly #request: EndRequest;
  readonly #table: ProcessTable;

  constructor(request: EndRequest, world: EndWorld) {
    this.#request = request;
    this.#table = world.table;
  }

  /** The whole table: known ones, marked ones, and all that descends from either. */
  async look(): Promise<void> {
    // Nothing of the attempt is older than its agent.
    const all = await this.#table.list(this.#request.keeperToo ? undefined : this.#request.agent?.startTime);
    const children = Map.groupBy(all, (info) => info.ppid);
    const spared = ancestorsOf(process.pid, all);
    const found = new Map<number, ProcessInfo>();
    const queue = all.filter((info) => this.#isWanted(info));
    for (let info = queue.pop(); info; info = queue.pop()) {
      if (found.has(info.pid) || spared.has(info.pid)) continue;
      found.set(info.pid, info);
      addAll(queue, children.get(info.pid) ?? []);
    }
    this.#note(found.values());
  }

  /** Only those last seen alive: cheap. */
  async check(): Promise<void> {
    const now = await this.#table.find([...this.alive.keys()]);
    this.#note(now.filter((info) => this.seen.has(identity(info))));
  }

  #note(found: Iterable<ProcessInfo>): void {
    const alive = [...found].filter((info) => !info.zombie);
    for (const info of alive) this.seen.add(identity(info));
    this.alive = new Map(alive.map((info) => [info.pid, info]));
  }

  #isWanted(info: ProcessInfo): boolean {
    const { mark, agent, keeperPid, keeperToo } = this.#request;
    if (this.seen.has(identity(info)) || hasMark(info, mark)) return true;
    if (keeperToo && info.keeper === mark) return true;
    if (info.pid !== agent?.pid) return false;
    return agent.startTime === undefined ? info.ppid === keeperPid : info.startTime === agent.startTime;
  }
}

function ancestorsOf(pid: number, all: readonly ProcessInfo[]): Set<number> {
  const parents = new Map(all.map((info) => [info.pid, info.ppid]));
  const line = new Set([0, 1]);
  for (let at: number | undefined = pid; at !== undefined && !line.has(at); at = parents.get(at)) line.add(at);
  return line;
}

function identity(info: ProcessInfo): string {
  return `${info.pid}@${info.startTime}`;
}

/** Gone meanwhile, or not ours: the next look tells. */
function trySignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {}
}
