/**
 * The world of one run in virtual time: what the engine wants done is done here, and what comes of it goes back in as
 * inputs. The real engine decides everything; nothing is journaled and no process is started.
 */

import type { Fault, Faults } from "../../domain/spec/faults.ts";
import type { Plan } from "../../domain/spec/plan.ts";
import type { Settings } from "../../domain/spec/settings.ts";
import type { RunBase } from "../../domain/spec/workspace.ts";
import type { Effect } from "../effect.ts";
import { step } from "../engine.ts";
import type { Answer, Input } from "../input.ts";
import { outstanding, react } from "../react.ts";
import type { State } from "../state.ts";
import { initialState } from "../state.ts";
import { type Agenda, emptyAgenda, note } from "./agenda.ts";
import type { Process } from "./agents.ts";
import { type Causes, causesOf } from "./causes.ts";
import { type Dice, diceFor } from "./dice.ts";
import type { Jobs } from "./jobs.ts";
import { learn } from "./learn.ts";

export interface Scene {
  readonly plan: Plan;
  readonly settings: Settings;
  /** Null: without git, where nothing is merged. */
  readonly base: RunBase | null;
  /** So many tasks are verified at once. */
  readonly verifyParallel: number;
  readonly faults: Faults;
}

export interface World {
  readonly scene: Scene;
  readonly seed: number;
  readonly state: State;
  readonly agenda: Agenda;
  readonly causes: Causes;
  readonly processes: Map<string, Process>;
  readonly jobs: Jobs;
  /** Pattern → the cause it really is. */
  readonly patternCauses: Map<string, Fault>;
  readonly pending: Effect[];
  readonly dice: Dice;
  now: number;
  /** When something last happened that counts. */
  lastAt: number;
  halts: number;
  /** The person will come and open the run again. */
  awaited: boolean;
}

export const START_MS = 1_000_000;

export function newWorld(scene: Scene, seed: number): World {
  const world: World = {
    scene,
    seed,
    state: initialState(),
    agenda: emptyAgenda(),
    causes: causesOf(scene.faults, seed),
    processes: new Map(),
    jobs: { underWay: new Set(), freeAt: new Array(scene.verifyParallel).fill(0) },
    patternCauses: new Map(),
    pending: [],
    dice: diceFor(seed, "engine"),
    now: START_MS,
    lastAt: START_MS,
    halts: 0,
    awaited: false,
  };
  const { plan, settings, base } = scene;
  submit(world, { type: "create_run", run: "r1", planFile: "", planHash: "", plan, settings, base });
  openRun(world);
  for (const fault of world.causes.present) {
    const lasts = fault.shared?.lastsMinutes ?? null;
    if (lasts !== null) note(world.agenda, START_MS + lasts * 60_000, () => world.causes.present.delete(fault));
  }
  return world;
}

export function openRun(world: World): void {
  const { settings } = world.scene;
  submit(world, { type: "run_opened", host: HOST, bootId: "b1", pid: 1, version: "0", settings, adopted: [] });
  world.pending.push(...outstanding(world.state));
}

export const HOST = "here";

/** One step of the engine. What it wants done waits until all that it decided is known. */
export function submit(world: World, input: Input): Answer {
  const { state, now } = world;
  const { events, answer } = step(state, input, now, world.dice());
  if (events.length > 0) world.lastAt = now;
  for (const event of events) {
    learn(world, event);
    world.pending.push(...react(event, state));
  }
  return answer;
}
