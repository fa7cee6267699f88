/**
 * One branch changes or removes what another one, or code that nobody touches, relies on. A user is looked at in the
 * version that will be merged; a user that the changing branch has adapted itself is its own business.
 */
import { addAll } from "../../../basics/long-lists.ts";
import { type Branch, type BranchViews, hasSeen, type View } from "../branches/branch-views.ts";
import { type Offer, type Traced, traceExport } from "../branches/offers.ts";
import { type Use, usesOf } from "../branches/uses.ts";
import { type Finding, quoted } from "../report/finding.ts";
import type { Call } from "../source/module-facts.ts";
import { languageOf } from "../source/source-kind.ts";
import { acceptsCall, changedMembers, isCompatible } from "./compatible.ts";
import { changeKey, type ExportChange, type ExportChanges } from "./export-changes.ts";
import { bothChanged, type Mismatch, mismatchFindings, whatChanged } from "./mismatch-finding.ts";

/** `untouched`: files of the base that mention a changed name and that no branch changes. */
export function findInterfaceMismatches(
  views: BranchViews,
  changesOf: ReadonlyMap<Branch, ExportChanges>,
  untouched: readonly string[],
): Finding[] {
  const found: Mismatch[] = [];
  for (const user of views.branches) {
    for (const [path, { after }] of user.changes) {
      if (after !== null && languageOf(path) !== null) addAll(found, inFile(views, changesOf, user.after, path));
    }
  }
  for (const path of untouched) addAll(found, inFile(views, changesOf, views.base, path));
  return [...bothChanged(changesOf), ...mismatchFindings(found)];
}

function inFile(
  views: BranchViews,
  changesOf: ReadonlyMap<Branch, ExportChanges>,
  view: View,
  path: string,
): Mismatch[] {
  const before = view.branch === null ? new Set<string>() : usedBefore(views, view.branch, path);
  return usesOf(views, view, path).flatMap((use) => {
    if (use.target.type !== "file") return [];
    const traced = traceExport(views, view, use.target.path, use.name);
    const hops = typeof traced === "string" ? [{ path: use.target.path, name: use.name }] : traced.hops;
    const isNew = view.branch !== null && !before.has(useKey(use));
    return [...changesOf].flatMap(([branch, changes]) => {
      if (branch === view.branch || (branch.changes.has(path) && (!isNew || knowsFile(branch, view, path)))) return [];
      // From where the name is defined to the module asked: the cause before what only passes it on.
      const met = hops.toReversed().flatMap((hop) => changes.get(changeKey(hop.path, hop.name)) ?? []);
      const [change] = met;
      if (change === undefined || stillOffers(views, branch, hops) || isElsewhere(views, branch, path, use)) return [];
      return judge(views, change, { view, path, use, isNew, traced }) ?? [];
    });
  });
}

/** It was made on the user's version of the file: what it made of that file is what will be merged. */
function knowsFile(branch: Branch, view: View, path: string): boolean {
  return hasSeen(branch, path, view.blobOf(path) ?? null);
}

/** The user was made on the changed file: it cannot mean it as it was before. */
function knowsChange({ branch, path }: ExportChange, user: Branch | null): boolean {
  return user !== null && hasSeen(user, path, branch.changes.get(path)?.after ?? null);
}

/** The same import leads to another file of the branch that has it: `a.ts` became `a/index.ts`. */
function isElsewhere(views: BranchViews, branch: Branch, from: string, { specifier, target, name }: Use): boolean {
  const found = views.resolve(branch.after, from, specifier);
  if (found.type !== "file" || target.type !== "file" || found.path === target.path) return false;
  return name === "*" || traceExport(views, branch.after, found.path, name) !== "absent";
}

/** Asked where the branch knows the name, it still gives something that will do: moved behind an index, for example. */
function stillOffers(views: BranchViews, branch: Branch, hops: Offer["hops"]): boolean {
  for (const { path, name } of hops) {
    const old = traceExport(views, branch.before, path, name);
    if (typeof old === "string") continue;
    const now = traceExport(views, branch.after, path, name);
    if (typeof now === "string") return now === "unknown";
    return old.definition === null || now.definition === null || isCompatible(old.definition, now.definition);
  }
  return false;
}

interface UsePlace {
  readonly view: View;
  readonly path: string;
  readonly use: Use;
  readonly isNew: boolean;
  readonly traced: Traced;
}

function judge(views: BranchViews, found: ExportChange, at: UsePlace): Mismatch | null {
  const isKnown = knowsChange(found, at.view.branch);
  const change = isKnown ? asUserLeftIt(found, at) : found;
  if (change === null) return null;
  if (change.now === null) return gone(change, at);
  const { old, now } = change;
  const broken = at.use.calls.find((call) => !acceptsCall(now, call) && (old === null || acceptsCall(old, call)));
  if (broken !== undefined) return badCall(change, at, broken);
  if (at.view.branch === null || isKnown) return null; // the branch's own compiler and tests have seen it
  const text = views.text(at.view, at.path) ?? "";
  const member = old === null ? undefined : changedMembers(old, now).find((name) => isAccessed(text, name));
  const detail = member === undefined ? "" : ` (its ${quoted(member)} is different, and ${at.path} uses that name)`;
  const severity = member !== undefined || at.isNew ? "major" : "minor";
  const how = `changes the signature of ${whatChanged(change)}${detail}`;
  return { ...at, change, user: at.view.branch, severity, how, line: at.use.line };
}

/** Whoever knows the change and has changed that file since speaks last about it. Null: nothing can be said of it then. */
function asUserLeftIt(change: ExportChange, { view, traced }: UsePlace): ExportChange | null {
  if (!view.branch?.changes.has(change.path)) return change;
  if (traced === "absent") return { ...change, now: null };
  return traced === "unknown" || traced.definition === null ? null : { ...change, now: traced.definition };
}

/** Behind a dot, somewhere in the file. */
function isAccessed(text: string, member: string): boolean {
  return text
    .split(`.${member}`)
    .slice(1)
    .some((after) => !/^[\p{L}\p{N}_$]/u.test(after));
}

function gone(change: ExportChange, at: UsePlace): Mismatch | null {
  if (at.use.isIndirect && change.old?.kind === "const") return null;
  return { ...at, change, user: at.view.branch, severity: "critical", how: goneHow(change), line: at.use.line };
}

function goneHow(change: ExportChange): string {
  if (change.movedTo !== null) return `moves ${whatChanged(change)} to ${change.movedTo}`;
  if (!change.isFileGone) return `removes ${whatChanged(change)}`;
  return change.name === "*" ? `deletes ${change.path}` : `deletes ${change.path} with ${quoted(change.name)}`;
}

/** JavaScript itself takes any number of arguments. */
function badCall(change: ExportChange, at: UsePlace, call: Call): Mismatch {
  const severity = languageOf(at.path) === "javascript" ? "major" : "critical";
  const given = call.keywords.length === 0 ? `${call.args}` : `${call.args} and ${call.keywords.join(", ")}`;
  const how = `changes the parameters of ${whatChanged(change)}, which is called with ${given}`;
  return { ...at, change, user: at.view.branch, severity, how, line: call.line };
}

function usedBefore(views: BranchViews, branch: Branch, path: string): Set<string> {
  return new Set(usesOf(views, branch.before, path).map(useKey));
}

function useKey({ specifier, name }: Use): string {
  return `${specifier}\n${name}`;
}
