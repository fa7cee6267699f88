/** Reeve's own part in a simulated run: looking at work, so many at once, and merging it. An order given twice is one job. */
import { COHERENT } from "../../domain/proof/coherence.ts";
import type { CompareOrder } from "../../domain/proof/compare.ts";
import { type IntegrateOrder, NOTHING_CHANGED, type VerifyOrder } from "../../domain/proof/gate.ts";
import { note } from "./agenda.ts";
import { diceFor } from "./dice.ts";
import { msOf } from "./fate.ts";
import { gatesOf, mergeOf } from "./reports.ts";
import { submit, type World } from "./simulated-world.ts";

export interface Jobs {
  readonly underWay: Set<string>;
  /** When each place for verifying is free again. */
  readonly freeAt: number[];
}

export function verifyWork(world: World, { task, attempt }: VerifyOrder): void {
  const { jobs, scene, seed } = world;
  const ms = msOf(scene.faults.verifyMinutes, diceFor(seed, `${attempt} verify`));
  const place = jobs.freeAt.indexOf(Math.min(...jobs.freeAt));
  const at = Math.max(world.now, jobs.freeAt[place] ?? 0) + ms;
  doOnce(
    world,
    `verify ${attempt}`,
    at,
    () => {
      const fault = world.processes.get(attempt)?.fate.gate ?? null;
      if (fault) world.causes.failedBy.set(task, fault);
      const commit = scene.base === null ? null : attempt;
      const verification = {
        commit,
        base: scene.base?.commit ?? null,
        changed: NOTHING_CHANGED,
        gates: gatesOf(task, fault),
      };
      submit(world, { type: "task_verified", task, attempt, verification });
    },
    () => {
      jobs.freeAt[place] = at;
    },
  );
}

/** Nobody's fate says that branches do not go together: what they have in common is mended when it is merged. */
export function compareWork(world: World, { task, attempt }: CompareOrder): void {
  submit(world, { type: "task_compared", task, attempt, report: COHERENT });
}

/** What two mended in passing, each in its own way, conflicts when the second comes. */
export function mergeWork(world: World, { task, attempt }: IntegrateOrder): void {
  const ms = msOf(world.scene.faults.mergeMinutes, diceFor(world.seed, `${attempt} merge`));
  doOnce(world, `merge ${attempt}`, world.now + ms, () => {
    const fate = world.processes.get(attempt)?.fate;
    const isSecond = fate?.mends ? !world.causes.present.has(fate.mends) : false;
    if (fate?.merge) world.causes.failedBy.set(task, fate.merge);
    const integration = mergeOf(isSecond || Boolean(fate?.merge));
    submit(world, { type: "task_integrated", task, attempt, integration });
  });
}

export function checkRun(world: World): void {
  submit(world, { type: "run_checked", head: null, gates: [] });
}

function doOnce({ jobs, agenda }: World, name: string, at: number, job: () => void, begun?: () => void): void {
  if (jobs.underWay.has(name)) return;
  jobs.underWay.add(name);
  begun?.();
  note(agenda, at, () => {
    jobs.underWay.delete(name);
    job();
  });
}
