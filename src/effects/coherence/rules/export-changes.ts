/** What a branch changed about what its files offer: names that are gone, and names that mean something else now. */
import type { Branch, BranchViews } from "../branches/branch-views.ts";
import { offeredNames, traceExport } from "../branches/offers.ts";
import type { Definition } from "../source/module-facts.ts";
import { languageOf } from "../source/source-kind.ts";
import { isCompatible } from "./compatible.ts";

export interface ExportChange {
  readonly branch: Branch;
  readonly path: string;
  readonly name: string;
  readonly old: Definition | null;
  /** Null when it is gone. */
  readonly now: Definition | null;
  readonly line: number;
  /** The file that has it now. */
  readonly movedTo: string | null;
  readonly isFileGone: boolean;
}

/** By `path` and name, as `changeKey` puts them together. */
export type ExportChanges = ReadonlyMap<string, ExportChange>;

export function changeKey(path: string, name: string): string {
  return `${path}\n${name}`;
}

export function exportChangesOf(views: BranchViews, branch: Branch): ExportChanges {
  const found = new Map<string, ExportChange>();
  for (const [path, { before, after }] of branch.changes) {
    if (languageOf(path) === null || before === null) continue;
    if (after === null) found.set(changeKey(path, "*"), wholeFile(branch, path));
    for (const name of offeredNames(views, branch.before, path)) {
      const change = changeOf(views, branch, path, name, after === null);
      if (change !== null) found.set(changeKey(path, name), change);
    }
  }
  return found;
}

/** "*": the module as such is gone, whatever it offered. */
function wholeFile(branch: Branch, path: string): ExportChange {
  return { branch, path, name: "*", old: null, now: null, line: 1, movedTo: null, isFileGone: true };
}

function changeOf(
  views: BranchViews,
  branch: Branch,
  path: string,
  name: string,
  isFileGone: boolean,
): ExportChange | null {
  const old = traceExport(views, branch.before, path, name);
  const now = traceExport(views, branch.after, path, name);
  if (typeof old === "string" || now === "unknown") return null;
  const base = { branch, path, name, old: old.definition, isFileGone };
  if (now === "absent") return { ...base, now: null, line: old.line, movedTo: newHome(views, branch, path, name) };
  if (old.definition === null || now.definition === null || isCompatible(old.definition, now.definition)) return null;
  // A module that only passes a name on did not change it: the one that defines it did.
  if (now.hops.length > 1) return null;
  return { ...base, now: now.definition, line: now.definition.line, movedTo: null };
}

function newHome(views: BranchViews, branch: Branch, from: string, name: string): string | null {
  for (const [path, { after }] of branch.changes) {
    if (path === from || after === null || languageOf(path) === null) continue;
    const isNew = views.facts(branch.after, path)?.definitions.has(name);
    if (isNew && !views.facts(branch.before, path)?.definitions.has(name)) return path;
  }
  return null;
}
