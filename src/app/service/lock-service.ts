/** At most one `reeve up` per user of a machine: a lock in its own folder, which is gone with its process. */
import { mkdirSync } from "node:fs";
import type { Holder } from "../../journal/runs.ts";
import { acquireLock } from "../../journal/sqlite/folder-lock.ts";

export function lockService(dir: string): { readonly release: () => void } | { readonly heldBy: Holder } {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return acquireLock(dir);
}
