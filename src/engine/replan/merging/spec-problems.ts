/**
 * What is wrong with tasks that an agent proposes while a plan is being worked: the checks of a plan file, as far as they
 * concern tasks, told without positions because there is no file.
 */
import type { TaskId, TaskSpec } from "../../../domain/spec/plan.ts";

/** As in plan files: they become names of files and branches. */
const ID_PATTERN = /^(?!.*\.\.)[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export function idProblem(id: TaskId): string | null {
  const isName = ID_PATTERN.test(id) && !/(\.lock|\.)$/i.test(id) && !(id in Object.prototype);
  if (isName) return null;
  const form = '1 to 64 letters, digits, ".", "_" or "-", beginning with a letter or digit';
  return `${JSON.stringify(id.slice(0, 80))} cannot be the id of a task: ${form}`;
}

export function specProblems(spec: TaskSpec, agents: Readonly<Record<string, readonly string[]>>): readonly string[] {
  const { id, agent, tier, files } = spec;
  const tiers = Object.hasOwn(agents, agent) ? agents[agent] : undefined;
  const names = Object.keys(agents).join(", ") || "none";
  return [
    ...(tiers === undefined ? [`task ${id} names the unknown agent ${agent || "(none)"}; there is ${names}`] : []),
    ...(tiers && tier !== undefined && !tiers.includes(tier)
      ? [`agent ${agent} of task ${id} has no tier ${tier}; it has ${tiers.join(", ") || "none"}`]
      : []),
    ...files
      .filter((path) => !isInside(path))
      .map((path) => `the file ${path} of task ${id} is not inside the project`),
  ];
}

/** Everyone depends on tasks that are there, and nobody waits for themselves. */
export function orderProblems(specs: readonly TaskSpec[]): readonly string[] {
  const known = new Map(specs.map((spec) => [spec.id, spec]));
  const unknown = specs.flatMap(({ id, dependsOn }) =>
    dependsOn.filter((on) => !known.has(on)).map((on) => `task ${id} depends on ${on}, which is not in the plan`),
  );
  const circle = circleOf(known);
  return circle === null ? unknown : [...unknown, `these tasks wait for each other: ${circle.join(" → ")}`];
}

/** Leaves first: what remains when nothing more can be taken away goes round in a circle. */
function circleOf(known: ReadonlyMap<TaskId, TaskSpec>): readonly TaskId[] | null {
  const left = new Map([...known].map(([id, { dependsOn }]) => [id, new Set(dependsOn.filter((on) => known.has(on)))]));
  const users = new Map<TaskId, TaskId[]>();
  for (const [id, needs] of left) for (const on of needs) users.set(on, [...(users.get(on) ?? []), id]);
  const free = [...left].flatMap(([id, needs]) => (needs.size === 0 ? [id] : []));
  for (let id = free.pop(); id !== undefined; id = free.pop()) {
    left.delete(id);
    for (const user of users.get(id) ?? []) {
      const needs = left.get(user);
      needs?.delete(id);
      if (needs?.size === 0) free.push(user);
    }
  }
  return left.size === 0 ? null : walkCircle(left);
}

const SHOWN_MAX = 12;

/** Everyone left needs somebody left, so following needs comes back to where it has been. */
function walkCircle(left: ReadonlyMap<TaskId, ReadonlySet<TaskId>>): readonly TaskId[] {
  const trail: TaskId[] = [];
  for (let id = [...left.keys()][0]; id !== undefined; id = [...(left.get(id) ?? [])][0]) {
    const before = trail.indexOf(id);
    if (before >= 0) return [...trail.slice(before).slice(0, SHOWN_MAX), id];
    trail.push(id);
  }
  return trail;
}

/** Relative, with `/`, and never up and out. */
function isInside(path: string): boolean {
  return !/\\|\0|^\/|^~|^[A-Za-z]:/.test(path) && Boolean(normalPath(path));
}

/** `./src//a/../b.ts` → `src/b.ts`; null where the path climbs out, empty where it names the start. */
export function normalPath(path: string): string | null {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}
