/**
 * Which run is worked on, with which settings; makes the run if it is a new one. Where going on by guess would do the
 * work, and spend the money, twice, it says so and leaves the choice to the person.
 */
import type { Checked, Mistake } from "../../config/mistakes/mistake.ts";
import type { Role } from "../../domain/spec/plan.ts";
import { isFinal } from "../../domain/work/task.ts";
import { trustGit } from "../../effects/git/trusted-git.ts";
import { tooNarrow } from "../../effects/processes/table/limits.ts";
import type { Forecast } from "../../engine/forecast/forecast.ts";
import { JournalError } from "../../journal/journal-error.ts";
import { forecastPlan, readBasis } from "../forecast/forecast-plan.ts";
import { progressOf } from "../look/fleet-view.ts";
import { machineBrake } from "../machine/machine-brake.ts";
import { type TakenFiles, takeFiles } from "../orders/take-files.ts";
import { checkMoney } from "../project/check-money.ts";
import { withCheckpointAgent } from "../project/checkpoint-agent.ts";
import { gitByAgents } from "../project/git-by-agents.ts";
import { type Loaded, loadConfig } from "../project/load.ts";
import { loadAffordable, type Standpoint } from "../project/load-affordable.ts";
import { type Project, standardPlan } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";
import { type Choice, chooseRun } from "./choose-run.ts";
import { createRun } from "./create-run.ts";
import { findBase, warningsAboutAgents } from "./find-base.ts";
import type { FleetWish } from "./fleets.ts";
import { lookAtWalls } from "./look-at-walls.ts";
import { settingsWith } from "./settings-with.ts";
import { withTierPrices } from "./tier-prices.ts";

export interface RunWish extends Standpoint {
  /** As the person named it; undefined: the run that is not finished, or plan.yaml. */
  readonly plan: string | undefined;
  /** Go on with this one. */
  readonly run: string | undefined;
  /** Begin a new run even if one of this plan exists. */
  readonly fresh: boolean;
  readonly maxParallel: number | undefined;
  /** False: after a usage limit, a person is asked before its tasks start. */
  readonly autoResume: boolean;
  readonly env: NodeJS.ProcessEnv;
  /** What steers git was changed by agents of the run before, and the person says that it is fine. */
  readonly trustGit?: boolean | undefined;
}

/** A run that may be worked on now. */
export interface ReadyRun extends Pick<FleetWish, "project" | "place" | "config" | "settings"> {
  readonly type: "ready";
  readonly isNew: boolean;
  /** Of a run that exists: what became of files that were edited since. */
  readonly files?: TakenFiles;
  /** What it will come to; null: it has begun before. */
  readonly forecast: Forecast | null;
  readonly title: string;
  readonly done: number;
  readonly total: number;
  readonly roles: ReadonlyMap<string, Role>;
  /** About the files, and about where and by whom it will be worked. */
  readonly mistakes: readonly Mistake[];
  readonly warnings: readonly string[];
  /** What of the sandbox holds; null: a person wanted none. */
  readonly sandbox: string | null;
}

/** The plan has been worked to its end; nothing is to be done. */
export interface FinishedRun {
  readonly type: "finished";
  readonly run: string;
  readonly planFile: string;
  readonly verdict: string | null;
  readonly done: number;
  readonly total: number;
}

/** One at a time per project: of two that begin a plan at once, the second must find the run of the first. */
export async function prepareRun(project: Project, wish: RunWish): Promise<Reply<ReadyRun | FinishedRun>> {
  const braked = machineBrake(wish.env);
  if (braked) return refused({ what: "machine_braked", ...braked });
  try {
    const named = wish.plan ?? ((await mustBegin(project, wish)) ? standardPlan(project, wish.cwd) : undefined);
    const loaded = named === undefined ? null : await loadAffordable(project, named, wish);
    // Told before anything is touched: whoever mistypes leaves no trace.
    if (loaded && !loaded.ok) return mistaken(loaded);
    const narrow = tooNarrow();
    if (narrow !== null) return refused({ what: "unusable", sentence: narrow });
    return await project.runs.exclusively(() => choose(project, loaded, wish));
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    return refused({ what: "journal", error, beginsAnew: error.kind === "corrupt" });
  }
}

async function mustBegin({ runs }: Project, { fresh }: RunWish): Promise<boolean> {
  return fresh || (await runs.list()).length === 0;
}

async function choose(
  project: Project,
  loaded: Extract<Checked<Loaded>, { ok: true }> | null,
  wish: RunWish,
): Promise<Reply<ReadyRun | FinishedRun>> {
  const choice = await chooseRun(project, {
    fresh: wish.fresh,
    ...(wish.run === undefined ? {} : { run: wish.run }),
    ...(loaded && wish.plan !== undefined ? { plan: loaded.value } : {}),
  });
  switch (choice.choose) {
    case "continue":
      return resume(project, choice, wish);
    case "changed":
      return resume(project, choice, wish, loaded?.value);
    case "new":
      return begin(project, loaded ?? (await loadAffordable(project, standardPlan(project, wish.cwd), wish)), wish);
    case "unknown":
      return refused({
        what: "no_run",
        run: choice.run,
        known: await project.runs.list(),
        stateDir: project.stateDir,
      });
    case "finished":
      return granted(finished(choice));
    default:
      return choice satisfies never;
  }
}

async function begin(project: Project, loaded: Checked<Loaded>, wish: RunWish): Promise<Reply<ReadyRun>> {
  if (!loaded.ok) return mistaken(loaded);
  const { config, plan } = loaded.value;
  const walls = await lookAtWalls(config);
  if (!walls.ok) return walls;
  if (wish.trustGit) await trustGit(project.root, project.stateDir);
  const steered = await gitByAgents(project);
  if (steered) return refused({ what: "git_changed", ...steered, wanted: "run" });
  const settings = await withTierPrices(settingsWith(config, wish), config, wish.now);
  const found = await findBase(project, config, plan);
  if (!found.ok) return found;
  const place = await createRun(project, loaded.value, settings, found.value, () => wish.now);
  return granted({
    type: "ready",
    project,
    place,
    config,
    settings,
    isNew: true,
    forecast: forecastPlan(readBasis(project, config), plan, settings),
    title: plan.title,
    done: 0,
    total: plan.tasks.length,
    roles: new Map(plan.tasks.map(({ id, role }) => [id, role])),
    mistakes: loaded.warnings,
    warnings: [
      ...found.value.warnings,
      ...warningsAboutAgents(project, config, plan, wish.env),
      ...walls.value.warnings,
    ],
    sandbox: walls.value.text,
  });
}

async function resume(
  project: Project,
  { place, state }: Extract<Choice, { choose: "continue" | "changed" }>,
  wish: RunWish,
  named?: Loaded,
): Promise<Reply<ReadyRun>> {
  const loaded = loadConfig(project);
  if (!loaded.ok) return mistaken(loaded);
  const walls = await lookAtWalls(loaded.value);
  if (!walls.ok) return walls;
  const all = [...state.tasks.values()];
  const config = withCheckpointAgent(loaded.value, new Set(all.map(({ spec }) => spec.agent)));
  const tasks = all.filter(({ status }) => !isFinal(status)).map(({ spec }) => spec);
  // Budgets of tasks are as they were when the run began; that of the run may have been changed since.
  const found = await checkMoney({ project, config, tasks, planFile: null, cwd: wish.cwd, now: wish.now });
  const mistakes = found.filter(({ severity }) => severity === "error");
  if (mistakes.length > 0) return mistaken({ ok: false, mistakes, warnings: [] });
  const edited = named ? { loaded: named } : {};
  const files = await takeFiles({ project, run: place.id, state, now: wish.now, opens: true, ...edited });
  // Whoever names a plan means that one.
  if (named && files.type === "other_plan")
    return refused({ what: "plan_changed", run: place.id, planFile: files.planFile });
  return granted({
    type: "ready",
    project,
    place,
    config,
    settings: await withTierPrices(settingsWith(config, wish), config, wish.now),
    files,
    isNew: false,
    forecast: null,
    title: state.run.title,
    ...progressOf(state),
    roles: new Map(all.map(({ id, spec }) => [id, spec.role])),
    mistakes: found,
    warnings: walls.value.warnings,
    sandbox: walls.value.text,
  });
}

function finished({ place, state }: Extract<Choice, { choose: "finished" }>): FinishedRun {
  const { planFile, verdict } = state.run;
  return { type: "finished", run: place.id, planFile, verdict, ...progressOf(state) };
}

function mistaken({ mistakes, warnings }: Extract<Checked<unknown>, { ok: false }>): Reply<never> {
  return refused({ what: "mistakes", mistakes, warnings, kept: "run" });
}
