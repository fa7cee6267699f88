/**
 * Reeve as a library, in three verbs: define what is to be done, supervise it, read how it stands. The same use cases the
 * command has; nothing here decides anything.
 */

import type { FleetView } from "./app/look/fleet-view.ts";
import { readStatus } from "./app/look/status.ts";
import { giverHere } from "./app/person/giver.ts";
import { refuseAgents } from "./app/person/refuse-agents.ts";
import { findRun } from "./app/project/open-run.ts";
import { findProject, type Project } from "./app/project/project.ts";
import { granted, type Reply } from "./app/reply.ts";
import { createRun } from "./app/run/create-run.ts";
import { findBase } from "./app/run/find-base.ts";
import { realWorld } from "./compose/real-world.ts";
import type { Checked } from "./config/mistakes/mistake.ts";
import { parseConfig } from "./config/parse-config.ts";
import type { Config } from "./domain/spec/config.ts";
import type { Plan } from "./domain/spec/plan.ts";
import type { Giver } from "./domain/work/giver.ts";
import { settingsOf } from "./engine/settings.ts";
import type { Holder } from "./journal/runs.ts";
import { parsePlan } from "./plan/parse-plan.ts";
import type { RunWorkEnd } from "./runtime/run/run-options.ts";
import type { RunPlace } from "./runtime/run/run-place.ts";
import type { RunRecord } from "./runtime/run/run-rules.ts";
import { refusalText } from "./views/refusals/refusal-words.ts";
import { runTeller } from "./views/run-teller.ts";
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
  /** Stay while only a person can help. */
  readonly wait?: boolean;
  readonly onRecord?: (record: RunRecord) => void;
  /** What a person would want to hear, as it happens. */
  readonly onSentence?: (sentence: string) => void;
}

export type Supervised =
  | { readonly run: string; readonly end: RunWorkEnd }
  | { readonly run: string; readonly heldBy: Holder }
  /** This folder cannot be worked in, or has no such run; the sentence says what to do. */
  | { readonly unusable: string };

/** Works the plan until nothing moves by itself. Rejects with `JournalError` where the journal cannot be used. */
export async function superviseFleet(
  { plan, config }: FleetDefinition,
  options: SuperviseOptions,
): Promise<Supervised> {
  const project = findProject(options.dir);
  const inside = await refuseAgents(project, { command: "superviseFleet", now: Date.now() });
  if (inside) return { unusable: refusalText(inside.refusal) };
  const settings = settingsOf(config);
  const place =
    options.run === undefined ? await begin(project, { plan, config }) : await findRun(project, options.run);
  if (!place.ok) return { unusable: refusalText(place.refusal) };
  const { wait = false, onRecord = () => {}, onSentence } = options;
  const told = onSentence && { onSentence, onNotice: onSentence, teller: runTeller };
  const wish = { project, place: place.value, config, settings, by: byLibrary(), wait, onRecord, ...told };
  const fleet = await realWorld("library").openFleet(wish);
  const run = place.value.id;
  return "heldBy" in fleet ? { run, heldBy: fleet.heldBy } : { run, end: await fleet.work() };
}

function byLibrary(): Giver {
  return giverHere("superviseFleet");
}

async function begin(project: Project, { plan, config }: FleetDefinition): Promise<Reply<RunPlace>> {
  const found = await findBase(project, config, plan);
  if (!found.ok) return found;
  const loaded = { plan, config, planFile: "plan.yaml", planHash: "library" };
  return granted(await createRun(project, loaded, settingsOf(config), found.value, Date.now, byLibrary()));
}

/** How a run stands, whether somebody works on it or not; null where there is none. Rejects with `JournalError`. */
export async function readFleet(dir: string, run?: string): Promise<FleetView | null> {
  const status = await readStatus(findProject(dir), run);
  if (status.ok) return status.value.view;
  if (status.refusal.what === "journal") throw status.refusal.error;
  return null;
}
