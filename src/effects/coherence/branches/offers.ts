/** What a module offers in a view, followed through re-exports to where each name is defined. */

import type { Definition } from "../source/module-facts.ts";
import type { BranchViews, View } from "./branch-views.ts";

export interface Offer {
  /** Every module the name passes on its way, the one asked first; the last one defines it. */
  readonly hops: readonly { readonly path: string; readonly name: string }[];
  readonly definition: Definition | null;
  readonly line: number;
}

/** "unknown": the module may offer it, but that cannot be seen. */
export type Traced = Offer | "absent" | "unknown";

export function traceExport(
  views: BranchViews,
  view: View,
  path: string,
  name: string,
  seen: Seen = new Set(),
): Traced {
  const facts = views.facts(view, path);
  if (facts === undefined || seen.has(`${path}\n${name}`)) return "absent";
  if (seen.size > MODULES_MAX) return "unknown";
  seen.add(`${path}\n${name}`);
  const hop = { path, name };
  const own = facts.exports.get(name);
  if (own !== undefined && own.from === null) return { hops: [hop], definition: own.definition, line: own.line };
  if (own !== undefined && own.from !== null) {
    const through = own.name === "*" ? null : followed(views, view, path, own.from, own.name, seen);
    if (through === null || typeof through === "string") return { hops: [hop], definition: null, line: own.line };
    return { ...through, hops: [hop, ...through.hops] };
  }
  let unknown = facts.open;
  for (const star of name === "default" ? [] : facts.stars) {
    const through = followed(views, view, path, star, name, seen);
    if (through === "unknown") unknown = true;
    else if (through !== "absent") return { ...through, hops: [hop, ...through.hops] };
  }
  return unknown ? "unknown" : "absent";
}

/** Names that a module offers itself or passes on. */
export function offeredNames(
  views: BranchViews,
  view: View,
  path: string,
  seen: Seen = new Set(),
): ReadonlySet<string> {
  const facts = seen.has(path) || seen.size > MODULES_MAX ? undefined : views.facts(view, path);
  const names = new Set(facts?.exports.keys());
  if (facts === undefined) return names;
  seen.add(path);
  for (const star of facts.stars) {
    const found = views.resolve(view, path, star);
    if (found.type !== "file") continue;
    for (const name of offeredNames(views, view, found.path, seen)) if (name !== "default") names.add(name);
  }
  return names;
}

/** Modules that were asked already: barrel files may pass each other's names on in circles. */
type Seen = Set<string>;
const MODULES_MAX = 500;

function followed(views: BranchViews, view: View, path: string, specifier: string, name: string, seen: Seen): Traced {
  const found = views.resolve(view, path, specifier);
  if (found.type !== "file") return found.type === "missing" ? "absent" : "unknown";
  return traceExport(views, view, found.path, name, seen);
}
