/**
 * All runs of this machine that are not over, with who works on each and whether that one moves: for `reeve ps`. A project
 * whose runs cannot be read is listed with the reason. It looks; it takes no lease and changes nothing.
 */
import type { RunPhase } from "../../engine/run/state.ts";
import { JournalError } from "../../journal/journal-error.ts";
import type { Holder } from "../../journal/runs.ts";
import { readHeart } from "../../runtime/time/heart.ts";
import { progressOf } from "../look/fleet-view.ts";
import { stillMs, type Watcher, watcherOf } from "../look/watcher.ts";
import { listRuns, type Project } from "../project/project.ts";
import { stateOf } from "../project/records.ts";
import { serviceHolder } from "../service/lock-service.ts";
import { notedProjects, serviceDir } from "./registry.ts";

export interface MachineRun {
  readonly project: string;
  readonly run: string;
  readonly title: string;
  readonly phase: RunPhase;
  readonly done: number;
  readonly total: number;
  readonly questions: number;
  readonly agents: number;
  /** Null: no Reeve works on it. */
  readonly by: Watcher | null;
}

export interface MachineView {
  readonly runs: readonly MachineRun[];
  readonly unreadable: readonly { readonly project: string; readonly message: string }[];
  /** Projects in which no run is open. */
  readonly idle: readonly string[];
  /** The `reeve up` of this user; null: there is none. */
  readonly service: ServiceView | null;
}

export interface ServiceView extends Holder {
  /** How long it has not moved, where that is too long; null: it moves. */
  readonly frozenMs: number | null;
}

export interface MachineWish {
  readonly env: NodeJS.ProcessEnv;
  readonly now: number;
  /** Ended runs too. */
  readonly all: boolean;
}

export async function listMachine({ env, now, all }: MachineWish): Promise<MachineView> {
  const runs: MachineRun[] = [];
  const unreadable: { project: string; message: string }[] = [];
  const idle: string[] = [];
  for (const project of notedProjects(env)) {
    try {
      const found = await runsOf(project, now, all);
      runs.push(...found);
      if (found.length === 0) idle.push(project.root);
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      unreadable.push({ project: project.root, message: error.message });
    }
  }
  return { runs, unreadable, idle, service: serviceOf(env, now) };
}

function serviceOf(env: NodeJS.ProcessEnv, now: number): ServiceView | null {
  const dir = serviceDir(env);
  const holder = dir === null ? null : serviceHolder(dir);
  return dir === null || holder === null ? null : { ...holder, frozenMs: stillMs(readHeart(dir, now)) };
}

/** A plan is seldom worked by more than a few runs; of a project with very many only the newest are looked at. */
const LOOKED_MAX = 20;

async function runsOf(project: Project, now: number, all: boolean): Promise<readonly MachineRun[]> {
  const places = (await listRuns(project)).slice(-LOOKED_MAX);
  const runs = await Promise.all(places.map(({ id, dir }) => lookAt(project, id, dir, now)));
  return runs.filter((run) => run !== null && (all || run.phase !== "ended")).filter((run) => run !== null);
}

async function lookAt(project: Project, run: string, dir: string, now: number): Promise<MachineRun | null> {
  try {
    const { state } = await stateOf(project, run);
    const { done, total } = progressOf(state);
    return {
      project: project.root,
      run,
      title: state.run.title,
      phase: state.run.phase,
      done,
      total,
      questions: state.questions.open.size,
      agents: state.attempts.live.size,
      by: await watcherOf(project.runs, run, dir, now),
    };
  } catch (error) {
    // One that was made and never begun says nothing about the others.
    if (error instanceof JournalError && error.kind === "missing") return null;
    throw error;
  }
}
