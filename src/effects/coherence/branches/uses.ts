/** Which names of which modules of the project a file uses: imported by name, or reached through a whole module. */

import type { Call, ModuleFacts } from "../source/module-facts.ts";
import type { BranchViews, View } from "./branch-views.ts";
import type { Resolved } from "./resolve-import.ts";

export interface Use {
  readonly specifier: string;
  readonly target: Exclude<Resolved, { type: "outside" }>;
  /** "*": the module as such. */
  readonly name: string;
  readonly line: number;
  readonly calls: readonly Call[];
  /** Read off `module.name`: it may also be something that the module was given. */
  readonly isIndirect: boolean;
}

export function usesOf(views: BranchViews, view: View, path: string): Use[] {
  const facts = views.facts(view, path);
  if (facts === undefined) return [];
  const callsByCallee = Map.groupBy(facts.calls, (call) => call.callee);
  return facts.imports.flatMap((each) => {
    const target = views.resolve(view, path, each.specifier);
    if (target.type === "outside") return [];
    const { specifier, name, local, line } = each;
    const calls = local === null ? [] : (callsByCallee.get(local) ?? []);
    const use: Use = { specifier, target, name, line, calls, isIndirect: false };
    return name === "*" && local !== null ? [use, ...throughModule(facts, use, local)] : [use];
  });
}

function throughModule(facts: ModuleFacts, use: Use, local: string): Use[] {
  const lead = `${local}.`;
  const byName = Map.groupBy(
    facts.calls.filter((call) => call.callee.startsWith(lead) && !call.callee.slice(lead.length).includes(".")),
    (call) => call.callee.slice(lead.length),
  );
  return [...byName].map(([name, calls]) => ({
    ...use,
    name,
    calls,
    line: calls[0]?.line ?? use.line,
    isIndirect: true,
  }));
}
