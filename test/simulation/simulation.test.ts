/**
 * The pure engine under more than a thousand seeded worlds. A failing seed is in the test's message; play it alone with
 * REEVE_SEED=<seed>. REEVE_SEEDS=<count> plays more.
 */
import { describe, expect, it } from "vitest";
import { isFinal } from "../../src/domain/work/task.ts";
import { thoroughly } from "../thoroughly.ts";
import { play } from "./play.ts";

const ONLY = process.env["REEVE_SEED"];
const SEEDS = Number(process.env["REEVE_SEEDS"] ?? thoroughly(1_200, 150));
const CHAOS_STEPS = 120;
const PER_TEST = 100;

describe("in every seeded world nothing is lost, nothing runs twice, and the run comes to its end", () => {
  const first = ONLY === undefined ? 1 : Number(ONLY);
  const last = ONLY === undefined ? SEEDS : first;
  for (let from = first; from <= last; from += PER_TEST) {
    const to = Math.min(last, from + PER_TEST - 1);
    it(`seeds ${from} to ${to}`, () => {
      for (let seed = from; seed <= to; seed += 1) expectGoodEnd(seed);
    });
  }
});

function expectGoodEnd(seed: number): void {
  try {
    const world = play(seed, CHAOS_STEPS);
    const tasks = [...world.state.tasks.values()];
    expect(tasks.every((task) => isFinal(task.status))).toBe(true);
    expect(world.state.attempts.live.size).toBe(0);
    expect([...world.processes.values()].filter((process) => process.ended === null)).toEqual([]);
    // Accepted once more often than opened again: done. As often: it was done, and in the end it was not.
    const times = (list: readonly string[], id: string) => list.filter((each) => each === id).length;
    for (const { id, status } of tasks) {
      const left = times(world.accepted, id) - times(world.reopened, id);
      expect({ id, left }).toEqual({ id, left: status === "done" ? 1 : 0 });
    }
  } catch (error) {
    throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}
