/** What gits that are gone left in an entry of a worktree: locks, and what git remembers of a merge or a rebase. */
import { rm } from "node:fs/promises";
import { join } from "node:path";

/** The attempt and all its processes are gone: a lock that is still there belongs to nobody. */
export async function removeLocks(admin: string): Promise<void> {
  await Promise.all(["index.lock", "HEAD.lock"].map((name) => rm(join(admin, name), { recursive: true, force: true })));
}

/** Left as it is, it would turn the next commit into something else. */
const UNFINISHED = [
  "MERGE_HEAD",
  "MERGE_MSG",
  "MERGE_MODE",
  "MERGE_RR",
  "AUTO_MERGE",
  "SQUASH_MSG",
  "CHERRY_PICK_HEAD",
  "REVERT_HEAD",
  "REBASE_HEAD",
  "BISECT_LOG",
  "BISECT_START",
  "rebase-merge",
  "rebase-apply",
  "sequencer",
];

export async function forgetUnfinished(admin: string): Promise<void> {
  await Promise.all(UNFINISHED.map((name) => rm(join(admin, name), { recursive: true, force: true })));
}
