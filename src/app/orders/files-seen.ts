/** What is in a folder at a moment, and what is different later: by size and time of change, without reading a file. Bounded. */
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

export type FilesSeen = ReadonlyMap<string, string>;

export interface SeenChanges {
  readonly created: readonly string[];
  readonly modified: readonly string[];
  readonly deleted: readonly string[];
}

const ENTRIES_MAX = 50_000;
/** What tools make and nobody writes. */
const SKIPPED = new Set([".git", ".reeve", "node_modules", ".venv", "target", "__pycache__"]);

export function seeFiles(dir: string): FilesSeen {
  const seen = new Map<string, string>();
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined && seen.size < ENTRIES_MAX; folder = folders.pop()) {
    for (const name of namesIn(join(dir, folder))) {
      if (SKIPPED.has(name)) continue;
      const path = folder === "" ? name : `${folder}/${name}`;
      const stat = lstatSync(join(dir, path), { throwIfNoEntry: false });
      if (stat?.isDirectory()) folders.push(path);
      else if (stat !== undefined) seen.set(path, `${stat.size} ${stat.mtimeMs} ${stat.ino}`);
    }
  }
  return seen;
}

export function changesSince(before: FilesSeen, dir: string): SeenChanges {
  const after = seeFiles(dir);
  return {
    created: [...after.keys()].filter((path) => !before.has(path)).sort(),
    modified: [...after].filter(([path, mark]) => before.has(path) && before.get(path) !== mark).map(([path]) => path),
    deleted: [...before.keys()].filter((path) => !after.has(path)).sort(),
  };
}

function namesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}
