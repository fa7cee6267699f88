/**
 * `reeve run [plan]`: works a plan, or goes on with a run. Says what it is about to do, shows how it goes (a live screen
 * in a terminal, one line per event elsewhere, JSON Lines with --json), and ends with what came of it.
 */
import { join } from "node:path";
import type { State } from "../../../engine/state.ts";
import { JournalError } from "../../../journal/journal-error.ts";
import type { Holder } from "../../../journal/runs.ts";
import { tellHistory } from "../../../runtime/shared-history.ts";
import { diskText } from "../../review-words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { fail, type Io, print, printJson } from "../io.ts";
import { closingLines, exitOf } from "../render-end.ts";
import { showRun } from "../show-run.ts";
import { dateText } from "../times.ts";
import type { World } from "../world.ts";
import { type Prepared, prepareRun, type RunOptions } from "./prepare-run.ts";
import { stopOnSignals } from "./stop-signals.ts";

export async function runCommand(
  io: Io,
  world: World,
  planArg: string | undefined,
  options: RunOptions,
): Promise<ExitCode> {
  try {
    const wish = await prepareRun(io, world, planArg, options);
    if (typeof wish === "number") return wish;
    return options.detach ? await detach(io, world, wish, options) : await work(io, world, wish, options);
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    const instead = error.kind === "corrupt" ? " `reeve run PLAN --new` begins a new run of a plan beside it." : "";
    return fail(io, options.json, EXIT.journal, `${error.sentence}${instead}`);
  }
}

async function work(io: Io, world: World, wish: Prepared, options: RunOptions): Promise<ExitCode> {
  const show = showRun(io, options.json ?? false, wish.roles);
  const fleet = await world.openFleet({ ...wish, onRecord: show.record, onNotice: show.say });
  if ("heldBy" in fleet) return held(io, wish, fleet.heldBy, options);
  const release = stopOnSignals(fleet, show.say);
  try {
    show.open(wish.opening, fleet.state);
    const end = await fleet.work();
    show.close();
    const untold = await tellHistory(wish.project, wish.place, wish.config);
    if (untold !== null) io.err(`reeve: ${untold}\n`);
    if (end.type === "journal")
      return fail(io, options.json, EXIT.journal, `${end.error.sentence} Agents that run go on under their keepers.`);
    if (end.type === "unusable") return fail(io, options.json, EXIT.unusable, end.sentence);
    if (options.json) printJson(io, { end: end.type, exit: exitOf(end) });
    else print(io, [...closingLines(end, io.now()), ...(await roomLines(world, wish, end.state))]);
    return exitOf(end);
  } finally {
    show.close();
    release();
  }
}

/** Few enough to be counted in a moment. */
const ENTRIES_MAX = 20_000;

/** Of a run that is over: its worktrees are not needed any more, and nobody else would tell that they are there. */
async function roomLines(world: World, { project, place }: Prepared, { run }: State): Promise<string[]> {
  if (run.phase !== "ended" || run.base === null) return [];
  const taken = diskText(await world.worktreesUse(project, place.id, ENTRIES_MAX));
  return taken === null ? [] : [`Worktrees: ${taken}.`];
}

function held(io: Io, { place }: Prepared, { pid, host, since }: Holder, options: RunOptions): ExitCode {
  const who = pid === 0 ? "another Reeve" : `pid ${pid} on ${host} since ${dateText(Date.parse(since))}`;
  return fail(
    io,
    options.json,
    EXIT.held,
    `${place.id} is being worked on by ${who}. Watch it with \`reeve status\` or \`reeve events --follow\`; \`reeve stop\` stops it.`,
  );
}

async function detach(io: Io, world: World, wish: Prepared, options: RunOptions): Promise<ExitCode> {
  const { id, dir } = wish.place;
  const holder = await wish.project.runs.holder(id);
  if (holder !== null) return held(io, wish, holder, options);
  const log = join(dir, "detached.log");
  const parallel = options.maxParallel === undefined ? [] : ["--max-parallel", `${options.maxParallel}`];
  const asks = options.autoResume === false ? ["--no-auto-resume"] : [];
  const waits = options.wait ? ["--wait"] : [];
  const { pid } = await world.detach(["run", "--run", id, ...parallel, ...asks, ...waits], log);
  if (options.json) printJson(io, { run: id, pid, log });
  else
    print(io, [
      `Reeve works on ${id} in the background (pid ${pid}). \`reeve status\` shows how it goes, \`reeve stop\` stops it; its output is in ${log}.`,
    ]);
  return EXIT.ok;
}
