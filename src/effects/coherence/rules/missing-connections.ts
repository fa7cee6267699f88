/**
 * Imports that lead nowhere: a module or a name of the project that neither the base nor any branch provides. What the
 * branch imported before it began, what git ignores, and what cannot be seen through is left alone.
 */
import { createSuggest } from "../../../basics/suggest.ts";
import type { TaskId } from "../../../domain/spec/plan.ts";
import { type Branch, type BranchViews, hasSeen, type View } from "../branches/branch-views.ts";
import { offeredNames, traceExport } from "../branches/offers.ts";
import type { Resolved } from "../branches/resolve-import.ts";
import { type Use, usesOf } from "../branches/uses.ts";
import { type Finding, place, quoted } from "../report/finding.ts";
import { languageOf } from "../source/source-kind.ts";

export interface Expected {
  /** File → the task that says it will make it. */
  readonly owners: ReadonlyMap<string, TaskId>;
  /** Tasks that have not worked yet. */
  readonly pending: ReadonlySet<TaskId>;
}

interface Missing {
  readonly branch: Branch;
  readonly path: string;
  readonly use: Use;
  /** The module that is there but lacks the name; null where there is no module. */
  readonly module: string | null;
}

export function findMissing(views: BranchViews): Missing[] {
  return views.branches.flatMap((branch) =>
    [...branch.changes].flatMap(([path, { after }]) => {
      if (after === null || languageOf(path) === null) return [];
      const before = new Set(usesOf(views, branch.before, path).map(keyOf));
      const fresh = usesOf(views, branch.after, path).filter((use) => !use.isIndirect && !before.has(keyOf(use)));
      return fresh.flatMap((use): Missing[] => {
        const module = missingPart(views, branch, path, use);
        return module === undefined ? [] : [{ branch, path, use, module }];
      });
    }),
  );
}

/** Where a module could have been, for the question whether git ignores it. */
export function placesOf({ use }: Missing): string[] {
  if (use.target.type !== "missing") return [];
  const bare = use.target.path;
  return ["", ".ts", ".js", ".py", ".json", "/index.ts", "/__init__.py"].map((end) => bare + end);
}

export function missingFinding(views: BranchViews, missing: Missing, { owners, pending }: Expected): Finding {
  const { branch, path, use, module } = missing;
  const wanted = module === null ? [...placesOf(missing)] : [module];
  const owner = wanted.map((each) => owners.get(each)).find((each) => each !== undefined) ?? null;
  const maker = views.branches.find((each) => each !== branch && module !== null && each.changes.has(module));
  // Who was made on that module as it is asks for what was never there.
  const isSeen =
    maker !== undefined && module !== null && hasSeen(branch, module, maker.changes.get(module)?.after ?? null);
  const owes = isSeen ? branch.task : (owner ?? maker?.task ?? branch.task);
  const isPending = pending.has(owes);
  const near = module === null ? undefined : nearest(views, module, use.name);
  const lacks = module === null ? quoted(use.specifier) : `${quoted(use.name)} from ${module}`;
  const hint = near === undefined ? "" : ` (there is ${quoted(near)})`;
  const then = isPending
    ? `${owes} has still to make it`
    : `${owes} must provide it${owes === branch.task ? " or import what is there" : ""}`;
  return {
    subject: module === null ? use.specifier : use.name,
    severity: isPending ? "minor" : "critical",
    tasks: [...new Set([branch.task, owes])],
    files: [place(path, use.line), ...(module === null ? [] : [module])],
    sentence: `${branch.task} imports ${lacks}, which neither the base nor any branch provides${hint}; ${then}.`,
    must_change: owes,
  };
}

/** Null: no module. A path: the module lacks the name. Undefined: all is well, or cannot be told. */
function missingPart(views: BranchViews, branch: Branch, path: string, use: Use): string | null | undefined {
  const all: readonly View[] = [branch.after, ...views.views.filter((view) => view !== branch.after)];
  const targets = all.map((view) => ({ view, target: views.resolve(view, path, use.specifier) }));
  const there = targets.filter(({ view, target }) => target.type !== "missing" && counts(branch, view, target));
  if (there.length === 0) return null;
  if (use.name === "*") return undefined;
  let module: string | undefined;
  for (const { view, target } of there) {
    if (target.type !== "file" || languageOf(target.path) === null) return undefined;
    const traced = traceExport(views, view, target.path, use.name);
    if (traced !== "absent" || isSubmodule(views, view, target.path, use.name)) return undefined;
    if (isOldStyle(views, view, target.path, use.name)) return undefined;
    module ??= target.path;
  }
  return module !== undefined && !isRemovedByOthers(views, branch, module, use.name) ? module : undefined;
}

/** `from package import module`. */
function isSubmodule(views: BranchViews, view: View, path: string, name: string): boolean {
  if (!path.endsWith("/__init__.py") && path !== "__init__.py") return false;
  const folder = path.slice(0, -"__init__.py".length);
  return views.has(view, `${folder}${name}.py`) || view.hasFolder(`${folder}${name}`);
}

/** What the branch itself changed or deleted counts as it left it, unless another branch says otherwise. */
function counts(branch: Branch, view: View, target: Resolved): boolean {
  if (target.type !== "file" || view.branch === branch || !branch.changes.has(target.path)) return true;
  return view.branch?.changes.has(target.path) ?? false;
}

/** The default import of a CommonJS module is the module itself; a script without exports offers what it runs. */
function isOldStyle(views: BranchViews, view: View, path: string, name: string): boolean {
  if (languageOf(path) !== "javascript") return false;
  return name === "default" || views.facts(view, path)?.exports.size === 0;
}

/** Told as a mismatch already. */
function isRemovedByOthers(views: BranchViews, branch: Branch, module: string, name: string): boolean {
  return views.branches.some(
    (each) =>
      each !== branch && each.changes.has(module) && typeof traceExport(views, each.before, module, name) !== "string",
  );
}

function nearest(views: BranchViews, module: string, name: string): string | undefined {
  const known = new Set(views.views.flatMap((view) => [...offeredNames(views, view, module)]));
  return createSuggest()(name, known);
}

function keyOf({ specifier, name }: Use): string {
  return `${specifier}\n${name}`;
}
