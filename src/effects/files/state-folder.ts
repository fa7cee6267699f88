/**
 * The state folder is its user's alone: 0700, and 0600 for what lies in it, whoever made it and whatever the umask was.
 * What agents work in, the worktrees, keeps the rights it has: what is built and packed there takes them along, and nobody
 * else comes past the folder above. Links are not followed. What cannot be changed is left and said.
 */
import { chmodSync, lstatSync } from "node:fs";
import { chmod, lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { makeFolderSync } from "./make-folder.ts";

const OTHERS = 0o077;

/** Others could read it before, and cannot now; or they still can, because it is somebody else's. */
export type Tightened = "kept" | "tightened" | "foreign";

/** Makes it where it is not there. */
export function ownFolder(dir: string): Tightened {
  makeFolderSync(dir, 0o700);
  const stat = lstatSync(dir);
  if (!stat.isDirectory() || (stat.mode & OTHERS) === 0) return "kept";
  try {
    chmodSync(dir, 0o700);
    return "tightened";
  } catch {
    return "foreign";
  }
}

/** Whether others can read what lies in it. */
export function isOpenToOthers(dir: string): boolean {
  try {
    return (lstatSync(dir).mode & OTHERS) !== 0;
  } catch {
    return false;
  }
}

const NOT_OURS = new Set(["worktrees", "reading"]);
const ENTRIES_MAX = 100_000;

/** Everything below a folder of Reeve's, but for what agents work in. Never rejects. */
export async function tightenBelow(dir: string): Promise<void> {
  const folders = [dir];
  let left = ENTRIES_MAX;
  for (let folder = folders.pop(); folder !== undefined && left > 0; folder = folders.pop()) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      left -= 1;
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !(NOT_OURS.has(entry.name) && !folder.endsWith("/git"))) folders.push(path);
      if (entry.isDirectory() || entry.isFile()) await tighten(path);
    }
  }
}

/** What its owner may do stays. */
async function tighten(path: string): Promise<void> {
  try {
    const { mode } = await lstat(path);
    if ((mode & OTHERS) !== 0) await chmod(path, mode & 0o700);
  } catch {
    // Gone meanwhile, or somebody else's.
  }
}
