/**
 * What the plan and the agent name is there. A declared file that the task deleted is fine; a path that leads out of the
 * workspace never is. A pattern in the plan (`src/*.ts`) names no file and is not looked for.
 */
import { realpath } from "node:fs/promises";
import { gateResult } from "../gate-result.ts";
import type { FinishedWork, GateAnswer } from "./grounding-gates.ts";
import { findIn, pathInside } from "./workspace-file.ts";

export async function declaredFilesGate(work: FinishedWork): Promise<GateAnswer> {
  const named = namedPaths(work);
  if (named.length === 0) {
    return [gateResult("declared_files", "passed", "Neither the plan nor the result names a file.")];
  }
  const looked = await Promise.all(named.map((each) => look(work, each)));
  const wrong = looked.filter((each) => each.problem !== null);
  if (wrong.length > 0) {
    const message = `Named files that are not where they should be: ${wrong.length} of ${named.length}.`;
    return [gateResult("declared_files", "failed", message, { evidence: wrong.map(line) })];
  }
  const unseen = looked.filter((each) => each.unseen);
  if (unseen.length > 0) {
    const message = `Files that were named and that the change does not have: ${unseen.length}; git may ignore them.`;
    return [gateResult("declared_files", "warned", message, { evidence: unseen.map(({ named: { path } }) => path) })];
  }
  return [
    gateResult(
      "declared_files",
      "passed",
      `What is named is there: ${named.length === 1 ? "one file" : `${named.length} files`}.`,
    ),
  ];
}

interface Named {
  readonly path: string;
  readonly by: "plan" | "result";
}

interface Looked {
  readonly named: Named;
  readonly problem: string | null;
  /** Said to be changed, there, and not in the change. */
  readonly unseen: boolean;
}

const NAMED_MAX = 2_000;

function namedPaths({ order }: FinishedWork): readonly Named[] {
  const planned = order.spec.files.filter((path) => !/[*?[{]/.test(path));
  const claimed = [...order.result.files_created, ...order.result.files_modified].filter((path) => path.trim() !== "");
  const byPlan = planned.map((path): Named => ({ path, by: "plan" }));
  const byResult = claimed.map((path): Named => ({ path, by: "result" }));
  return [...new Map([...byResult, ...byPlan].map((each) => [each.path, each])).values()].slice(0, NAMED_MAX);
}

async function look({ dir, files, sealed }: FinishedWork, named: Named): Promise<Looked> {
  // Agents ask the system where they are, and it may name the folder in another way than Reeve does.
  const path = pathInside(dir, named.path) ?? pathInside(await realpath(dir), named.path);
  if (path === undefined) return { named, problem: "leads out of the workspace", unseen: false };
  const found = await files.find(path);
  if (found === "outside") return { named, problem: "is a link that leads out of the workspace", unseen: false };
  const isChanged = !sealed || sealed.paths.some((each) => each === path || each.startsWith(`${path}/`));
  // Not there, but in the change: the task deleted it.
  if (found === "missing" && sealed && isChanged) return { named, problem: null, unseen: false };
  // Where the agent worked it may lie all the same, and git ignores it: no part of what will be merged.
  if (found === "missing") {
    const isLeft = sealed !== null && ["file", "folder"].includes(await findIn(dir, path));
    return { named, problem: isLeft ? null : "is not there", unseen: isLeft };
  }
  return { named, problem: null, unseen: named.by === "result" && !isChanged };
}

function line({ named, problem }: Looked): string {
  return `${named.path} ${problem} (named by the ${named.by})`;
}
