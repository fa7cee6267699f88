/**
 * A short text that is another one as soon as something in a worktree changed: what git calls changed, and when each of these
 * files was written last. It only looks, takes no lock and reads no file.
 */
import { hash } from "node:crypto";
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import type { TaskId } from "../../../domain/spec/plan.ts";
import { placeOf, type RunRepository } from "../worktree/run-repository.ts";
import { findWorktree } from "../worktree/worktree.ts";

/** Of so many changed files the latest change shows in one of them. */
const FILES_MAX = 200;

/** Null: it cannot be told. */
export async function stampOf(repo: RunRepository, task: TaskId, title: string): Promise<string | null> {
  const place = placeOf(repo, task, title);
  const found = await findWorktree(repo, place);
  if (!found?.ok) return null;
  const args = ["--no-optional-locks", "status", "--porcelain", "-z", "--no-renames", "--ignore-submodules=all"];
  const status = await repo.git.run([...args, "--untracked-files=all"], found.worktree.here);
  if (!status.ok) return null;
  const entries = status.out.split("\0").filter((entry) => entry !== "");
  const times = await Promise.all(
    entries.slice(0, FILES_MAX).map((entry) => writtenAt(join(place.dir, entry.slice(3)))),
  );
  return hash("sha256", JSON.stringify([entries, times]));
}

async function writtenAt(path: string): Promise<number> {
  return (await lstat(path).catch(() => null))?.mtimeMs ?? 0;
}
