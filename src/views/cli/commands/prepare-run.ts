/**
 * Which run `reeve run` works on, with which settings; makes the run if it is a new one. Where going on by guess would do
 * the work, and spend the money, twice, it says so and leaves the choice to the person.
 */
import { join } from "node:path";
import type { Checked } from "../../../config/mistake.ts";
import type { Config } from "../../../domain/config.ts";
import type { Role } from "../../../domain/plan.ts";
import type { Settings } from "../../../domain/settings.ts";
import { settingsOf } from "../../../engine/state.ts";
import { type Choice, chooseRun } from "../../../runtime/choose-run.ts";
import { createRun } from "../../../runtime/create-run.ts";
import { type Loaded, loadConfig, loadPlan } from "../../../runtime/load.ts";
import { PLAN_FILE, type Project } from "../../../runtime/project.ts";
import { countOf, plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, print, printJson } from "../io.ts";
import type { FleetWish } from "../world.ts";
import { reportMistakes } from "./check.ts";

export interface RunOptions extends CommonOptions {
  readonly maxParallel?: number;
  readonly detach?: boolean;
  readonly wait?: boolean;
  readonly new?: boolean;
}

export interface Prepared extends Omit<FleetWish, "onRecord"> {
  /** What is about to happen, in one line. */
  readonly opening: string;
  readonly roles: Map<string, Role>;
}

export async function prepareRun(
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
  if (choice.choose === "continue") return goOn(io, project, choice, options);
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
  const { config, plan } = loaded.value;
  const settings = settingsWith(config, options);
  const place = await createRun(project, loaded.value, settings, io.now);
  const size = `${countOf(plan.tasks.length, "task")}, at most ${countOf(settings.maxParallel, "agent")} at once`;
  const opening = `${place.id} begins: ${plainText(plan.title)} (${size}). ${HOW_TO_STOP}`;
  const roles = new Map(plan.tasks.map(({ id, role }) => [id, role]));
  return { project, place, config, settings, wait: options.wait ?? false, opening, roles };
}

function goOn(
  io: Io,
  project: Project,
  { place, state }: Extract<Choice, { choose: "continue" }>,
  options: RunOptions,
): Prepared | ExitCode {
  const config = loadConfig(project);
  if (!config.ok) return mistaken(io, options, config);
  const settings = settingsWith(config.value, options);
  const size = `${state.derived.counts.done} of ${countOf(state.tasks.size, "task")} done`;
  const opening = `${place.id} goes on: ${plainText(state.run.title)} (${size}). ${HOW_TO_STOP}`;
  const roles = new Map([...state.tasks.values()].map(({ id, spec }) => [id, spec.role]));
  return { project, place, config: config.value, settings, wait: options.wait ?? false, opening, roles };
}

const HOW_TO_STOP = "Ctrl-C stops, `reeve run` goes on.";

function settingsWith(config: Config, options: RunOptions): Settings {
  const settings = settingsOf(config);
  return { ...settings, maxParallel: options.maxParallel ?? settings.maxParallel };
}

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
      `${place.id} has worked this plan to its end (${state.derived.counts.done} of ${countOf(state.tasks.size, "task")} done). \`reeve status\` shows it, \`reeve run ${planFile} --new\` works the plan again.`,
    ]);
  return verdict === "done" ? EXIT.ok : EXIT.failed;
}

function mistaken(io: Io, options: RunOptions, checked: Extract<Checked<unknown>, { ok: false }>): ExitCode {
  const { mistakes, warnings } = checked;
  if (options.json)
    printJson(io, { error: "the configuration or the plan has mistakes", mistakes, warnings, exit: EXIT.badInput });
  else {
    reportMistakes(io, mistakes, warnings);
    io.err(`${countOf(mistakes.length, "mistake")}; nothing was started.\n`);
  }
  return EXIT.badInput;
}
