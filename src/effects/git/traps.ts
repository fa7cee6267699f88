/**
 * What git would wait for without end, fill the memory with, or never be done with, in a worktree: files it opens by their names
 * (`.gitignore`, `.gitattributes`, `.gitmodules`) where somebody has put a pipe, a device, something huge, or patterns with so many
 * stars that git tries their places for hours. What can hold no work is removed, the rest gets another name. Only in Reeve's own worktrees. At the top it is looked for each time; below only when git takes long,
 * because a walk through all folders costs as much as git itself.
 */
import { existsSync, lstatSync } from "node:fs";
import { lstat, opendir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { readSmall } from "../files/foreign-file.ts";

const NAMES: readonly string[] = [".gitignore", ".gitattributes", ".gitmodules"];
const FOLDERS_MAX = 200_000;
/** Git reads them whole, for each call. */
const BYTES_MAX = 16 * 1024 * 1024;

/** How many were in the way. */
export async function removeTraps(dir: string): Promise<number> {
  const top = worktreeOf(dir);
  let removed = 0;
  const folders = top === null ? [] : [top];
  for (let looked = 0; looked < FOLDERS_MAX; looked += 1) {
    const folder = folders.pop();
    if (folder === undefined) break;
    removed += await lookIn(folder, folders);
  }
  return removed;
}

/** The same at the top only. */
export async function removeTopTraps(dir: string): Promise<void> {
  const top = worktreeOf(dir);
  if (top !== null) for (const name of NAMES) await disarm(join(top, name));
}

async function lookIn(folder: string, folders: string[]): Promise<number> {
  let removed = 0;
  const entries = await opendir(folder).catch(() => null);
  if (entries === null) return 0;
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) folders.push(path);
    else if (NAMES.includes(entry.name) && ((await disarm(path)) || (await setAsideIfEndless(path)))) removed += 1;
  }
  return removed;
}

async function disarm(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => null);
  if (found === null || found.isDirectory() || found.isSymbolicLink()) return false;
  if (found.isFile() && found.size <= BYTES_MAX) return false;
  await (found.isFile() ? rename(path, `${path}.too-large`) : rm(path, { force: true })).catch(() => {});
  return true;
}

/** Only where git is slow: then a pattern like that is the reason, and nobody writes one by hand. */
async function setAsideIfEndless(path: string): Promise<boolean> {
  const text = await readSmall(path, BYTES_MAX);
  if (text === null || !text.split("\n").some(isEndless)) return false;
  await rename(path, `${path}.endless`).catch(() => {});
  return true;
}

/** Git tries all places for all of them where some may cross folders: four take it seconds, eight hours. */
function isEndless(pattern: string): boolean {
  return pattern.includes("**") && (pattern.match(/\*+/g)?.length ?? 0) > STARS_MAX;
}

const STARS_MAX = 4;

/** The worktree of Reeve's that a folder is in, by where it lies; null: it is none, and nothing in it is touched. */
function worktreeOf(dir: string): string | null {
  for (let at = dir; dirname(at) !== at; at = dirname(at)) {
    const run = dirname(at);
    if (basename(dirname(run)) !== "worktrees") continue;
    // Whoever has put a link in its place is not followed.
    if (existsSync(join(dirname(dirname(run)), "runs", basename(run)))) return isFolder(at) ? at : null;
  }
  return null;
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
