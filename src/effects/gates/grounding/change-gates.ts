/** Two looks at what was changed: that there is something, and that no conflict was left in it. */
import { gateResult } from "../gate-result.ts";
import type { FinishedWork, GateAnswer } from "./grounding-gates.ts";
import { climb, readTextIn } from "./workspace-file.ts";

export async function diffGate({ order, sealed }: FinishedWork): Promise<GateAnswer> {
  if (!sealed) return [gateResult("diff", "skipped", "Without git, Reeve cannot tell what was changed.")];
  const { files, insertions, deletions } = sealed.changed;
  const skipped = (sealed.skipped ?? []).map((path) => `${path} is a repository of its own and no part of the change`);
  if (sealed.paths.length > 0) {
    const message = `${counted(files, "file")} changed, ${counted(insertions, "line")} added, ${deletions} removed.`;
    return [gateResult("diff", skipped.length > 0 ? "warned" : "passed", message, { evidence: skipped })];
  }
  const reason = order.result.nothing_to_do?.trim();
  if (reason && skipped.length === 0) {
    return [gateResult("diff", "passed", "The agent says that nothing had to be changed.", { evidence: [reason] })];
  }
  const message = `Nothing was changed, and the result does not say why (nothing_to_do).${ignoredText(sealed.ignored ?? [])}`;
  const only = "Nothing was changed but repositories inside the workspace, whose files git cannot hold.";
  return [gateResult("diff", "failed", skipped.length > 0 ? only : message, { evidence: skipped })];
}

const NAMED_MAX = 3;

function ignoredText(paths: readonly string[]): string {
  if (paths.length === 0) return "";
  const more = paths.length > NAMED_MAX ? ` and ${paths.length - NAMED_MAX} more` : "";
  return ` Git ignores what was written: ${paths.slice(0, NAMED_MAX).join(", ")}${more}; see .gitignore.`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

const FILE_BYTES_MAX = 2 * 1024 * 1024;
const FILES_MAX = 5_000;

export async function conflictsGate(work: FinishedWork): Promise<GateAnswer> {
  const marked = await findMarked(work);
  const left = [...new Set([...(work.sealed?.unresolved ?? []), ...marked])];
  if (left.length === 0) return [gateResult("conflicts", "passed", "No conflict is left.")];
  const message = `Conflict markers are left in ${left.length === 1 ? left[0] : `${left.length} files`}: resolve each of them and remove the markers.`;
  return [gateResult("conflicts", "failed", message, { evidence: left })];
}

/** A file that had markers before the task (a lesson about git, a test) may have them still. */
async function findMarked({ dir, paths, baseText }: FinishedWork): Promise<readonly string[]> {
  const marked: string[] = [];
  for (const path of paths.slice(0, FILES_MAX)) {
    const text = await readTextIn(...climb(dir, path), FILE_BYTES_MAX);
    if (text === undefined || !hasConflictMarkers(text)) continue;
    if (!hasConflictMarkers((await baseText(path)) ?? "")) marked.push(path);
  }
  return marked;
}

/** All three of them in their order, each at the beginning of its line: a row of equal signs alone underlines a title. */
export function hasConflictMarkers(text: string): boolean {
  let expected = 0;
  for (const line of text.split("\n")) {
    if (MARKERS[expected]?.test(line)) expected += 1;
    if (expected === MARKERS.length) return true;
  }
  return false;
}

const MARKERS = [/^<{7}(?: |\r?$)/, /^={7}\r?$/, /^>{7}(?: |\r?$)/];
