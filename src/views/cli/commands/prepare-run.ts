/**
 * Which run `reeve run` works on, with which settings; makes the run if it is a new one. Where going on by guess would do
 * the work, and spend the money, twice, it says so and leaves the choice to the person.
 */
import type { Checked } from "../../../config/mistakes/mistake.ts";
import type { Config } from "../../../domain/config.ts";
import type { Role } from "../../../domain/plan.ts";
import type { Settings } from "../../../domain/settings.ts";
import { isFinal } from "../../../domain/task.ts";
import { settingsOf } from "../../../engine/settings.ts";
import { checkMoney } from "../../../runtime/check-money.ts";
import { type Choice, chooseRun } from "../../../runtime/choose-run.ts";
import { createRun } from "../../../runtime/create-run.ts";
import { type Loaded, loadConfig } from "../../../runtime/load.ts";
import { findProject, type Project, standardPlan } from "../../../runtime/project.ts";
import { progressOf } from "../../project.ts";
import { countOf, plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, fail, type Io, print, printJson } from "../io.ts";
import type { FleetWish, World } from "../world.ts";
import { loadAffordable, reportMistakes } from "./check.ts";

export interface RunOptions extends CommonOptions {
  readonly maxParallel?: number;
  /** False: what a usage limit held asks before it goes on. */
  readonly autoResume?: boolean;
  readonly detach?: boolean;
  readonly wait?: boolean;
  readonly new?: boolean;
}

export interface Prepared extends Omit<FleetWish, "onRecord"> {
  /** What is about to happen, in one line. */
  readonly opening: string;
  readonly roles: Map<string, Role>;
}

/** One at a time per project: of two that begin a plan at once, the second must find the run of the first. */
export async function prepareRun(
  io: Io,
  world: Pick<World, "exclusively" | "findBase">,
  planArg: string | undefined,
  options: RunOptions,
): Promise<Prepared | ExitCode> {
  const project = findProject(io.cwd);
  const named = planArg ?? ((await mustBegin(project, options)) ? standardPlan(project, io.cwd) : undefined);
  const loaded = named === undefined ? null : await loadAffordable(project, named, io);
  // Told before anything is touched: whoever mistypes leaves no trace.
  if (loaded && !loaded.ok) return mistaken(io, options, loaded);
  return world.exclusively(project, async () => {
    const choice = await chooseRun(project, {
      fresh: options.new ?? false,
      ...(options.run === undefined ? {} : { run: options.run }),
      ...(loaded?.ok && planArg !== undefined ? { plan: loaded.value } : {}),
    });
    if (choice.choose === "continue") return goOn(io, project, choice, options);
    if (choice.choose !== "new") return decline(io, choice, options);
    const meant = loaded ?? (await loadAffordable(project, standardPlan(project, io.cwd), io));
    return begin(io, world, project, meant, options);
  });
}

async function mustBegin(project: Project, options: RunOptions): Promise<boolean> {
  return options.new === true || (await project.runs.list()).length === 0;
}

async function begin(
  io: Io,
  world: Pick<World, "findBase">,
  project: Project,
  loaded: Checked<Loaded>,
  options: RunOptions,
): Promise<Prepared | ExitCode> {
  if (!loaded.ok) return mistaken(io, options, loaded);
  if (!options.json) reportMistakes(io, [], loaded.warnings);
  const { config, plan } = loaded.value;
  const settings = settingsWith(config, options);
  const found = await world.findBase(project, config, plan);
  if ("unusable" in found) return fail(io, options.json, EXIT.unusable, found.unusable);
  if (!options.json) for (const warning of found.warnings) io.err(`reeve: ${warning}\n`);
  const place = await createRun(project, loaded.value, settings, found, io.now);
  const size = `${countOf(plan.tasks.length, "task")}, at most ${countOf(settings.maxParallel, "agent")} at once`;
  const opening = `${place.id} begins: ${plainText(plan.title)} (${size}). ${HOW_TO_STOP}`;
  const roles = new Map(plan.tasks.map(({ id, role }) => [id, role]));
  return { project, place, config, settings, wait: options.wait ?? false, opening, roles };
}

async function goOn(
  io: Io,
  project: Project,
  { place, state }: Extract<Choice, { choose: "continue" }>,
  options: RunOptions,
): Promise<Prepared | ExitCode> {
  const config = loadConfig(project);
  if (!config.ok) return mistaken(io, options, config);
  const tasks = [...state.tasks.values()].filter(({ status }) => !isFinal(status)).map(({ spec }) => spec);
  // Budgets of tasks are as they were when the run began; that of the run may have been changed since.
  const money = { project, config: config.value, tasks, planFile: null, cwd: io.cwd, now: io.now() };
  const mistakes = await checkMoney(money);
  if (mistakes.length > 0) return mistaken(io, options, { ok: false, mistakes, warnings: [] });
  const settings = settingsWith(config.value, options);
  const { done, total } = progressOf(state);
  const size = `${done} of ${countOf(total, "task")} done`;
  const opening = `${place.id} goes on: ${plainText(state.run.title)} (${size}). ${HOW_TO_STOP}`;
  const roles = new Map([...state.tasks.values()].map(({ id, spec }) => [id, spec.role]));
  return { project, place, config: config.value, settings, wait: options.wait ?? false, opening, roles };
}

const HOW_TO_STOP = "Ctrl-C stops, `reeve run` goes on.";

function settingsWith(config: Config, options: RunOptions): Settings {
  const settings = settingsOf(config);
  const { policies } = settings;
  return {
    ...settings,
    maxParallel: options.maxParallel ?? settings.maxParallel,
    policies: options.autoResume === false ? { ...policies, autoResume: false } : policies,
    agents: options.autoResume === false ? withoutOwnWord(settings.agents) : settings.agents,
  };
}

/** What is said for the whole run counts for every agent. */
function withoutOwnWord(agents: Settings["agents"]): Settings["agents"] {
  return Object.fromEntries(Object.entries(agents).map(([name, { autoResume: _own, ...agent }]) => [name, agent]));
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
  const { done, total } = progressOf(state);
  if (options.json) printJson(io, { run: place.id, finished: true, verdict });
  else
    print(io, [
      `${place.id} has worked this plan to its end (${done} of ${countOf(total, "task")} done). \`reeve status\` shows it, \`reeve run ${planFile} --new\` works the plan again.`,
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
