/**
 * Random cases. The script is written step by step with the simulator looking ahead, only to choose targets that are
 * alive, and to have things happen between a start that fails and its retry; whether the simulator is right is not
 * assumed. Left out is what OTP leaves open: killing a supervisor with live children.
 */
import { readCase } from "../../src/engine/supervision/simulate/case-format.ts";
import { type SimulationResult, simulateCase } from "../../src/engine/supervision/simulate/simulate-case.ts";
import { Dice } from "../simulation/dice.ts";
import type { RawCase, RawSpec, RawStep } from "./erlang-terms.ts";
import { memberResults, randomChild, randomTree } from "./generate-tree.ts";

export function generateCase(seed: number): RawCase {
  const dice = new Dice(seed);
  const scene: Scene = { dice, tree: randomTree(dice), script: [], added: new Map(), names: 0 };
  const length = dice.int(3, 14);
  for (let i = 0; i < length; i += 1) {
    const now = simulate(scene, []);
    if (now.root === "down" && dice.chance(0.8)) break;
    scene.script.push(randomStep(scene, now));
  }
  return { id: `seed ${seed}`, tree: scene.tree, script: scene.script };
}

/** Runs a case in the simulator. */
export function simulateRaw(raw: RawCase): SimulationResult {
  const read = readCase(raw);
  if (!read.ok) throw new Error(`the generated case is wrong: ${read.mistakes.join("; ")}`);
  return simulateCase(read.case);
}

interface Scene {
  readonly dice: Dice;
  readonly tree: RawSpec;
  readonly script: RawStep[];
  /** Specs given to `start_child`, by path. */
  readonly added: Map<string, RawSpec>;
  names: number;
}

function simulate({ tree, script }: Scene, more: readonly RawStep[]): SimulationResult {
  return simulateRaw({ id: "", tree, script: [...script, ...more] });
}

function randomStep(scene: Scene, now: SimulationResult): RawStep {
  const { dice } = scene;
  if (dice.chance(0.45)) return randomCall(scene, now.alive, undefined);
  const step = randomEnd(scene, now.alive);
  const events = simulate(scene, [step]).steps.at(-1)?.events ?? [];
  const failed = events.findIndex(([what]) => what === "start_failed");
  if (failed < 0 || dice.chance(0.25)) return step;
  const before = events.slice(0, failed + 1);
  return { ...step, while_restarting: randomItems(scene, aliveAfter(now.alive, before), before.at(-1)?.[1] ?? "") };
}

function aliveAfter(alive: readonly string[], events: SimulationResult["boot"]): string[] {
  const now = new Set(alive);
  for (const [what, path] of events) {
    if (what === "start") now.add(path);
    else now.delete(path);
  }
  return [...now];
}

function randomEnd({ dice, tree, added }: Scene, alive: readonly string[]): RawStep {
  const workers = alive.filter((path) => specAt(tree, added, path)?.type === "worker");
  const anywhere = dice.chance(0.05) ? pathsBelow(tree, tree.id, "worker") : alive;
  const child = maybe(dice, dice.chance(0.85) && workers.length > 0 ? workers : anywhere) ?? "root/nobody";
  const hasChildren = alive.some((path) => isBelow(path, child));
  const reason = dice.pick(["normal", "shutdown", "error", "error", "killed"]);
  const isWorker = specAt(tree, added, child)?.type === "worker";
  return { do: "end", child, reason: reason === "killed" && hasChildren && !isWorker ? "error" : reason };
}

function randomCall(scene: Scene, alive: readonly string[], only: string | undefined): RawStep {
  const { dice, tree, added } = scene;
  const supervisors = alive.filter((path) => specAt(tree, added, path)?.type === "supervisor");
  const anywhere = dice.chance(0.05) ? pathsBelow(tree, tree.id, "supervisor") : supervisors;
  const parent = only ?? maybe(dice, anywhere) ?? "root";
  const name = dice.pick([
    "start_child",
    "start_child",
    "terminate_child",
    "terminate_child",
    "restart_child",
    "delete_child",
    "count_children",
    "which_children",
  ]);
  if (name === "count_children" || name === "which_children") return { do: name, parent };
  const spec = specAt(tree, added, parent);
  if (spec?.strategy === "simple_one_for_one") return poolCall(scene, alive, parent, spec, name);
  const ids = [...childIds(spec), ...idsAdded(added, parent), "nobody"];
  if (name !== "start_child") return { do: name, parent, id: maybe(dice, ids) ?? "nobody" };
  scene.names += 1;
  const id = dice.chance(0.7) ? `n${scene.names}` : (maybe(dice, ids) ?? "nobody");
  const path = `${parent}/${id}`;
  // An id that is used again stands for the same kind of child, so that paths tell who can be called.
  const child = randomChild(dice, id, spec?.auto_shutdown ?? "never", specAt(tree, added, path));
  if (dice.chance(0.3)) Object.assign(child, { start_results: memberResults(dice) });
  if (!specAt(tree, added, path)) added.set(path, child);
  return { do: name, parent, spec: child };
}

function poolCall({ dice }: Scene, alive: readonly string[], parent: string, pool: RawSpec, name: string): RawStep {
  const members = alive.filter((path) => path.startsWith(`${parent}#`) && !path.slice(parent.length).includes("/"));
  const isFull = pool.children?.[0]?.type === "supervisor" && members.length > 0;
  if ((name === "start_child" || dice.chance(0.4)) && !isFull) {
    return { do: "start_child", parent, ...(dice.chance(0.4) && { spec: { start_results: memberResults(dice) } }) };
  }
  if (name === "terminate_child" && members.length > 0 && dice.chance(0.8)) {
    return { do: name, parent, id: (maybe(dice, members) ?? "").slice(parent.length) };
  }
  return { do: name === "start_child" ? "restart_child" : name, parent, id: "t" };
}

/** What arrives while `failed` is held between its start and its retry: at its supervisor or below. */
function randomItems(scene: Scene, alive: readonly string[], failed: string): RawStep[] {
  const { dice, tree, added } = scene;
  const parent = failed.replace(/[/#][^/#]+$/, "");
  const below = alive.filter((path) => isBelow(path, parent));
  const items: RawStep[] = [];
  for (let i = dice.int(1, 4); i > 0; i -= 1) {
    const workers = below.filter(
      (path) => specAt(tree, added, path)?.type === "worker" && !items.some((item) => item.child === path),
    );
    const worker = maybe(dice, workers);
    if (dice.chance(0.35) && worker !== undefined) {
      items.push({ do: "end", child: worker, reason: dice.pick(["normal", "shutdown", "error", "killed"]) });
      continue;
    }
    const others = below.filter((path) => specAt(tree, added, path)?.type === "supervisor");
    const item = randomCall(scene, alive, dice.chance(0.85) ? parent : (maybe(dice, others) ?? parent));
    if (!endsMember(item, tree, added)) items.push(item);
  }
  return items;
}

/** A member that is terminated while restarting leaves OTP's count one too low. */
function endsMember(item: RawStep, tree: RawSpec, added: Scene["added"]): boolean {
  const isPool = specAt(tree, added, item.parent ?? "")?.strategy === "simple_one_for_one";
  const full = specAt(tree, added, item.parent ?? "")?.children?.[0]?.type === "supervisor";
  return isPool && (item.do === "terminate_child" || (item.do === "start_child" && full));
}

function specAt(tree: RawSpec, added: Scene["added"], path: string): RawSpec | undefined {
  if (path === tree.id) return tree;
  const given = added.get(path);
  if (given) return given;
  const cut = Math.max(path.lastIndexOf("/"), path.lastIndexOf("#"));
  if (cut < 0) return undefined;
  const parent = specAt(tree, added, path.slice(0, cut));
  if (path[cut] === "#") return parent?.children?.[0];
  return parent?.children?.find(({ id }) => id === path.slice(cut + 1));
}

/** Where the tree's own children of this type are, alive or not. */
function pathsBelow(spec: RawSpec, path: string, type: RawSpec["type"]): string[] {
  const below = spec.strategy === "simple_one_for_one" ? [] : (spec.children ?? []);
  return below.flatMap((child) => [
    ...(child.type === type ? [`${path}/${child.id}`] : []),
    ...pathsBelow(child, `${path}/${child.id}`, type),
  ]);
}

function childIds(spec: RawSpec | undefined): string[] {
  return (spec?.children ?? []).map(({ id }) => id);
}

function idsAdded(added: Scene["added"], parent: string): string[] {
  return [...added.keys()]
    .filter((path) => path.slice(0, path.lastIndexOf("/")) === parent)
    .map((path) => path.slice(parent.length + 1));
}

function maybe<T>(dice: Dice, items: readonly T[]): T | undefined {
  return items.length === 0 ? undefined : dice.pick(items);
}

function isBelow(path: string, above: string): boolean {
  return path.startsWith(`${above}/`) || path.startsWith(`${above}#`);
}
