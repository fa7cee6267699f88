/**
 * Folders of a project in which a checkpoint has left its reports: nothing else says where sessions are, and a person may
 * have made them anywhere. Bounded, follows no link, looks only.
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";

const DEPTH_MAX = 4;
const FOLDERS_MAX = 600;
/** Where no person keeps documents. */
const PASSED_BY: ReadonlySet<string> = new Set(["node_modules", "vendor", "target", "dist", "build"]);
const REPORT = /^CHECKPOINT-\d+-report\.json$/;

/** As paths from the root, in order. */
export async function findSessions(root: string): Promise<readonly string[]> {
  const found: string[] = [];
  let level = [""];
  let seen = 0;
  for (let depth = 0; depth <= DEPTH_MAX && level.length > 0 && seen < FOLDERS_MAX; depth += 1) {
    const next: string[] = [];
    for (const folder of level.slice(0, FOLDERS_MAX - seen)) {
      seen += 1;
      const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
      for (const entry of entries) {
        if (entry.isFile() && folder.endsWith("artifacts") && REPORT.test(entry.name)) found.push(join(folder, ".."));
        if (entry.isDirectory() && !entry.name.startsWith(".") && !PASSED_BY.has(entry.name))
          next.push(join(folder, entry.name));
      }
    }
    level = next;
  }
  return [...new Set(found)].sort();
}
