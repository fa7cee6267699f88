/**
 * Random trees: all strategies and restart types, automatic shutdown, pools, starts that fail or are ignored, now and
 * then a list of specs that OTP refuses. Left out is what OTP itself leaves open or gets wrong: several supervisors in
 * one pool (they stop in no order) and pool members whose restart is ignored (they stay listed without a process).
 */
import type { Dice } from "../simulation/dice.ts";
import type { RawSpec } from "./erlang-terms.ts";

export function randomTree(dice: Dice): RawSpec {
  const names = nameSource();
  return supervisor(dice, names, "root", 0);
}

export function randomChild(dice: Dice, id: string, autoShutdown: string, like: RawSpec | undefined): RawSpec {
  const spec = like ?? (dice.chance(0.7) ? worker(id) : supervisor(dice, nameSource(`${id}x`), id, 2));
  return { ...spec, ...restartOf(dice, autoShutdown, 0.05) };
}

function randomResults(dice: Dice, firstOk: number): string[] | undefined {
  if (!dice.chance(0.35)) return undefined;
  const first = dice.chance(firstOk) ? "ok" : dice.pick(["error", "ignore"]);
  return [first, ...Array.from({ length: dice.int(1, 3) }, () => dice.pick(["ok", "error", "error", "ignore"]))];
}

/** A member's restarts are never ignored. */
export function memberResults(dice: Dice): string[] {
  const first = dice.pick(["ok", "ok", "ok", "error", "ignore"]);
  return [first, ...Array.from({ length: dice.int(1, 4) }, () => dice.pick(["ok", "error"]))];
}

function supervisor(dice: Dice, names: () => string, id: string, depth: number): RawSpec {
  if (dice.chance(0.2)) return pool(dice, names, id);
  const auto_shutdown = dice.pick(["never", "never", "any_significant", "all_significant"]);
  const children = Array.from({ length: dice.int(0, depth === 0 ? 5 : 4) }, () => {
    const name = dice.chance(0.004) ? "twice" : names();
    const isWorker = depth >= 3 || dice.chance(0.65);
    const spec = isWorker ? worker(name) : supervisor(dice, names, name, depth + 1);
    const results = isWorker || dice.chance(0.3) ? randomResults(dice, 0.98) : undefined;
    return { ...spec, ...restartOf(dice, auto_shutdown, 0.004), ...(results && { start_results: results }) };
  });
  const strategy = dice.pick(["one_for_one", "one_for_all", "rest_for_one"]);
  return { id, type: "supervisor", strategy, ...limits(dice), auto_shutdown, children };
}

function pool(dice: Dice, names: () => string, id: string): RawSpec {
  const auto_shutdown = dice.pick(["never", "never", "any_significant", "all_significant"]);
  const template = dice.chance(0.8)
    ? worker("t")
    : { ...supervisor(dice, names, "t", 3), strategy: dice.pick(["one_for_one", "one_for_all", "rest_for_one"]) };
  const children = [{ ...template, ...restartOf(dice, auto_shutdown, 0.004) }];
  if (dice.chance(0.01)) children.push({ ...worker("u"), ...restartOf(dice, "never", 0) });
  return { id, type: "supervisor", strategy: "simple_one_for_one", ...limits(dice), auto_shutdown, children };
}

function worker(id: string): RawSpec {
  return { id, type: "worker" };
}

function limits(dice: Dice): { intensity: number; period_s: number } {
  return { intensity: dice.pick([0, 1, 1, 2, 2, 3, 5]), period_s: 3600 };
}

/** Valid for the supervisor's automatic shutdown, except by this chance. */
function restartOf(dice: Dice, autoShutdown: string, mistake: number): { restart: string; significant: boolean } {
  const restart = dice.pick(["permanent", "permanent", "transient", "transient", "temporary"]);
  const may = autoShutdown !== "never" && restart !== "permanent";
  return { restart, significant: (may && dice.chance(0.5)) || dice.chance(mistake) };
}

function nameSource(prefix = ""): () => string {
  let used = 0;
  return () => {
    used += 1;
    return `${prefix}c${used}`;
  };
}
