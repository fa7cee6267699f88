/**
 * What lies in a worktree beside what is committed. Only looks, and changes not even an index. Git is told by us which of its
 * folders belongs to the worktree: what the agent may have made of the file `.git` in there is never believed.
 */

import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { largest } from "../../basics/long-lists.ts";
import { isInnerWorkOpen } from "../git/inner/inner-repositories.ts";
import { headIn } from "../workspace/changeset/staging.ts";
import type { CleanRepository } from "./clean-repository.ts";

export interface Content {
  /** Where it stood when it was looked into; null: it was not, or there is no commit. */
  readonly head: string | null;
  readonly dirty: boolean;
  readonly obstacle: string | null;
  readonly changedAt: number;
  /** So many files are in no commit; 0 also where that is unknown. */
  readonly changed: number;
  /** What git ignores in it; folders end in a slash. */
  readonly ignored: readonly string[];
}

export const NOTHING: Content = { head: null, dirty: false, obstacle: null, changedAt: 0, changed: 0, ignored: [] };

/** What in it is in no commit; `head` null: it stands on none. Also asked right before it goes: a person may have looked into it meanwhile. */
export async function contentOf(
  { git }: Pick<CleanRepository, "git">,
  path: string,
  admin: string | null,
  head?: string | null,
): Promise<Content> {
  const inside = await readdir(path).catch(() => null);
  if (inside === null) return { ...NOTHING, dirty: true, obstacle: "it cannot be read" };
  const { mtimeMs } = await lstat(path);
  const unknown = { ...NOTHING, dirty: true, changedAt: mtimeMs };
  if (await isFolder(join(path, ".git"))) return { ...unknown, obstacle: OWN_REPOSITORY };
  if (inside.every((name) => name === ".git")) return NOTHING;
  // Without git's entry nobody can tell what of it is in a commit.
  if (admin === null || head === null) return unknown;
  const what = ["--untracked-files=all", "--ignored=matching", "--ignore-submodules=dirty", "--no-ahead-behind"];
  const args = ["status", "--porcelain=v2", "--branch", "-z", ...what];
  const here = { cwd: path, env: { GIT_DIR: admin, GIT_WORK_TREE: path } };
  const status = await git.run(args, here);
  if (!status.ok) return unknown;
  const all = status.out.split("\0").filter((line) => line !== "");
  const lines = all.filter((line) => !/^[#!] /.test(line));
  const isInnerOpen = await isInnerWorkOpen(git, here);
  return {
    head: headIn(all),
    dirty: lines.length > 0 || isInnerOpen,
    changed: lines.length + (isInnerOpen ? 1 : 0),
    obstacle: obstacleIn(lines) ?? (isInnerOpen ? SUBMODULE : null),
    changedAt: Math.max(await newest(path, lines), isInnerOpen ? mtimeMs : 0),
    ignored: all.flatMap((line) => (line.startsWith("! ") ? [line.slice(2)] : [])),
  };
}

const SUBMODULE = "a submodule in it has changes of its own, which cannot be parked";
const OWN_REPOSITORY = "somebody made a repository of its own in it, which cannot be parked";

/** Repositories inside it cannot be parked: a commit of ours would hold their names only. */
function obstacleIn(lines: readonly string[]): string | null {
  const nested = lines.find((line) => /^\? .*\/$/s.test(line));
  if (nested) return `${nested.slice(2)} in it is a repository of its own, which cannot be parked`;
  const submodule = lines.find((line) => /^[12u] .. S/.test(line));
  return submodule ? SUBMODULE : null;
}

const LOOKED_AT_MAX = 1000;

/** When the changes were made, as far as the files tell; those that are gone tell nothing. */
async function newest(path: string, lines: readonly string[]): Promise<number> {
  const names = lines.flatMap(changedPath).slice(0, LOOKED_AT_MAX);
  const times = await Promise.all(
    names.map((name) =>
      lstat(join(path, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  );
  return largest(times, 0);
}

/** Fields before the path: 8 for a change, 9 for a rename, 10 for a conflict, 1 for what git does not know. */
function changedPath(line: string): string[] {
  const fields = { "?": 1, "1": 8, "2": 9, u: 10 }[line[0] ?? ""];
  return fields === undefined ? [] : [line.split(" ").slice(fields).join(" ")];
}

export async function isFolder(path: string): Promise<boolean> {
  return lstat(path).then(
    (stat) => stat.isDirectory(),
    () => false,
  );
}
