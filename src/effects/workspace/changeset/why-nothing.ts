/**
 * For an attempt that seems to have changed nothing: which files other tasks of this run had brought in before it began,
 * and which of these it wrote once more just as they are. Then its work was done already. It only looks.
 */
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import type { TaskId } from "../../../domain/spec/plan.ts";
import type { MadeByOther } from "../workspaces.ts";
import type { RunRepository, Worktree } from "../worktree/run-repository.ts";
import { noteTime } from "../worktree/worktree-notes.ts";
import { ignoredSince } from "./ignored-files.ts";

const MERGES_MAX = 200;
const LOOKED_AT_MAX = 2_000;
const FORMAT = "%x1e%(trailers:key=Reeve-Task,valueonly,separator=%x2c)%x1f";

/** What may explain that nothing changed. */
export async function whyNothing(repo: RunRepository, worktree: Worktree, base: string) {
  const [ignored, already] = await Promise.all([ignoredSince(repo, worktree), madeByOthers(repo, worktree, base)]);
  return { ignored, ...(already.length > 0 && { already }) };
}

/** `base`: where the task's branch and the integration branch part. Paths as seen from the project, each once. */
async function madeByOthers(repo: RunRepository, worktree: Worktree, base: string): Promise<MadeByOther[]> {
  const range = [`--max-count=${MERGES_MAX}`, `${repo.base.commit}..${base}`, "--"];
  const shown = ["--first-parent", "--diff-merges=first-parent", "--name-only", "--no-renames", "--diff-filter=AM"];
  const found = await repo.git.run(["log", "-z", ...shown, `--format=${FORMAT}`, ...range]);
  if (!found.ok) return [];
  const began = (await noteTime(worktree.admin, "attempt")) ?? Number.POSITIVE_INFINITY;
  const makers = [...makersOf(found.out, worktree.task)].slice(0, LOOKED_AT_MAX);
  const looked = makers.map(async ([path, task]) => {
    const written = (await lstat(join(worktree.dir, path)).catch(() => null))?.mtimeMs ?? null;
    return {
      path: repo.toProject(path),
      task,
      isThere: written !== null,
      isRewritten: written !== null && written >= began,
    };
  });
  return (await Promise.all(looked)).filter(({ isThere }) => isThere).map(({ isThere: _, ...each }) => each);
}

/** Newest first: who changed a file last has made it what it is. */
function makersOf(log: string, self: TaskId): Map<string, TaskId> {
  const makers = new Map<string, TaskId>();
  for (const record of log.split("\x1e")) {
    const [trailer = "", ...rest] = record.split("\x1f");
    const task = trailer.trim();
    if (task === "" || task === self) continue;
    for (const path of rest
      .join("")
      .split("\0")
      .map((each) => each.replace(/^\n+/, "")))
      if (path !== "" && !makers.has(path)) makers.set(path, task);
  }
  return makers;
}
