/**
 * Of what changed in a worktree, that which git cannot or should not take: pipes, sockets and devices in the place of files are
 * removed, as they hold nothing; files so large that adding them would take for ever (a sparse one costs an agent nothing) are named.
 */
import { lstat, rm } from "node:fs/promises";
import { join } from "node:path";

/** One file, and all that are taken together. */
const FILE_BYTES_MAX = 1024 ** 3;
const ALL_BYTES_MAX = 4 * 1024 ** 3;
const AT_ONCE = 64;

/** `entries`: as `git status --porcelain=v2` prints them. The paths that are to be left out. */
export async function unfitIn(dir: string, entries: readonly string[]): Promise<readonly string[]> {
  const paths = entries.flatMap((entry) => pathIn(entry) ?? []);
  const unfit: string[] = [];
  let bytes = 0;
  for (let at = 0; at < paths.length; at += AT_ONCE) {
    const some = paths.slice(at, at + AT_ONCE);
    const sizes = await Promise.all(some.map((path) => sizeOf(join(dir, path))));
    for (const [index, path] of some.entries()) {
      const size = sizes[index] ?? 0;
      if (size > FILE_BYTES_MAX || bytes + size > ALL_BYTES_MAX) unfit.push(path);
      else bytes += size;
    }
  }
  return unfit;
}

/** Of a regular file; what is none counts nothing, and goes where nothing can be in it. */
async function sizeOf(path: string): Promise<number> {
  const found = await lstat(path).catch(() => null);
  if (found === null || found.isDirectory() || found.isSymbolicLink()) return 0;
  if (found.isFile()) return found.size;
  await rm(path, { force: true });
  return 0;
}

/** Changed: eight fields and the path; in conflict: ten; untracked: one. A folder of its own ends with a slash. */
function pathIn(entry: string): string | undefined {
  const [, path] = /^(?:1 (?:\S+ ){7}|u (?:\S+ ){9}|\? )(.*)$/s.exec(entry) ?? [];
  return path?.endsWith("/") ? undefined : path;
}
