/**
 * Where the log of a session lies, and how it is opened: a regular file only, never through a link and never waiting for a
 * pipe, because agents write in the same folder.
 */
import { constants, existsSync, fstatSync, lstatSync, openSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolderSync } from "../../effects/files/make-folder.ts";

/** Where new logs are kept; a log beside the artifacts, as other tools write it, is taken as it is. */
const PLACES = [join(".msg", "messages.jsonl"), "messages.jsonl"] as const;

export function logOf(session: string): string {
  const found = PLACES.map((place) => join(session, place)).find((file) => existsSync(file));
  return found ?? join(session, PLACES[0]);
}

export function lockOf(log: string): string {
  return `${log}.lock`;
}

const SAFE = constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Null: there is no log yet. */
export function openToRead(log: string): number | null {
  try {
    return regular(openSync(log, constants.O_RDONLY | SAFE));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

export function openToAppend(log: string): number {
  makeFolderSync(dirname(log));
  if (!lstatSync(dirname(log)).isDirectory()) throw unfit("the folder of the log is a link");
  return regular(openSync(log, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | SAFE, 0o644));
}

function regular(file: number): number {
  if (!fstatSync(file).isFile()) throw unfit("the log is no regular file");
  return file;
}

function unfit(message: string): Error {
  return Object.assign(new Error(message), { code: "EINVAL" });
}
