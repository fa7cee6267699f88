/** Small looks at files and folders for laying out a sandbox. What cannot be seen counts as not there. */
import { copyFileSync, lstatSync, readdirSync, readlinkSync, realpathSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { makeFolderSync } from "../files/make-folder.ts";

export function expanded(path: string, home: string): string {
  return path.startsWith("~/") ? join(home, path.slice(2)) : resolve(path);
}

export function there(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

export function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Where it leads; itself where nothing is there. */
export function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

export function made(path: string): string {
  makeFolderSync(path, 0o700);
  return path;
}

/** What lies at the top of a home; nothing where it cannot be read. */
export function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A link is shown as the link it is: what it leads to is as readable as everything else. */
export function copyLink(from: string, to: string): void {
  if (!there(to)) symlinkSync(readlinkSync(from), to);
}

export function copyPlain(from: string, to: string): void {
  if (lstatSync(from, { throwIfNoEntry: false })?.isFile()) copyFileSync(from, to);
}
