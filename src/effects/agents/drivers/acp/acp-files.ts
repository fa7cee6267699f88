/**
 * Files that an agent asks Reeve to read or write for it: only inside its workspace, whatever links say, and only plain
 * files of bounded size. What is refused is an answer the agent can read.
 */
import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { RequestError } from "@agentclientprotocol/sdk";
import { asText } from "../../../../basics/loose.ts";
import { makeFolder } from "../../../files/make-folder.ts";
import { asNumber, type Loose } from "../json-line.ts";

const FILE_BYTES_MAX = 16 * 1024 * 1024;

export async function readFileFor(workspace: string, request: Loose): Promise<{ content: string }> {
  const path = await placeIn(workspace, request, "read");
  return await tried(request, async () => {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const { size } = await plain(file, request);
      if (size > FILE_BYTES_MAX) throw refused(`${shown(request)} is larger than ${FILE_BYTES_MAX} bytes.`);
      return { content: linesOf(await file.readFile("utf8"), request) };
    } finally {
      await file.close();
    }
  });
}

export async function writeFileFor(workspace: string, request: Loose): Promise<object> {
  const content = asText(request["content"]);
  if (content === undefined) throw refused("There is no content to write.");
  const path = await placeIn(workspace, request, "write");
  return await tried(request, async () => {
    const { O_WRONLY, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
    const file = await open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o644);
    try {
      await plain(file, request);
      await file.truncate();
      await file.writeFile(content);
      return {};
    } finally {
      await file.close();
    }
  });
}

/** The real path; of what is to be written and does not exist yet, in its folder, which is made where it lies inside. */
async function placeIn(workspace: string, request: Loose, why: "read" | "write"): Promise<string> {
  const asked = asText(request["path"]);
  if (asked === undefined || asked === "" || asked.includes("\0")) throw refused("There is no path.");
  const root = await realpath(workspace);
  const path = resolve(root, asked);
  const existing = await realpath(path).catch(() => undefined);
  if (existing === undefined && why === "read") throw RequestError.resourceNotFound(shown(request));
  const real = existing ?? join(await realFolder(dirname(path), root, request), basename(path));
  if (!isInside(root, real)) throw outside(request);
  return real;
}

/** Step by step, so that nothing is made beyond a link that leads outside. */
async function realFolder(folder: string, root: string, request: Loose): Promise<string> {
  const found = await realpath(folder).catch(() => undefined);
  if (found !== undefined) return found;
  if (folder === dirname(folder)) throw outside(request);
  const parent = await realFolder(dirname(folder), root, request);
  if (parent !== root && !isInside(root, parent)) throw outside(request);
  const real = join(parent, basename(folder));
  await tried(request, () => makeFolder(real));
  return real;
}

/** `.git` is git's: what is written there would run. */
function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  if (way === "" || way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way)) return false;
  return way.split(sep)[0] !== ".git";
}

async function plain(file: Awaited<ReturnType<typeof open>>, request: Loose): Promise<{ size: number }> {
  const found = await file.stat();
  if (!found.isFile()) throw refused(`${shown(request)} is not a file.`);
  return found;
}

/** From `line`, counted from 1, at most `limit` lines. */
function linesOf(text: string, request: Loose): string {
  const line = asNumber(request["line"]);
  const limit = asNumber(request["limit"]);
  if (line === undefined && limit === undefined) return text;
  const begin = Math.max(0, (line ?? 1) - 1);
  return text
    .split("\n")
    .slice(begin, limit === undefined ? undefined : begin + Math.max(0, limit))
    .join("\n");
}

async function tried<T>(request: Loose, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RequestError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw RequestError.resourceNotFound(shown(request));
    throw refused(`${shown(request)} cannot be opened (${code ?? "unknown error"}).`);
  }
}

function outside(request: Loose): RequestError {
  return refused(`${shown(request)} is outside of the workspace, or in its .git.`);
}

function refused(why: string): RequestError {
  return RequestError.invalidParams(undefined, why);
}

function shown(request: Loose): string {
  return (asText(request["path"]) ?? "").slice(0, 500);
}
