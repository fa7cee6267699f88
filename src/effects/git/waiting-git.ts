/**
 * What a git that does not answer may be waiting for, in the folder of the repository itself: a pipe, a socket or a device in the
 * place of a file that git opens. An agent can put one there. In git's own folder such a thing can hold nothing, so it is removed;
 * one that only the configuration leads to (`include.path`) is somebody's, and is named. Asked only where git takes long.
 */
import { opendir, realpath, rm, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Failure } from "../../domain/proof/failure.ts";
import { readSmall, readText } from "../files/foreign-file.ts";

export interface InTheWay {
  readonly removed: number;
  /** What stays in the way. */
  readonly left: string | null;
}

/** `env`: what the git that waits was started with. */
export async function clearTheWay(cwd: string, env: Readonly<Record<string, string>>): Promise<InTheWay> {
  const folders = await gitFolders(cwd, env);
  let removed = 0;
  for (const folder of folders) for (const path of await openedIn(folder)) if (await isRemoved(path)) removed += 1;
  const configs = [...folders.map((folder) => join(folder, "config")), join(homedir(), ".gitconfig")];
  return { removed, left: removed > 0 ? null : await firstPipe(configs) };
}

export function waitingFailure(path: string): Failure {
  const message = `Git's configuration includes ${path}, which is no file, so git waits there for ever. Look at what includes it (\`include.path\` in .git/config or ~/.gitconfig) and undo it, then try again.`;
  return { class: "git_state", restart: "terminal", subject: path, message, evidence: [] };
}

const FILES = [
  ...["HEAD", "ORIG_HEAD", "index", "config", "config.worktree", "commondir", "gitdir", "packed-refs", "shallow"],
  ...["info/exclude", "info/attributes", "info/grafts", "info/sparse-checkout", "logs/HEAD"],
  ...["objects/info/alternates", "objects/info/commit-graph", "objects/info/packs"],
];
const ENTRIES_MAX = 100_000;

/** What git would open there: files by their names, and all below `refs`. */
async function openedIn(folder: string): Promise<readonly string[]> {
  const paths = FILES.map((name) => join(folder, name));
  const open = [join(folder, "refs")];
  for (let seen = 0; open.length > 0 && seen < ENTRIES_MAX; ) {
    const at = open.pop() ?? "";
    for await (const entry of (await opendir(at).catch(() => null)) ?? []) {
      seen += 1;
      if (entry.isDirectory()) open.push(join(at, entry.name));
      else if (!entry.isFile()) paths.push(join(at, entry.name));
    }
  }
  return paths;
}

/** Also where a link of Reeve's own folder leads there. */
async function isRemoved(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  if (found === null || found.isFile() || found.isDirectory()) return false;
  await rm(await realpath(path), { force: true });
  return true;
}

/** The folder of the checkout that `cwd` is in, and the one that all checkouts share. */
async function gitFolders(cwd: string, env: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const given = env["GIT_DIR"] ?? (await findGitDir(cwd));
  if (given === null) return [];
  const shared = (await readSmall(join(given, "commondir"), PATH_BYTES_MAX))?.trimEnd();
  return [...new Set([given, shared === undefined ? given : resolve(given, shared)])];
}

const PATH_BYTES_MAX = 8_192;

async function findGitDir(cwd: string): Promise<string | null> {
  for (let dir = cwd; ; dir = dirname(dir)) {
    const path = join(dir, ".git");
    const found = await stat(path).catch(() => null);
    if (found?.isDirectory()) return path;
    const [, link] = /^gitdir: (.+?)\n?$/.exec((await readSmall(path, PATH_BYTES_MAX)) ?? "") ?? [];
    if (link !== undefined) return resolve(dir, link);
    if (dirname(dir) === dir) return null;
  }
}

const INCLUDES_MAX = 100;

/** Of these files and what they include, the first that is no file; null: none. */
async function firstPipe(configs: readonly string[]): Promise<string | null> {
  const open = [...configs];
  for (let at = 0; at < open.length && at < INCLUDES_MAX; at += 1) {
    const path = open[at] ?? "";
    const found = await stat(path).catch(() => null);
    if (found === null || found.isDirectory()) continue;
    if (!found.isFile()) return path;
    const text = await readText(path);
    for (const [, named = ""] of text.matchAll(/^\s*path\s*=\s*"?([^"\n]+?)"?\s*$/gim))
      open.push(named.startsWith("~/") ? join(homedir(), named.slice(2)) : resolve(dirname(path), named));
  }
  return null;
}
