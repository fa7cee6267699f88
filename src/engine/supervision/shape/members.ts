/**
 * Members of pools: their specs and their numbers. A number is given out once, also when the start then fails and
 * across restarts of the pool and of its supervisors, so `root/crew#7` means one member for ever. The count is
 * therefore kept outside the pool: on the nearest pool member above it, or else on the root, and goes with that member.
 */
import { BugError } from "../../../domain/bug.ts";
import type { ChildSpec, MemberOverride, SupervisorSpec, Tree, TreeNode, TreePath } from "../../../domain/tree/tree.ts";
import { nodeAt } from "./node.ts";

export function nextMember(tree: Tree, pool: TreePath): TreePath {
  return `${pool}#${(keeperOf(tree, pool).numbers?.get(pool) ?? 0) + 1}`;
}

/** Was this number ever given out? */
export function wasMember(tree: Tree, pool: TreePath, id: string): boolean {
  const number = Number(id.slice(1));
  return number >= 1 && number <= (keeperOf(tree, pool).numbers?.get(pool) ?? 0);
}

export function takeNumber(tree: Tree, pool: TreePath, member: TreePath): void {
  const keeper = keeperOf(tree, pool);
  keeper.numbers ??= new Map();
  keeper.numbers.set(pool, Number(member.slice(pool.length + 1)));
}

const OVERRIDABLE = [
  "graceMs",
  "strategy",
  "intensity",
  "periodS",
  "autoShutdown",
  "backoff",
  "asksToStart",
  "args",
  "children",
] as const satisfies readonly (keyof MemberOverride)[];

/** The template with what this member has its own way. */
export function memberSpec(pool: TreeNode, override: MemberOverride | undefined): ChildSpec {
  const template = pool.spec.type === "supervisor" ? pool.spec.children[0] : undefined;
  if (template === undefined) throw new BugError(`${pool.path} is no pool with a template`);
  // An override names only what its template's type has; the types cannot say so.
  return override === undefined ? template : ({ ...template, ...override } as ChildSpec);
}

/** What the member has its own way, or undefined where it is as the template says. */
export function overrideOf(pool: SupervisorSpec, wanted: MemberOverride | undefined): MemberOverride | undefined {
  if (wanted === undefined) return undefined;
  const template: MemberOverride = pool.children[0] ?? {};
  const own = OVERRIDABLE.filter((key) => wanted[key] !== undefined && wanted[key] !== template[key]);
  return own.length === 0 ? undefined : Object.fromEntries(own.map((key) => [key, wanted[key]]));
}

function keeperOf(tree: Tree, pool: TreePath): TreeNode {
  const hash = pool.lastIndexOf("#");
  if (hash < 0) return tree.root;
  const slash = pool.indexOf("/", hash);
  return nodeAt(tree, slash < 0 ? pool : pool.slice(0, slash));
}
