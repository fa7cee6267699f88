/**
 * How much was changed beyond what the plan declares for the task. Declared is a file or folder the plan names, a test of
 * such a file, and the lock file of such a manifest. One or two others are told, three and more are too many. What
 * another open task claims is never touched, also where this task declares nothing.
 */
import { pathPattern } from "../../../basics/path-pattern.ts";
import { differsInOwnParts } from "../../../domain/proof/own-parts.ts";
import type { TaskId } from "../../../domain/spec/plan.ts";
import { gateResult } from "../gate-result.ts";
import type { FinishedWork, GateAnswer } from "./grounding-gates.ts";
import { isLockOf, isTestOf, isWithin } from "./path-kinds.ts";

const UNDECLARED_MAX = 2;

export async function scopeGate(work: FinishedWork): Promise<GateAnswer> {
  const { order, sealed } = work;
  if (!sealed) return [gateResult("scope", "skipped", "Without git, Reeve cannot tell what was changed.")];
  const { files } = order.spec;
  const taken = sealed.paths.flatMap((path) => {
    const owner = ownerOf(path, order.owned);
    return owner !== undefined && !isNamed(path, files) ? [`${path} (claimed by ${owner})`] : [];
  });
  if (taken.length > 0) {
    const message = "Files were changed that other open tasks claim: undo that and leave them to their tasks.";
    return [gateResult("scope", "failed", message, { evidence: taken })];
  }
  if (files.length === 0) return [gateResult("scope", "skipped", "The plan declares no files for this task.")];
  const undeclared = sealed.paths.filter((path) => !isDeclared(path, files));
  const others = await withoutOwn(work, undeclared);
  if (others.length === 0) return [gateResult("scope", "passed", "Only declared files were changed.")];
  const finding = `${others.length} ${others.length === 1 ? "file was" : "files were"} changed that the plan does not declare`;
  if (others.length <= UNDECLARED_MAX) return [gateResult("scope", "warned", `${finding}.`, { evidence: others })];
  const message = `${finding}, and more than ${UNDECLARED_MAX} are too many: undo what the task does not need.`;
  return [gateResult("scope", "failed", message, { evidence: others })];
}

/** What Reeve writes into the body of an epic comes along with a merge, and is nobody's change. */
async function withoutOwn(
  { own, baseText, files }: FinishedWork,
  paths: readonly string[],
): Promise<readonly string[]> {
  const left: string[] = [];
  for (const path of paths) {
    const texts = own && /\.md$/i.test(path) ? [await baseText(path), await files.text(path, BODY_BYTES_MAX)] : [];
    const [before, after] = texts;
    const isOwn = own && before !== undefined && after !== undefined && differsInOwnParts(own, path, before, after);
    if (!isOwn) left.push(path);
  }
  return left;
}

const BODY_BYTES_MAX = 16 * 1024 * 1024;

function ownerOf(path: string, owned: ReadonlyMap<string, TaskId>): TaskId | undefined {
  const exact = owned.get(path);
  if (exact !== undefined) return exact;
  for (const [claimed, task] of owned) if (isNamed(path, [claimed])) return task;
  return undefined;
}

function isDeclared(path: string, files: readonly string[]): boolean {
  return isNamed(path, files) || files.some((file) => isTestOf(path, file) || isLockOf(path, file));
}

function isNamed(path: string, files: readonly string[]): boolean {
  return files.some((file) => isWithin(path, file) || (/[*?]/.test(file) && pathPattern(file).test(path)));
}
