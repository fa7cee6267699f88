/**
 * What the integration branch tells about itself: which tasks came in by which merge. Only its first parents are read,
 * which are Reeve's merges and what a person committed there; what agents wrote into their own commits counts for nothing.
 */

import type { Failure } from "../../domain/proof/failure.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import type { AttemptId } from "../../domain/work/attempt.ts";
import type { Git } from "../git/git.ts";

export interface Arrival {
  readonly commit: string;
  /** Null: not a merge of Reeve's. */
  readonly task: TaskId | null;
  readonly subject: string;
}

export interface MergeWords {
  readonly run: string;
  readonly task: TaskId;
  readonly attempt: AttemptId;
  readonly title: string;
  /** Digest of what proves the work; absent or null: nobody knows it. */
  readonly proof?: string | null;
}

/** The trailers are read again by `arrivals`, and the proof's by `reeve verify`. */
export function mergeMessage({ run, task, attempt, title, proof }: MergeWords): string {
  const subject = `Merge ${task}: ${title.replace(/\s+/g, " ").trim()}`;
  const proved = proof ? `Reeve-Proof: ${proof}\n` : "";
  return `${subject}\n\nReeve-Run: ${run}\nReeve-Task: ${task}\nReeve-Attempt: ${attempt}\n${proved}`;
}

const ARRIVALS_MAX = 200;
const PATHS_MAX = 200;
const FORMAT = "%H%x1f%(trailers:key=Reeve-Task,valueonly,separator=%x2c)%x1f%s";

/** Newest first. With paths: only what touched one of them; too many paths for one call count as all. */
export async function arrivals(
  git: Git,
  since: { readonly from: string; readonly to: string },
  paths: readonly string[] = [],
): Promise<readonly Arrival[]> {
  const range = [`--max-count=${ARRIVALS_MAX}`, `${since.from}..${since.to}`, "--"];
  const args = ["--literal-pathspecs", "log", "-z", "--first-parent", `--format=${FORMAT}`, ...range];
  const done = await git.run([...args, ...(paths.length <= PATHS_MAX ? paths : [])]);
  if (!done.ok) return [];
  const records = done.out.split("\0").filter((record) => record !== "");
  return records.map((record) => {
    const [commit = "", task = "", subject = ""] = record.split("\x1f");
    return { commit: commit.trim(), task: task.trim() || null, subject };
  });
}

export function tasksOf(came: readonly Arrival[], self: TaskId): readonly TaskId[] {
  const tasks = came.flatMap(({ task }) => (task && task !== self ? [task] : []));
  return [...new Set(tasks)];
}

/** Where two commits part; null where they have nothing in common. */
export async function mergeBase(git: Git, one: string, other: string): Promise<string | null> {
  const done = await git.run(["merge-base", one, other], { okCodes: [1] });
  return done.ok && done.code === 0 ? done.out.trim() : null;
}

export type Contained =
  | { readonly type: "not_contained" }
  /** Null: no merge brought it in, it is as old as the branch. */
  | { readonly type: "contained"; readonly by: { readonly commit: string; readonly onto: string } | null }
  | { readonly type: "failed"; readonly failure: Failure };

/** Whether the branch holds the commit already, and by which merge. */
export async function whereContained(git: Git, commit: string, head: string): Promise<Contained> {
  const inside = await git.run(["merge-base", "--is-ancestor", commit, head], { okCodes: [1] });
  if (!inside.ok) return { type: "failed", failure: inside.failure };
  if (inside.code !== 0) return { type: "not_contained" };
  const range = ["--first-parent", "--parents", `${commit}..${head}`];
  const since = await git.run(["rev-list", ...range]);
  if (!since.ok) return { type: "failed", failure: since.failure };
  const lines = since.out.trimEnd().split("\n");
  const merges = lines.map((line) => line.split(" ")).filter(([, , second]) => second === commit);
  const [merge, onto] = merges.at(-1) ?? [];
  return { type: "contained", by: merge && onto ? { commit: merge, onto } : null };
}
