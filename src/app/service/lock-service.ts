/** At most one `reeve up` per user of a machine: a lock in its own folder, which is gone with its process. */
import { makeFolderSync } from "../../effects/files/make-folder.ts";
import type { Holder } from "../../journal/runs.ts";
import { acquireLock, holderOf } from "../../journal/sqlite/folder-lock.ts";

export function lockService(dir: string): { readonly release: () => void } | { readonly heldBy: Holder } {
  makeFolderSync(dir, 0o700);
  return acquireLock(dir);
}

/** Null: nobody. Looks only. */
export function serviceHolder(dir: string): Holder | null {
  return holderOf(dir);
}
