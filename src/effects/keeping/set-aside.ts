/**
 * Moves a folder that somebody wrote and that no commit can hold, such as a repository an agent made for itself, out of the
 * way in one step. It stays on disk until a person removes it; `reeve recover` names it.
 */
import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../files/make-folder.ts";
import { isCode } from "../files/operating-error.ts";

/** `.reeve/kept/<run>/<task>-<number>` */
function keptDir(stateDir: string, run: string): string {
  return join(stateDir, "kept", run);
}

/** Where it lies now. Throws as the file system does. */
export async function setAside(path: string, stateDir: string, run: string, name: string): Promise<string> {
  const place = keptDir(stateDir, run);
  await makeFolder(place);
  for (let number = 1; ; number += 1) {
    const to = join(place, `${name.replaceAll("/", "-")}-${number}`);
    try {
      // Made first: the rename then takes the place of this empty folder, and of no other.
      await mkdir(to);
    } catch (error) {
      if (isCode(error, "EEXIST")) continue;
      throw error;
    }
    await rename(path, to);
    return to;
  }
}
