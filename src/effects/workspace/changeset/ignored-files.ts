/**
 * What an attempt wrote and git ignores, for one that seems to have changed nothing: a `.gitignore` with one star too many
 * looks like an agent that did not work. Installed packages are older than the attempt and are not named.
 */
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { noteTime, type Site, type Worktree } from "../worktree/run-repository.ts";

const LOOKED_AT_MAX = 2_000;

/** Relative to the project, the latest first; folders end in a slash. */
export async function ignoredSince(site: Site, { dir, admin, here }: Worktree): Promise<readonly string[]> {
  const began = await noteTime(admin, "attempt");
  const args = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"];
  const found = await site.git.run(args, here);
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
    (path.endsWith("/") ? `${site.toProject(path)}/` : site.toProject(path)).replace(/\/+$/, "/"),
  );
}
