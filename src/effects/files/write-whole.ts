/**
 * Writes a small file by rename: whoever reads it meanwhile, or comes back after a kill, finds the old text or the new one
 * and never half of it. It makes no folder, and what the file system does wrong is thrown to the caller.
 */
import { randomUUID } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";

export interface WriteOptions {
  /** Of a new file; what the system gives it by default. */
  readonly mode?: number;
  /** Several may write it at once: each then has a draft of its own. */
  readonly isShared?: true;
}

export async function writeWhole(path: string, text: string, options: WriteOptions = {}): Promise<void> {
  const draft = draftOf(path, options);
  try {
    await writeFile(draft, text, settings(options));
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

export function writeWholeSync(path: string, text: string, options: WriteOptions = {}): void {
  const draft = draftOf(path, options);
  try {
    writeFileSync(draft, text, settings(options));
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** The same name each time where one alone writes, so that drafts of a killed writer do not pile up. */
function draftOf(path: string, { isShared }: WriteOptions): string {
  return isShared ? `${path}.${randomUUID()}.new` : `${path}.new`;
}

/** A draft of its own is a new file: nobody can have put a link there. */
function settings({ isShared, ...others }: WriteOptions): { readonly mode?: number; readonly flag: string } {
  return { ...others, flag: isShared ? "wx" : "w" };
}
