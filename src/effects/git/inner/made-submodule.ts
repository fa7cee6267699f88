/**
 * A submodule of a worktree that is there already. Somebody has worked beside it since it was made, or code of theirs has run there,
 * and may have written its configuration or led its `.git` elsewhere: git is not let loose in it. Only one that still leads to where
 * git made it is brought to a commit, by a configuration of Reeve's own.
 */
import { existsSync } from "node:fs";
import { lstat, realpath, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Failure } from "../../../domain/proof/failure.ts";
import { readSmall } from "../../files/foreign-file.ts";
import type { Git, GitOptions } from "../git.ts";
import { withWaryGit } from "../wary-git.ts";

export interface MadeSubmodule {
  readonly name: string;
  /** From the toplevel of the worktree. */
  readonly path: string;
  readonly place: GitOptions & { readonly cwd: string };
}

/** Null: there is none yet, and nothing is left of one that git would take up again. */
export async function findMade(git: Git, { name, path, place }: MadeSubmodule): Promise<"made" | "moved" | null> {
  const found = await git.run(["rev-parse", "--absolute-git-dir"], place);
  const dir = join(place.cwd, path);
  const kept = join(found.out.trim(), "modules", name);
  const isThere = (await lstat(join(dir, ".git")).catch(() => null)) !== null;
  if (!isThere) {
    // Git would take it up with whatever is configured in it; what it holds stays beside.
    if (existsSync(kept)) await rename(kept, `${kept}.left-${Date.now()}`);
    return null;
  }
  return found.ok && (await leadsTo(dir, place.cwd, path, kept)) ? "made" : "moved";
}

const LINK_BYTES_MAX = 8_192;

async function leadsTo(dir: string, cwd: string, path: string, kept: string): Promise<boolean> {
  const [, link] = /^gitdir: (.+)\n$/.exec((await readSmall(join(dir, ".git"), LINK_BYTES_MAX)) ?? "") ?? [];
  if (link === undefined || existsSync(join(kept, "commondir"))) return false;
  const same = async (one: string, other: string) =>
    (await realpath(one).catch(() => null)) === (await realpath(other).catch(() => ""));
  const isOwnFolder = (await realpath(dir).catch(() => null)) === join(await realpath(cwd), path);
  return isOwnFolder && (await same(link.startsWith("/") ? link : join(dir, link), kept));
}

/** To the commit that the worktree's index names; what lies in it in no commit stays. */
export async function bringTo(git: Git, { path, place }: MadeSubmodule): Promise<Failure | null> {
  const listed = await git.run(["--literal-pathspecs", "ls-files", "--stage", "-z", "--", path], place);
  if (!listed.ok) return listed.failure;
  const [, commit] = /^160000 ([0-9a-f]{40,64}) 0\t/.exec(listed.out) ?? [];
  if (commit === undefined) return null;
  return withWaryGit(join(place.cwd, path), async (inside) => {
    const head = await inside.run(["rev-parse", "--verify", "--quiet", "HEAD"]);
    if (head.ok && head.out.trim() === commit) return null;
    const brought = await inside.run(["checkout", "--quiet", "--detach", "--no-recurse-submodules", commit]);
    return brought.ok ? null : brought.failure;
  });
}

export function movedFailure({ path, place }: MadeSubmodule): Failure {
  const dir = join(place.cwd, path);
  const message = `The submodule in ${dir} is no longer the one that was made there: its .git leads elsewhere. Look at it and move it elsewhere, then retry the task.`;
  return { class: "git_state", restart: "terminal", subject: dir, message, evidence: [] };
}
