/**
 * The folders below the state folder that cleaning may reach into, and how something is taken out of them. A link is
 * never followed: whoever can write there could lead us anywhere. What goes is first moved aside in one step, so that a
 * kill in the middle never leaves half a folder that looks like somebody's changes.
 */
import { randomUUID } from "node:crypto";
import type { Dirent } from "node:fs";
import { chmod, lstat, mkdir, opendir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { isOperating } from "../files/operating-error.ts";

/** Only what was safe to delete is ever put there. */
export function trashDir(stateDir: string, run: string): string {
  return join(stateDir, "trash", run);
}

/** Entries of a folder of ours; none where it, or a folder on the way from `root`, is missing or a link. */
export async function entriesOf(root: string, ...way: readonly string[]): Promise<readonly Dirent[]> {
  let dir = root;
  for (const name of way) {
    dir = join(dir, name);
    const stat = await lstat(dir).catch(() => null);
    if (!stat?.isDirectory()) return [];
  }
  return readdir(dir, { withFileTypes: true }).catch(() => []);
}

/** Moves it aside in one step and deletes it; null when all of it is gone, else what stood in the way. */
export async function takeAway(path: string, stateDir: string, run: string): Promise<string | null> {
  try {
    const aside = join(await makeTrash(stateDir, run), randomUUID());
    await rename(path, aside);
    return await deleteAll(aside);
  } catch (error) {
    if (isOperating(error)) return error.code === "ENOENT" ? null : `${path}: ${error.message}`;
    throw error;
  }
}

/** Throws as the file system does, also where something else stands in its place. */
export async function makeTrash(stateDir: string, run: string): Promise<string> {
  for (const dir of [join(stateDir, "trash"), trashDir(stateDir, run)]) {
    await mkdir(dir, { mode: 0o700 }).catch(async (error: unknown) => {
      // A link in its place would lead elsewhere.
      if (!(await lstat(dir)).isDirectory()) throw error;
    });
  }
  return trashDir(stateDir, run);
}

/** Deletes a folder for good, also where the agent took away our right to write in it. */
export async function deleteAll(path: string): Promise<string | null> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 2, retryDelay: 20 });
    return null;
  } catch (error) {
    if (!isOperating(error)) throw error;
  }
  try {
    await openUp(path);
    await rm(path, { recursive: true, force: true, maxRetries: 2, retryDelay: 20 });
    return null;
  } catch (error) {
    if (isOperating(error)) return `${path}: ${error.message}`;
    throw error;
  }
}

const OURS = 0o700;

async function openUp(path: string): Promise<void> {
  const stat = await lstat(path);
  if (!stat.isDirectory()) return;
  await chmod(path, OURS);
  for await (const entry of await opendir(path)) if (entry.isDirectory()) await openUp(join(path, entry.name));
}
