/**
 * Reeve as a library: a project's folder, its runs, and working one in this process. Everything goes through the use cases the
 * command has, so both can be used on the same project, at the same time. Nothing here decides anything.
 */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { refuseAgents } from "../app/person/refuse-agents.ts";
import { findRun } from "../app/project/open-run.ts";
import { findProject, type Project } from "../app/project/project.ts";
import { orJournalTrouble, type Reply, refused } from "../app/reply.ts";
import { prepareDefined } from "../app/run/prepare-defined.ts";
import { prepareRun, type ReadyRun, type RunWish } from "../app/run/prepare-run.ts";
import type { World } from "../app/world.ts";
import { realWorld } from "../compose/real-world.ts";
import type { OwnAdapter } from "../effects/agents/adapters/agent-adapter.ts";
import type { FleetDefinition } from "./define-fleet.ts";
import { asError, orThrow, ReeveError, throwIfAborted } from "./reeve-error.ts";
import { type ReeveRun, runHandle } from "./run-handle.ts";
import { type WorkedRun, type WorkOptions, workRun } from "./work-run.ts";

export interface ProjectOptions {
  /** Your own adapters. One called `pebble` is `adapter: own:pebble` in the configuration. */
  readonly adapters?: Readonly<Record<string, OwnAdapter>>;
}

export interface ResumeOptions extends WorkOptions {
  /** The newest unless one is named. */
  readonly run?: string;
  /** Plan and configuration as they are now; absent: reeve.yaml counts, and the plan the run has. */
  readonly fleet?: FleetDefinition;
}

/** Every call rejects with a `ReeveError`. */
export interface ReeveProject {
  /** Where reeve.yaml lies, or would. */
  readonly root: string;
  /** Oldest first. */
  runs(): Promise<readonly string[]>;
  /** An existing run, to look at and to give orders to, whoever is working on it. The newest unless you name one. */
  run(id?: string): Promise<ReeveRun>;
  /** Begins a run and works it in this process. Resolves when this process has the run's lease. */
  start(fleet: FleetDefinition, options?: WorkOptions): Promise<WorkedRun>;
  /** Works a run that exists, in this process. */
  resume(options?: ResumeOptions): Promise<WorkedRun>;
}

/** A project, by any folder in it (`dir`). Opens and writes nothing until you ask for something. */
export function openProject(dir: string, { adapters = {} }: ProjectOptions = {}): ReeveProject {
  const project = findProject(dir);
  const world = realWorld("library", adapters);
  const wishOf = (options: WorkOptions, run: string | undefined): RunWish => ({
    plan: undefined,
    run,
    fresh: false,
    maxParallel: options.maxParallel,
    autoResume: options.autoResume ?? true,
    env: process.env,
    cwd: project.root,
    now: Date.now(),
    adapters,
  });
  return {
    root: project.root,
    runs: async () => {
      mustBeThere(dir);
      return orThrow(await orJournalTrouble(async () => ({ ok: true, value: await project.runs.list() })));
    },
    run: async (id) => {
      mustBeThere(dir);
      return runHandle(world, project, orThrow(await findRun(project, id)).id);
    },
    start: async (fleet, options = {}) => {
      mustBeThere(dir);
      return work(world, project, "start", options, () => prepareDefined(project, fleet, wishOf(options, undefined)));
    },
    resume: async ({ run, fleet, ...options } = {}) => {
      mustBeThere(dir);
      return work(world, project, "resume", options, async () => {
        const place = await findRun(project, run);
        if (!place.ok) return place;
        const wish = wishOf(options, place.value.id);
        return fleet ? prepareDefined(project, fleet, wish) : asReady(await prepareRun(project, wish));
      });
    },
  };
}

function mustBeThere(dir: string): void {
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new ReeveError("no_folder", `There is no folder ${resolve(dir)}.`);
}

async function work(
  world: World,
  project: Project,
  call: string,
  options: WorkOptions,
  prepare: () => Promise<Reply<ReadyRun>>,
): Promise<WorkedRun> {
  throwIfAborted(options.signal);
  const inside = await refuseAgents(project, { command: call, now: Date.now() });
  if (inside) throw asError(inside.refusal);
  const ready = orThrow(await prepare());
  return workRun(world, ready, options);
}

/** A run that is named is never said to be finished: whoever names it wants it worked on. */
function asReady(prepared: Awaited<ReturnType<typeof prepareRun>>): Reply<ReadyRun> {
  if (!prepared.ok) return prepared;
  const { value } = prepared;
  if (value.type === "ready") return { ok: true, value };
  return refused({ what: "unusable", sentence: `${value.run} has ended, and nothing is left to do in it.` });
}
