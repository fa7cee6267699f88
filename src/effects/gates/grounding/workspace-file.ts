/**
 * Looks at files of a workspace that agents have written and named. No path leads out of it, no link is followed out of
 * it, nothing that would block is opened, and no file is read without bound.
 */
import { constants } from "node:fs";
import { lstat, open, realpath } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";
import { normalPath } from "../../../config/fields/fields.ts";
import { isCode } from "../../files/operating-error.ts";

/** The path relative to the folder, however it was written; undefined where it leads out of it. */
export function pathInside(dir: string, path: string): string | undefined {
  const own = isAbsolute(path) ? relative(dir, path) : path;
  if (isAbsolute(own) || own.includes("\0")) return undefined;
  return normalPath(own.split(sep).join("/"));
}

/** A changed path may lie beside the project in the same repository (`../lib/a.ts`): the folder it is in, and the rest. */
export function climb(dir: string, path: string): readonly [string, string] {
  const ups = /^(?:\.\.\/)*/.exec(path)?.[0] ?? "";
  return [join(dir, ups), path.slice(ups.length)];
}

export type Found = "file" | "folder" | "other" | "missing" | "outside";

/** outside: a link on the way to it leads out of the folder. */
export async function findIn(dir: string, path: string): Promise<Found> {
  try {
    const home = await realpath(dir);
    const full = join(home, path);
    const stat = await lstat(full);
    const real = await realpath(full).catch(() => undefined);
    // A link to nothing leads nowhere.
    if (real === undefined) return "other";
    if (real !== home && !real.startsWith(`${home}${sep}`)) return "outside";
    if (stat.isDirectory()) return "folder";
    return stat.isFile() ? "file" : "other";
  } catch (error) {
    if (isUnreachable(error)) return "missing";
    throw error;
  }
}

const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const BINARY_LOOK_BYTES = 8_000;

/** Undefined for what is no text file of this folder, or larger than that. */
export async function readTextIn(dir: string, path: string, bytesMax: number): Promise<string | undefined> {
  const text = await lookInto(dir, path, bytesMax);
  return text === TOO_LARGE ? undefined : text;
}

export const TOO_LARGE = Symbol("too large");

/** Undefined for what is no text file of this folder. */
export async function lookInto(
  dir: string,
  path: string,
  bytesMax: number,
): Promise<string | typeof TOO_LARGE | undefined> {
  if ((await findIn(dir, path)) !== "file") return undefined;
  const file = await open(join(dir, path), FLAGS).catch(() => undefined);
  if (!file) return undefined;
  try {
    const stat = await file.stat();
    if (!stat.isFile()) return undefined;
    const length = stat.size > bytesMax ? BINARY_LOOK_BYTES : stat.size;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    const bytes = buffer.subarray(0, bytesRead);
    if (bytes.subarray(0, BINARY_LOOK_BYTES).includes(0)) return undefined;
    return stat.size > bytesMax ? TOO_LARGE : bytes.toString("utf8");
  } finally {
    await file.close();
  }
}

function isUnreachable(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG", "EACCES"].some((code) => isCode(error, code));
}
