/**
 * `reeve run [plan]`: works a plan, or goes on with a run. Says what it is about to do, shows how it goes (a live screen
 * in a terminal, one line per event elsewhere, JSON Lines with --json), and ends with what came of it.
 */
import { join } from "node:path";
import type { Checked } from "../../../config/mistake.ts";
import type { Config } from "../../../domain/config.ts";
import type { Settings } from "../../../domain/settings.ts";
import { settingsOf } from "../../../engine/state.ts";
import { JournalError } from "../../../journal/journal-error.ts";
import { type Choice, chooseRun } from "../../../runtime/choose-run.ts";
import { createRun } from "../../../runtime/create-run.ts";
import { type Loaded, loadConfig, loadPlan } from "../../../runtime/load.ts";
import { findProject, PLAN_FILE, type Project, type RunPlace } from "../../../runtime/project.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, fail, type Io, print, printJson } from "../io.ts";
import { closingLines, exitOf } from "../render-end.ts";
import { showRun } from "../show-run.ts";
import type { FleetWish, World } from "../world.ts";
import { reportMistakes } from "./check.ts";

export interface RunOptions extends CommonOptions {
  readonly maxParallel?: number;
  readonly detach?: boolean;
  readonly wait?: boolean;
  readonly new?: boolean;
}

export async function runCommand(
  io: Io,
  world: World,
  planArg: string | undefined,
  options: RunOptions,
): Promise<ExitCode> {
  const project = findProject(io.cwd);
  try {
    const wish = await world.exclusively(project, () => prepare(io, project, planArg, options));
    if (typeof wish === "number") return wish;
    return options.detach ? await detach(io, world, wish, options) : await work(io, world, wish, options);
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    return fail(io, options.json, EXIT.journal, error.sentence);
  }
}

type Prepared = Omit<FleetWish, "onRecord">;

/** Which run, with which settings; makes the run if it is a new one. */
async function prepare(
  io: Io,
  project: Project,
  planArg: string | undefined,
  options: RunOptions,
): Promise<Prepared | ExitCode> {
  const loaded = planArg === undefined ? null : loadPlan(project, planArg, io.cwd);
  if (loaded && !loaded.ok) return mistaken(io, options, loaded);
  const choice = await chooseRun(project, {
    fresh: options.new ?? false,
    ...(options.run === undefined ? {} : { run: options.run }),
    ...(loaded?.ok ? { plan: loaded.value } : {}),
  });
  if (choice.choose === "new") return begin(io, project, loaded ?? standardPlan(io, project), options);
  if (choice.choose === "continue") return goOn(io, project, choice.place, options);
  return decline(io, choice, options);
}

function standardPlan(io: Io, project: Project): Checked<Loaded> {
  return loadPlan(project, join(project.root, PLAN_FILE), io.cwd);
}

async function begin(
  io: Io,
  project: Project,
  loaded: Checked<Loaded>,
  options: RunOptions,
): Promise<Prepared | ExitCode> {
  if (!loaded.ok) return mistaken(io, options, loaded);
  if (!options.json) reportMistakes(io, [], loaded.warnings);
  const { config } = loaded.value;
  const settings = settingsWith(config, options);
  const place = await createRun(project, loaded.value, settings, io.now);
  return { project, place, config, settings, wait: options.wait ?? false };
}

function goOn(io: Io, project: Project, place: RunPlace, options: RunOptions): Prepared | ExitCode {
  const config = loadConfig(project);
  if (!config.ok) return mistaken(io, options, config);
  return {
    project,
    place,
    config: config.value,
    settings: settingsWith(config.value, options),
    wait: options.wait ?? false,
  };
}

function settingsWith(config: Config, options: RunOptions): Settings {
  const settings = settingsOf(config);
  return { ...settings, maxParallel: options.maxParallel ?? settings.maxParallel };
}

/** Where going on by guess would do the work, and spend the money, twice. */
function decline(io: Io, choice: Exclude<Choice, { choose: "new" | "continue" }>, options: RunOptions): ExitCode {
  if (choice.choose === "unknown")
    return badInput(io, options.json, `There is no run ${choice.run} here; \`reeve status\` shows the newest.`);
  const { place, state } = choice;
  const { planFile, verdict } = state.run;
  if (choice.choose === "changed") {
    return badInput(
      io,
      options.json,
      `${planFile} has changed since ${place.id} began. \`reeve run\` goes on with the plan as it was; \`reeve run ${planFile} --new\` begins a new run.`,
    );
  }
  if (options.json) printJson(io, { run: place.id, finished: true, verdict });
  else
    print(io, [
      `${place.id} has worked this plan to its end (${state.derived.counts.done} of ${state.tasks.size} done). \`reeve status\` shows it, \`reeve run ${planFile} --new\` works the plan again.`,
    ]);
  return verdict === "done" ? EXIT.ok : EXIT.failed;
}

async function work(io: Io, world: World, wish: Prepared, options: RunOptions): Promise<ExitCode> {
  const show = showRun(io, wish, options.json ?? false);
  const fleet = await world.openFleet({ ...wish, onRecord: show.record });
  if ("heldBy" in fleet) {
    show.close();
    const { pid, host, since } = fleet.heldBy;
    const who = pid === 0 ? "another Reeve" : `pid ${pid} on ${host}, since ${since}`;
    return fail(
      io,
      options.json,
      EXIT.held,
      `${wish.place.id} is being worked on by ${who}. Watch it with \`reeve status\` or \`reeve events --follow\`; \`reeve stop\` stops it.`,
    );
  }
  const release = onSignals(io, fleet, options.json ?? false);
  try {
    show.open(fleet.state);
    const end = await fleet.work();
    show.close();
    if (end.type === "journal")
      return fail(io, options.json, EXIT.journal, `${end.error.sentence} Agents that run go on under their keepers.`);
    if (options.json) printJson(io, { end: end.type, exit: exitOf(end) });
    else print(io, closingLines(end, io.now()));
    return exitOf(end);
  } finally {
    show.close();
    release();
  }
}

/** First signal: stop gracefully. Second: agents are ended at once. Third: leave; keepers and journal hold everything. */
function onSignals(
  io: Io,
  fleet: { order: (input: { type: "stop" }) => Promise<unknown>; force: () => Promise<void> },
  json: boolean,
): () => void {
  let signals = 0;
  const say = (text: string) => json || io.err(`${text}\n`);
  const handle = () => {
    signals += 1;
    if (signals === 1) {
      say("Stopping: agents get their grace period. Once more ends them at once.");
      fleet.order({ type: "stop" }).catch(() => {});
    } else if (signals === 2) {
      say("Ending all agents now.");
      fleet.force().catch(() => {});
    } else process.exit(EXIT.stopped);
  };
  process.on("SIGINT", handle).on("SIGTERM", handle);
  return () => process.off("SIGINT", handle).off("SIGTERM", handle);
}

async function detach(io: Io, world: World, wish: Prepared, options: RunOptions): Promise<ExitCode> {
  const log = join(wish.place.dir, "detached.log");
  const parallel = options.maxParallel === undefined ? [] : ["--max-parallel", `${options.maxParallel}`];
  const { pid } = await world.detach(
    ["run", "--run", wish.place.id, ...parallel, ...(options.wait ? ["--wait"] : [])],
    log,
  );
  if (options.json) printJson(io, { run: wish.place.id, pid, log });
  else
    print(io, [
      `Reeve works on ${wish.place.id} in the background (pid ${pid}). \`reeve status\` shows how it goes, \`reeve stop\` stops it; its output is in ${log}.`,
    ]);
  return EXIT.ok;
}

function mistaken(io: Io, options: RunOptions, checked: Extract<Checked<unknown>, { ok: false }>): ExitCode {
  const { mistakes, warnings } = checked;
  if (options.json)
    printJson(io, { error: "the configuration or the plan has mistakes", mistakes, warnings, exit: EXIT.badInput });
  else reportMistakes(io, mistakes, warnings);
  return EXIT.badInput;
}
