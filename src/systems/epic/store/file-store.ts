/** A body in a file of this machine. Writers take turns under a lock that ends with its holder; the file is replaced as a whole. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { decodeUtf8 } from "../../../config/yaml/decode-utf8.ts";
import { writeDurably } from "../../../effects/files/write-durably.ts";
import { acquireLock, type Lock } from "../../../journal/sqlite/folder-lock.ts";
import type { BodyStore, StoreRead, StoreWrite } from "./body-store.ts";

export interface FilePlace {
  /** Absolute. */
  readonly path: string;
  /** As it is named. */
  readonly file: string;
  /** Absolute; where locks go. */
  readonly locksDir: string;
}

export function openFileStore({ path, file, locksDir }: FilePlace): BodyStore {
  const read = async (): Promise<StoreRead> => readText(path, file);
  const write = async (before: string, after: string): Promise<StoreWrite> => {
    const lock = await waitForLock(lockDir(locksDir, path, "body"));
    if (lock === null) return { type: "failed", sentence: `${file} is being written by another process for too long.` };
    try {
      const now = readText(path, file);
      if (!now.ok) return { type: "failed", sentence: now.sentence };
      if (now.text !== before) return { type: "changed" };
      dropUnfinished(path);
      writeDurably(path, after);
      return { type: "written" };
    } catch (error) {
      return { type: "failed", sentence: `${file} could not be written (${codeOf(error)}).` };
    } finally {
      lock.release();
    }
  };
  return { file, read, write };
}

/** What a writer left that was killed before its file took the body's place. Nobody else writes: the lock is ours. */
function dropUnfinished(path: string): void {
  const begins = `${basename(path)}.`;
  for (const name of readdirSync(dirname(path)))
    if (name.startsWith(begins) && /^[0-9a-f-]{36}\.new$/.test(name.slice(begins.length)))
      rmSync(join(dirname(path), name), { force: true });
}

export function readText(path: string, file: string): StoreRead {
  try {
    const decoded = decodeUtf8(readFileSync(path), file);
    return decoded.ok ? decoded : { ok: false, sentence: `${file}: ${decoded.mistake.what}.` };
  } catch (error) {
    const code = codeOf(error);
    return { ok: false, sentence: code === "ENOENT" ? `${file} does not exist.` : `${file} cannot be read (${code}).` };
  }
}

/** One folder for each body and purpose. */
export function lockDir(locksDir: string, path: string, what: "body" | "tick"): string {
  return join(locksDir, `${createHash("sha256").update(path).digest("hex").slice(0, 16)}-${what}`);
}

const WAIT_MS = 20;
const WAITS_MAX = 1_500;

async function waitForLock(dir: string): Promise<Lock | null> {
  for (let waits = 0; waits < WAITS_MAX; waits += 1) {
    const lock = acquireLock(dir);
    if (!("heldBy" in lock)) return lock;
    await setTimeout(WAIT_MS);
  }
  return null;
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
