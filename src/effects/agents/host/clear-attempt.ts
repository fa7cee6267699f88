/**
 * What is left to do when an agent has ended: end what it left behind, wait until its keeper has stored all output, and
 * collect what its adapter judges the end by. And the ends that need no adapter: stopped, lost, never really started.
 */

import { stat } from "node:fs/promises";
import type { Outcome } from "../../../domain/work/outcome.ts";
import { readIfThere } from "../../files/foreign-file.ts";
import {
  type AttemptFolder,
  type KeptExit,
  readExit,
  readKept,
  readPid,
  readResult,
} from "../../processes/attempt-folder.ts";
import { type StarterClient, StarterError } from "../../processes/starter-client.ts";
import type { KnownProcess } from "../../processes/starter-protocol.ts";
import { tellWall } from "../../sandbox/wall-hit.ts";
import type { AgentAdapter, AttemptEnd, AttemptRequest } from "../adapters/agent-adapter.ts";
import { lastLines } from "../adapters/read-outcome.ts";
import { readTail } from "../output/output-reader.ts";

/** For leftovers: a program in the background deserves to be asked, but nobody waits for it long. */
const LEFTOVER_GRACE_MS = 2_000;
const RELAY_GRACE_MS = 1_000;
const KEEPER_MS_MAX = 8_000;

export interface Cleared {
  /** Absent: its keeper vanished before it could publish one. */
  readonly exit?: KeptExit;
  /** The machine was restarted since it began. */
  readonly rebooted?: true;
  /** Processes the agent had left behind. */
  readonly leftovers: number;
  /** Its keeper did not come to its end by itself: some of the output may be missing. */
  readonly cut?: true;
  /** Such as could not be ended. */
  readonly survivors: readonly number[];
  /** Nobody could look. */
  readonly unswept?: true;
}

/** Who kept and who ran it, as far as that is known. */
export interface Known {
  readonly rebooted?: true;
  readonly keeper?: KnownProcess | undefined;
  readonly agent?: KnownProcess | undefined;
}

/** Without the helper nothing can be swept; what is published still counts. */
export async function clearOrRead(folder: AttemptFolder, starter: StarterClient, known: Known): Promise<Cleared> {
  try {
    return await clearAttempt(folder, starter, known);
  } catch (error) {
    if (!(error instanceof StarterError)) throw error;
    const exit = await readExit(folder);
    return { ...(exit && { exit }), leftovers: 0, survivors: [], unswept: true };
  }
}

/** Afterwards nothing of the attempt runs, and nothing is written to its files any more. */
export async function clearAttempt(folder: AttemptFolder, starter: StarterClient, known: Known): Promise<Cleared> {
  const { mark } = folder;
  const { keeper, agent, rebooted } = known.keeper ? known : await findKept(folder, starter);
  const leftovers = { ...(agent && { agent }), ...(keeper && { keeperPid: keeper.pid }), graceMs: LEFTOVER_GRACE_MS };
  const [swept, gone] = await Promise.all([
    starter.ask("end", { mark, ...leftovers }),
    keeper ? starter.ask("gone", { ...keeper, withinMs: KEEPER_MS_MAX }) : false,
  ]);
  const exit = await readExit(folder);
  // A keeper that hangs, or what one that was killed has left: its relays finish by themselves, its watch when asked.
  const isLeft = !gone || !exit || (await readIfThere(folder.left)) !== undefined;
  const second = isLeft ? await starter.ask("end", { mark, keeperToo: true, graceMs: RELAY_GRACE_MS }) : undefined;
  const { survivors } = second ?? swept;
  const cut = keeper && !gone ? ({ cut: true } as const) : {};
  return { ...(exit && { exit }), ...(rebooted && { rebooted }), ...cut, leftovers: swept.ended, survivors };
}

/** What the starter wrote down, unless it is from before a reboot; or else what the lock says. */
async function findKept(folder: AttemptFolder, starter: StarterClient): Promise<Known> {
  const kept = await readKept(folder);
  if (kept) return kept.bootId === (await starter.ask("boot_id", {})) ? kept : { rebooted: true };
  const pid = await readPid(folder.lock);
  return pid === undefined ? {} : { keeper: { pid } };
}

const OUT_TAIL_BYTES = 1024 * 1024;
const ERR_TAIL_BYTES = 64 * 1024;

async function collectEnd(folder: AttemptFolder, { exit }: KeptExit): Promise<AttemptEnd> {
  const [out, err, result, endedAt] = await Promise.all([
    readTail(folder.dir, "out", OUT_TAIL_BYTES),
    readTail(folder.dir, "err", ERR_TAIL_BYTES),
    readResult(folder),
    writtenAt(folder.exit),
  ]);
  return { exit, out, err, ...(result !== undefined && { result }), ...(endedAt !== undefined && { endedAt }) };
}

async function writtenAt(file: string): Promise<number | undefined> {
  const found = await stat(file).catch(() => undefined);
  return found && Math.min(found.mtimeMs, Date.now());
}

export async function judge(
  folder: AttemptFolder,
  cleared: Cleared,
  adapter: AgentAdapter,
  request: AttemptRequest,
  isBoxed = false,
): Promise<Outcome> {
  const { exit, rebooted } = cleared;
  if ((await readIfThere(folder.stopping)) !== undefined) return { type: "stopped" };
  if (!exit && rebooted) return away("the machine was restarted in the meantime");
  if (!exit) return { type: "lost", evidence: await keeperEvidence(folder) };
  if (exit.orphaned) return away("its keeper ended it: no Reeve had come back in time");
  if (exit.problem === "workspace") return workspaceGone(request.workspace);
  if (exit.problem === "files") return { type: "lost", evidence: await keeperEvidence(folder) };
  const end = await collectEnd(folder, exit);
  const outcome = adapter.outcome(end, request);
  if (isMalformed(outcome) && (cleared.cut || (await readIfThere(folder.torn)) !== undefined))
    return { type: "lost", evidence: [TORN] };
  return isBoxed ? tellWall(outcome, `${end.err}\n${end.out}`) : outcome;
}

/** Whoever is asked to say it again has done nothing wrong. */
const TORN = "what keeps its output was killed, and the end of that is missing";

function isMalformed(outcome: Outcome): boolean {
  return outcome.type === "failed" && outcome.failure.class === "malformed_output";
}

function away(what: string): Outcome {
  return { type: "lost", evidence: [what], outage: true };
}

async function keeperEvidence(folder: AttemptFolder): Promise<readonly string[]> {
  const log = (await readIfThere(folder.log)) ?? "";
  return ["its keeper left no exit status", ...lastLines(log)];
}

function workspaceGone(workspace: string): Outcome {
  const message = `The workspace ${workspace} could not be entered. Create it, or correct the path, then retry the task.`;
  return {
    type: "failed",
    failure: { class: "config_error", restart: "terminal", subject: workspace, message, evidence: [] },
  };
}
