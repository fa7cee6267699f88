/** Two looks at what was changed: that there is something, and that no conflict was left in it. */
import type { VerifyOrder } from "../../../domain/proof/gate.ts";
import type { MadeByOther } from "../../workspace/workspaces.ts";
import { gateResult } from "../gate-result.ts";
import type { FinishedWork, GateAnswer } from "./grounding-gates.ts";

export async function diffGate({ order, sealed }: FinishedWork): Promise<GateAnswer> {
  if (!sealed) return [gateResult("diff", "skipped", "Without git, Reeve cannot tell what was changed.")];
  const { files, insertions, deletions } = sealed.changed;
  const skipped = [
    ...(sealed.skipped ?? []).map((path) => `${path} is no part of the change: a repository of its own, or too large`),
    ...(sealed.broken ?? []).map(
      ({ commit, why }) =>
        `the commit ${commit.slice(0, 12)} is no part of the change: it is not whole (${why}). Of it, the files in the workspace count`,
    ),
  ];
  if (sealed.paths.length > 0) {
    const message = `${counted(files, "file")} changed, ${counted(insertions, "line")} added, ${deletions} removed.`;
    return [gateResult("diff", skipped.length > 0 ? "warned" : "passed", message, { evidence: skipped })];
  }
  const reason = order.result.nothing_to_do?.trim();
  if (reason && skipped.length === 0) {
    return [gateResult("diff", "passed", "The agent says that nothing had to be changed.", { evidence: [reason] })];
  }
  const done = skipped.length > 0 ? [] : doneByOthers(order, sealed.already ?? []);
  if (done.length > 0) {
    const message = "Nothing had to be changed: other tasks of this run have made it already.";
    return [
      gateResult("diff", "warned", message, { evidence: done.map(({ path, task }) => `${path} (made by ${task})`) }),
    ];
  }
  const message = `Nothing was changed, and the result does not say why (nothing_to_do).${ignoredText(sealed.ignored ?? [])}`;
  const only =
    "Nothing was changed but what git cannot hold: repositories inside the workspace, files that are too large, or commits that are not whole.";
  return [gateResult("diff", "failed", skipped.length > 0 ? only : message, { evidence: skipped })];
}

/**
 * What of others' work was this task's: what its agent wrote once more just so, or says it created, or plan and prompt name
 * for it. What it was to build on was always to be there, and explains nothing.
 */
function doneByOthers({ spec, result, upstream = [] }: VerifyOrder, already: readonly MadeByOther[]) {
  return already.filter(({ path, task, isRewritten }) => {
    if (upstream.includes(task)) return false;
    const isSaid = result.files_created.some((each) => each === path || each.endsWith(`/${path}`));
    return isRewritten || isSaid || spec.files.includes(path) || spec.prompt.includes(path);
  });
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

const OPENING = "<".repeat(7);
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
async function findMarked({ files, paths, baseText }: FinishedWork): Promise<readonly string[]> {
  const marked: string[] = [];
  for (const path of await files.withLine(paths.slice(0, FILES_MAX), OPENING)) {
    const text = await files.text(path, FILE_BYTES_MAX);
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
