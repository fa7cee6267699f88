/** How much a folder takes on disk and when something in it last changed. Links are counted, never followed. */
import { lstat, opendir } from "node:fs/promises";
import { join } from "node:path";

export interface DiskUse {
  readonly bytes: number;
  /** Newest change of anything in it; 0 where there is nothing. */
  readonly changedAt: number;
  /** Not all of it was counted: there is more than was asked to be looked at. */
  readonly isPart: boolean;
}

const BLOCK_BYTES = 512;
const FOLDERS_AT_ONCE = 8;

/** What vanishes or may not be read meanwhile counts as nothing. */
export async function diskUse(path: string, entriesMax: number = Number.POSITIVE_INFINITY): Promise<DiskUse> {
  let entries = 0;
  let bytes = 0;
  let changedAt = 0;
  const folders: string[] = [];
  const count = async (each: string): Promise<void> => {
    const stat = await lstat(each).catch(() => null);
    if (stat === null) return;
    entries += 1;
    bytes += stat.blocks * BLOCK_BYTES;
    changedAt = Math.max(changedAt, stat.mtimeMs);
    if (stat.isDirectory()) folders.push(each);
  };
  await count(path);
  while (folders.length > 0 && entries < entriesMax) {
    const batch = folders.splice(-FOLDERS_AT_ONCE);
    await Promise.all(batch.map((folder) => eachEntry(folder, count)));
  }
  return { bytes, changedAt, isPart: folders.length > 0 };
}

async function eachEntry(folder: string, visit: (path: string) => Promise<void>): Promise<void> {
  try {
    for await (const entry of await opendir(folder)) await visit(join(folder, entry.name));
  } catch {
    // Gone meanwhile, or closed to us: the rest is still counted.
  }
}
