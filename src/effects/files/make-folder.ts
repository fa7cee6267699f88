/**
 * Makes a folder with those above it that are missing, each tried once. Node's own recursive way never ends where a file system
 * says that a folder is missing which is there (below /proc, on some network mounts); here that is an error like any other.
 * A folder that is there already is left as it is.
 */
import { mkdirSync, statSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

export function makeFolderSync(path: string, mode = 0o777): void {
  const missing: string[] = [];
  for (let at = resolve(path); !isFolderSync(at); at = dirname(at)) missing.push(at);
  for (const each of missing.toReversed())
    try {
      mkdirSync(each, { mode });
    } catch (error) {
      // Somebody else may have made it meanwhile.
      if (!isFolderSync(each)) throw named(error, each);
    }
}

export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  const missing: string[] = [];
  for (let at = resolve(path); !(await isFolder(at)); at = dirname(at)) missing.push(at);
  for (const each of missing.toReversed())
    await mkdir(each, { mode }).catch(async (error: unknown) => {
      if (!(await isFolder(each))) throw named(error, each);
    });
}

/** The root always is one, so that the way up ends. */
function isFolderSync(path: string): boolean {
  if (dirname(path) === path) return true;
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

async function isFolder(path: string): Promise<boolean> {
  if (dirname(path) === path) return true;
  return (await stat(path).catch(() => null))?.isDirectory() ?? false;
}

/** "No such file or directory" is no help where the folder above is there, nor "file exists" where a folder is wanted. */
function named(error: unknown, path: string): Error {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== "ENOENT" && code !== "EEXIST") return error as Error;
  const said =
    code === "EEXIST"
      ? `${path} is not a folder`
      : `no folder can be made in ${dirname(path)}: this file system does not allow it`;
  return Object.assign(new Error(said, { cause: error }), { code: code === "EEXIST" ? "ENOTDIR" : "EPERM", path });
}
