/**
 * Reeve as a library, in three verbs: define what is to be done, supervise it, read how it stands. The same code the
 * command uses; nothing here decides anything.
 */
import type { Checked } from "./config/mistakes/mistake.ts";
import { parseConfig } from "./config/parse-config.ts";
import type { Config } from "./domain/config.ts";
import type { Plan } from "./domain/plan.ts";
import { settingsOf } from "./engine/settings.ts";
import type { Holder } from "./journal/runs.ts";
import { parsePlan } from "./plan/parse-plan.ts";
import { createRun } from "./runtime/create-run.ts";
import { findProject, listRuns, runPlace } from "./runtime/project.ts";
import { runFold } from "./runtime/run/run-fold.ts";
import type { RunWorkEnd } from "./runtime/run/run-options.ts";
import type { RunRecord } from "./runtime/run/run-rules.ts";
import { type FleetView, projectFleet } from "./views/project.ts";
import { runTeller } from "./views/run-teller.ts";
import { findBase } from "./workshop.ts";
import { openFleet } from "./world.ts";

export interface FleetDefinition {
  readonly plan: Plan;
  readonly config: Config;
}

/** Both texts in the form of the files `reeve.yaml` and `plan.yaml`; all mistakes come back at once. */
export function defineFleet(texts: { readonly config: string; readonly plan: string }): Checked<FleetDefinition> {
  const config = parseConfig(texts.config, "reeve.yaml");
  if (!config.ok) return config;
  const plan = parsePlan(texts.plan, "plan.yaml", config.value);
  if (!plan.ok) return plan;
  return {
    ok: true,
    value: { plan: plan.value, config: config.value },
    warnings: [...config.warnings, ...plan.warnings],
  };
}

export interface SuperviseOptions {
  /** The project's folder; runs are kept below it. */
  readonly dir: string;
  /** Go on with this run instead of beginning a new one. */
  readonly run?: string;
  /** Stay while only a person can go on. */
  readonly wait?: boolean;
  readonly onRecord?: (record: RunRecord) => void;
  /** What a person would want to hear, as it happens. */
  readonly onSentence?: (sentence: string) => void;
}

export type Supervised =
  | { readonly run: string; readonly end: RunWorkEnd }
  | { readonly run: string; readonly heldBy: Holder }
  /** This folder cannot be worked in; the sentence says what to do. */
  | { readonly unusable: string };

/** Works the plan until nothing moves by itself. Rejects with `JournalError` where the journal cannot be used. */
export async function superviseFleet(
  { plan, config }: FleetDefinition,
  options: SuperviseOptions,
): Promise<Supervised> {
  const project = findProject(options.dir);
  const settings = settingsOf(config);
  const loaded = { plan, config, planFile: "plan.yaml", planHash: "library" };
  const found = await findBase(project, config, plan);
  if ("unusable" in found) return found;
  const place =
    options.run === undefined
      ? await createRun(project, loaded, settings, found, Date.now)
      : runPlace(project, options.run);
  const { onRecord = () => {}, onSentence, wait = false } = options;
  const told = onSentence && { onSentence, onNotice: onSentence, teller: runTeller };
  const fleet = await openFleet({ project, place, config, settings, wait, onRecord, ...told }, "library");
  if ("heldBy" in fleet) return { run: place.id, heldBy: fleet.heldBy };
  return { run: place.id, end: await fleet.work() };
}

/** How a run stands, whether somebody works on it or not; null where there is none. */
export async function readFleet(dir: string, run?: string): Promise<FleetView | null> {
  const project = findProject(dir);
  const places = await listRuns(project);
  const place = run === undefined ? places.at(-1) : places.find((each) => each.id === run);
  if (!place) return null;
  const { state } = await project.runs.state(place.id, runFold);
  return projectFleet(state);
}
