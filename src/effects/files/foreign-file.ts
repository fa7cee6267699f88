/**
 * The one way to read a file that anybody may have put there: in a worktree, in git's folder, in an attempt's. Only a regular
 * one, never more than asked for, never waiting for a pipe or a device, and through no link unless that is wanted. Everything
 * else reads as nothing. `test/foreign-files.test.ts` sees to it that rooms which handle agents' files have no other.
 */
import { closeSync, constants, fstatSync, openSync, type PathLike, readFileSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { isCode } from "./operating-error.ts";
import { openPatiently } from "./scarcity.ts";

export interface ForeignOptions {
  /** For what people may have linked themselves, like a hook or their configuration. */
  readonly follow?: true;
}

const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

/** Null: it is not there, is no regular file, or is larger. */
export async function readSmall(path: string, bytesMax: number): Promise<string | null> {
  return (await readBytes(path, bytesMax))?.toString("utf8") ?? null;
}

const TEXT_BYTES_MAX = 4 * 1024 * 1024;

/** Empty where nothing can be read. */
export async function readText(path: string, bytesMax: number = TEXT_BYTES_MAX): Promise<string> {
  return (await readSmall(path, bytesMax)) ?? "";
}

export function readBytes(path: string, bytesMax: number, options: ForeignOptions = {}): Promise<Buffer | null> {
  return withPlainFile(path, options, (file, size) => (size > bytesMax ? null : readAt(file, 0, size)));
}

/** All of a file, however long, piece by piece, to whom `begin` names once its size is known. False: nothing can be read. */
export async function readPieces(path: PathLike, begin: (size: number) => (piece: Buffer) => void): Promise<boolean> {
  const done = await withPlainFile(path, {}, async (file, size) => {
    const take = begin(size);
    const piece = Buffer.alloc(Math.min(Math.max(size, 1), PIECE_BYTES));
    for (let at = 0; at < size; ) {
      const { bytesRead } = await file.read(piece, 0, piece.length, at);
      if (bytesRead === 0) return false;
      take(piece.subarray(0, bytesRead));
      at += bytesRead;
    }
    return true;
  });
  return done ?? false;
}

const PIECE_BYTES = 1024 * 1024;

/** The end of a file that may be long, like a log. Empty where nothing can be read. */
export async function readEnd(path: string, bytesMax: number): Promise<string> {
  const bytes = await withPlainFile(path, {}, (file, size) =>
    readAt(file, Math.max(0, size - bytesMax), Math.min(size, bytesMax)),
  );
  return bytes?.toString("utf8") ?? "";
}

/** For the few places that cannot wait. Null where nothing can be read. */
export function readTextSync(path: string, bytesMax: number = TEXT_BYTES_MAX): string | null {
  let file: number | undefined;
  try {
    file = openSync(path, FLAGS | constants.O_NOFOLLOW);
    const found = fstatSync(file);
    return found.isFile() && found.size <= bytesMax ? readFileSync(file, "utf8") : null;
  } catch {
    return null;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Undefined: it is not there, or is no regular file. That it may not be read, or that nothing more can be opened, is thrown. */
export async function readIfThere(
  path: string,
  bytesMax: number = TEXT_BYTES_MAX,
  { follow }: ForeignOptions = {},
): Promise<string | undefined> {
  try {
    const file = await openPatiently(() => open(path, follow ? FLAGS : FLAGS | constants.O_NOFOLLOW));
    try {
      const found = await file.stat();
      if (!found.isFile()) return undefined;
      return (await readAt(file, 0, Math.min(found.size, bytesMax))).toString("utf8");
    } finally {
      await file.close();
    }
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "ELOOP", "ENXIO"].some((code) => isCode(error, code))) return undefined;
    throw error;
  }
}

async function withPlainFile<T>(
  path: PathLike,
  { follow }: ForeignOptions,
  use: (file: FileHandle, size: number) => Promise<T> | T,
): Promise<T | null> {
  const file = await openPatiently(() => open(path, follow ? FLAGS : FLAGS | constants.O_NOFOLLOW)).catch(() => null);
  if (file === null) return null;
  try {
    const found = await file.stat();
    return found.isFile() ? await use(file, found.size) : null;
  } catch {
    return null;
  } finally {
    await file.close();
  }
}

async function readAt(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
  return buffer.subarray(0, bytesRead);
}
