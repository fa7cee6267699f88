/**
 * How much a folder takes on disk and when something in it last changed. Links are counted, never followed. Looks are made
 * synchronously in small portions: thousands of them take a fraction of what they take when each is handed to another thread.
 */
import { lstatSync, readdirSync, type Stats } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";

export interface DiskUse {
  readonly bytes: number;
  /** Newest change of anything in it; 0 where there is nothing. */
  readonly changedAt: number;
  /** Not all of it was counted: there is more than was asked to be looked at. */
  readonly isPart: boolean;
}

const BLOCK_BYTES = 512;
/** So many looks before others get their turn: about a millisecond. */
const LOOKS_AT_ONCE = 400;

/** What vanishes or may not be read meanwhile counts as nothing. */
export async function diskUse(path: string, entriesMax: number = Number.POSITIVE_INFINITY): Promise<DiskUse> {
  let [entries, bytes, changedAt] = [0, 0, 0];
  const folders: string[] = [];
  const count = (each: string): void => {
    const stat = statOf(each);
    if (!stat) return;
    entries += 1;
    bytes += stat.blocks * BLOCK_BYTES;
    changedAt = Math.max(changedAt, stat.mtimeMs);
    if (stat.isDirectory()) folders.push(each);
  };
  count(path);
  let nextPause = LOOKS_AT_ONCE;
  while (folders.length > 0 && entries < entriesMax) {
    const folder = folders.pop() ?? path;
    for (const name of namesIn(folder)) {
      count(join(folder, name));
      if (entries < nextPause) continue;
      nextPause = entries + LOOKS_AT_ONCE;
      await setImmediate();
    }
  }
  return { bytes, changedAt, isPart: folders.length > 0 };
}

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // gone meanwhile, or closed to us: the rest is still counted
  }
}
