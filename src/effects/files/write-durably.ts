/**
 * Writes a file so that after a power cut there is the old text or the new one: the draft is on disk before it takes the
 * file's place, and so is the folder's entry. A link is followed and stays a link. What the file system does wrong is thrown.
 */
import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { dirname } from "node:path";

export function writeDurably(path: string, text: string): void {
  const target = existing(path);
  const mode = statSync(target, { throwIfNoEntry: false })?.mode;
  const draft = `${target}.${randomUUID()}.new`;
  try {
    const file = openSync(draft, "wx", mode === undefined ? 0o666 : mode & 0o777);
    try {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  const folder = openSync(dirname(target), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function existing(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
