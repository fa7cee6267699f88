/**
 * What an attempt wrote and git ignores, for one that seems to have changed nothing: a `.gitignore` with one star too many
 * looks like an agent that did not work. Installed packages are older than the attempt and are not named.
 */
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import type { RunRepository, Worktree } from "../worktree/run-repository.ts";
import { noteTime } from "../worktree/worktree-notes.ts";

const LOOKED_AT_MAX = 2_000;

/** Relative to the project, the latest first; folders end in a slash. */
export async function ignoredSince(repo: RunRepository, { dir, admin, here }: Worktree): Promise<readonly string[]> {
  const began = await noteTime(admin, "attempt");
  const args = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"];
  const found = await repo.git.run(args, here);
  if (began === null || !found.ok) return [];
  const paths = found.out.split("\0").filter((path) => path !== "");
  const dated = await Promise.all(
    paths.slice(0, LOOKED_AT_MAX).map(async (path) => {
      const at = (await lstat(join(dir, path)).catch(() => null))?.mtimeMs ?? 0;
      return { path, at };
    }),
  );
  const written = dated.filter(({ at }) => at >= began).sort((a, b) => b.at - a.at);
  return written.map(({ path }) =>
    (path.endsWith("/") ? `${repo.toProject(path)}/` : repo.toProject(path)).replace(/\/+$/, "/"),
  );
}
