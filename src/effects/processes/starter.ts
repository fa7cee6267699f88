/**
 * The starter: a small process that forks in Reeve's stead, because forking blocks, and the longer the larger the
 * process. It also looks through the process table and ends processes, away from Reeve's loop. It ends with its standard
 * input, that is with Reeve; the keepers it started live on. It decides nothing.
 */
import { createInterface } from "node:readline";
import { setImmediate } from "node:timers/promises";
import { jsonLine } from "../../basics/json-line.ts";
import { endProcesses, realWorld } from "./end-processes.ts";
import { keep, whenChildGone } from "./keep.ts";
import { PipeStock } from "./pipe-stock.ts";
import type { KnownProcess, StarterRequest, StarterVerb, StarterVerbs } from "./starter-protocol.ts";
import { commandsBelow } from "./table/commands.ts";
import { type ProcessTable, processTable } from "./table/process-table.ts";
import { pause, vitalsOf, wake } from "./table/vitals.ts";

type Performers = { readonly [V in StarterVerb]: (body: StarterVerbs[V][0]) => Promise<StarterVerbs[V][1]> };

const choice = processTable();
if (!choice.ok) throw new Error(choice.sentence);
const table = sharing(choice.table);
const world = realWorld(table);
const stock = new PipeStock();
const performers: Performers = {
  keep: (request) => keep(request, table, stock),
  end: (request) => endProcesses(request, world),
  gone: ({ withinMs, ...known }) => whenGone(known, withinMs),
  find: ({ pids }) => table.find(pids),
  keepers: async ({ mark }) =>
    (await table.list()).filter((info) => !info.zombie && info.keeper === mark).map((info) => info.pid),
  vitals: ({ roots }) => vitalsOf(roots),
  commands: ({ roots }) => commandsBelow(roots),
  pause: ({ roots }) => pause(roots),
  wake: ({ roots }) => wake(roots),
  boot_id: () => table.bootId(),
};

const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => void perform(JSON.parse(line)));
lines.on("close", () => void stock.clear().finally(() => process.exit(0)));
// Reeve died between a request and its answer.
process.stdout.on("error", () => process.exit(0));

async function perform<V extends StarterVerb>({ id, verb, body }: StarterRequest<V>): Promise<void> {
  try {
    reply({ id, answer: await performers[verb](body) });
  } catch (error) {
    reply({ id, problem: error instanceof Error ? error.message : String(error) });
  }
}

function reply(answer: object): void {
  process.stdout.write(`${jsonLine(answer)}\n`);
}

const POLL_MS_SLOW = 2_000;
const POLL_MS_FAST = 10;
const POLL_MS_FAST_MAX = 100;

/** Our own children tell at once; those of an earlier starter have to be looked at. */
async function whenGone(known: KnownProcess, withinMs?: number): Promise<boolean> {
  const child = whenChildGone(known.pid);
  if (child && withinMs === undefined) return await child;
  if (child && withinMs !== undefined) return await Promise.race([child, world.sleep(withinMs).then(() => false)]);
  const deadline = performance.now() + (withinMs ?? Number.POSITIVE_INFINITY);
  for (let round = 1; await isAlive(known); round += 1) {
    const leftMs = deadline - performance.now();
    if (leftMs <= 0) return false;
    const pollMs = withinMs === undefined ? POLL_MS_SLOW : Math.min(POLL_MS_FAST * round, POLL_MS_FAST_MAX);
    await world.sleep(Math.min(pollMs, leftMs));
  }
  return true;
}

async function isAlive({ pid, startTime }: KnownProcess): Promise<boolean> {
  const [info] = await table.find([pid]);
  return info !== undefined && !info.zombie && (startTime === undefined || info.startTime === startTime);
}

/** Whoever asks for the whole table before a look has begun shares that look: many attempts end at the same time. */
function sharing(inner: ProcessTable): ProcessTable {
  let next: { since: string | undefined; look: ReturnType<ProcessTable["list"]> } | undefined;
  const list: ProcessTable["list"] = (since) => {
    // Start times are opaque: two that differ are served by a look at all.
    if (next && next.since !== since) next.since = undefined;
    next ??= { since, look: lookNow() };
    return next.look;
  };
  const lookNow = async (): ReturnType<ProcessTable["list"]> => {
    await setImmediate();
    const since = next?.since;
    next = undefined;
    return await inner.list(since);
  };
  return { ...inner, list };
}
