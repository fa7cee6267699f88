/**
 * That nothing anybody does makes a run endless. A failing seed is in the test's message; play it alone with
 * REEVE_SEED=<seed>. What the worst run came to is printed beside what bounds it.
 */
import { describe, expect, it } from "vitest";
import { thoroughly } from "../thoroughly.ts";
import { type Played, playHostile, type Tally } from "./hostile.ts";

const ONLY = process.env["REEVE_SEED"];
const SEEDS = Number(process.env["REEVE_SEEDS"] ?? thoroughly(300, 20));
const CHAOS_STEPS = 600;

describe("whatever agents and advisors do, a run comes to rest within its bound", () => {
  it("when no person says a word", () => {
    report("silent people", playAll(0));
  });

  it("when people say anything at any time, each word beginning at most the lineages it names anew", () => {
    report("hostile people", playAll(100));
  });
});

const NAMES = ["attempts", "advisorCalls", "tasksAdded", "usd"] as const;

function playAll(words: number): Played[] {
  const first = ONLY === undefined ? 1 : Number(ONLY);
  const last = ONLY === undefined ? SEEDS : first;
  return Array.from({ length: last - first + 1 }, (_, index) => playOne(first + index, words));
}

function playOne(seed: number, words: number): Played {
  try {
    const played = playHostile(seed, CHAOS_STEPS, words);
    for (const name of NAMES) expect(played.tally[name], name).toBeLessThanOrEqual(played.bound[name]);
    return played;
  } catch (error) {
    throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

function report(people: string, all: readonly Played[]): void {
  const most = (of: "tally" | "bound", name: keyof Tally) => Math.max(...all.map((each) => each[of][name]));
  const said = NAMES.map(
    (name) => `${name} ${Math.round(most("tally", name))} (bound ${Math.round(most("bound", name))})`,
  );
  process.stdout.write(`${all.length} runs with ${people}, the most in one: ${said.join(", ")}\n`);
}
