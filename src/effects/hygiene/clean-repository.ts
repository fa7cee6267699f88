/**
 * The user's repository as cleaning sees it: where git keeps its entries for worktrees, which branch is checked out
 * where, and what is merged. It only looks. Null where there is no repository: then there is nothing of git to clean.
 */
import { realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Semaphore } from "../../basics/semaphore.ts";
import type { Git } from "../git/git.ts";
import { listAdmins } from "../workspace/worktree/run-repository.ts";

export interface CleanRepository {
  readonly git: Git;
  readonly commonDir: string;
  /** A worktree's path → git's own folder for it. Broken entries are left out. */
  readonly admins: ReadonlyMap<string, string>;
  /** Full name of a branch → the worktrees it is checked out in; null when git could not tell. */
  readonly checkedOut: ReadonlyMap<string, readonly string[]> | null;
  readonly isMerged: (commit: string, into: readonly string[]) => Promise<boolean>;
}

/** So many gits look at once; a run may have hundreds of branches. */
export const AT_ONCE = 4;

export async function lookAtRepository(git: Git): Promise<CleanRepository | null> {
  const common = await git.run(["rev-parse", "--path-format=absolute", "--git-common-dir"]);
  if (!common.ok) return null;
  const commonDir = common.out.replace(/\n$/, "");
  return {
    git,
    commonDir,
    admins: await realAdmins(commonDir),
    checkedOut: await readCheckedOut(git, commonDir),
    isMerged: mergedIn(git),
  };
}

/** With the real paths of folders that may themselves be gone. */
async function realAdmins(commonDir: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const [path, admin] of await listAdmins(commonDir)) {
    const above = await realpath(dirname(path)).catch(() => dirname(path));
    found.set(join(above, basename(path)), admin);
  }
  return found;
}

/** Git cannot list its worktrees while another one is just being added. */
async function readCheckedOut(git: Git, commonDir: string): Promise<ReadonlyMap<string, readonly string[]> | null> {
  const listed = await git.run(["worktree", "list", "--porcelain", "-z"]);
  if (!listed.ok) return null;
  const found = new Map<string, string[]>();
  const main = [checkoutOf(commonDir), checkoutOf(dirname(await realpath(join(commonDir, "objects"))))] as const;
  let path = "";
  for (const line of listed.out.split("\0")) {
    if (line.startsWith("worktree ")) path = line.slice("worktree ".length);
    // Where Reeve's own folder stands for what checkouts share, git takes it for the main checkout's.
    if (path === main[0]) path = main[1];
    if (!line.startsWith("branch ")) continue;
    const name = line.slice("branch ".length);
    found.set(name, [...(found.get(name) ?? []), path]);
  }
  return found;
}

function checkoutOf(commonDir: string): string {
  return basename(commonDir) === ".git" ? dirname(commonDir) : commonDir;
}

/**
 * Asked often for the same commits: every answer is kept. Of the tips of Reeve's branches, which are most of them, git tells
 * all at once. What git cannot tell counts as not merged.
 */
function mergedIn(git: Git): CleanRepository["isMerged"] {
  const known = new Map<string, Promise<boolean>>();
  const tips = new Map<string, Promise<ReadonlyMap<string, boolean>>>();
  const tipsMerged = (into: string) => {
    const found = tips.get(into) ?? listTips(git, into);
    tips.set(into, found);
    return found;
  };
  const turns = new Semaphore(AT_ONCE);
  const ask = async (commit: string, into: string): Promise<boolean> => {
    const told = (await tipsMerged(into)).get(commit);
    if (told !== undefined) return told;
    const answer = await turns.run(() => git.run(["merge-base", "--is-ancestor", commit, into], { okCodes: [1] }));
    return answer.ok && answer.code === 0;
  };
  return async (commit, into) => {
    for (const each of into) {
      const key = `${commit} ${each}`;
      const answer = known.get(key) ?? ask(commit, each);
      known.set(key, answer);
      if (await answer) return true;
    }
    return false;
  };
}

/** Tips of Reeve's branches → whether they are merged into that commit. Empty where git cannot tell. */
async function listTips(git: Git, into: string): Promise<ReadonlyMap<string, boolean>> {
  const list = (...which: string[]) =>
    git.run(["for-each-ref", "--format=%(objectname)", ...which, "refs/heads/reeve/"]);
  const [merged, others] = await Promise.all([list(`--merged=${into}`), list(`--no-merged=${into}`)]);
  if (!merged.ok || !others.ok) return new Map();
  const rows = (out: string, isMerged: boolean) => out.split("\n").map((commit) => [commit, isMerged] as const);
  return new Map([...rows(others.out, false), ...rows(merged.out, true)]);
}
