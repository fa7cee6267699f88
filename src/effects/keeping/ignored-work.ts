/**
 * Which of the files that git ignores are an agent's work: written since the worktree was made usable, small, and not what a
 * command makes again. What is too large, or looks like a key, is named instead of kept: nobody wants it in a repository.
 */

import { lstat, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { addAll } from "../../basics/long-lists.ts";
import type { Git } from "../git/git.ts";

export interface IgnoredWork {
  /** From the toplevel. */
  readonly paths: readonly string[];
  /** Not kept, with why. */
  readonly leftOut: readonly string[];
}

/** What git ignores in a worktree: folders end in a slash. */
export async function ignoredIn(git: Git, dir: string, admin: string): Promise<readonly string[]> {
  const args = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"];
  const found = await git.run(args, { cwd: dir, env: { GIT_DIR: admin, GIT_WORK_TREE: dir } });
  return found.out.split("\0").filter((path) => path !== "");
}

const FILE_BYTES_MAX = 256 * 1024;
const ALL_BYTES_MAX = 2 * 1024 * 1024;
const FILES_MAX = 200;

/** `entries` as `git status --ignored=matching` names them: folders end in a slash. */
export async function ignoredWork(dir: string, entries: readonly string[], sinceMs: number): Promise<IgnoredWork> {
  const paths: string[] = [];
  const leftOut: string[] = [];
  let bytes = 0;
  for (const entry of entries.slice(0, FILES_MAX)) {
    if (isMadeAgain(entry)) continue;
    const files = await filesIn(dir, entry.replace(/\/$/, ""), sinceMs);
    if (files.length === 0) continue;
    const size = files.reduce((sum, file) => sum + file.bytes, 0);
    const isLarge = files.length > FILES_MAX || files.some((file) => file.bytes > FILE_BYTES_MAX);
    if (isLarge || bytes + size > ALL_BYTES_MAX || paths.length + files.length > FILES_MAX) {
      leftOut.push(`${entry} (${files.length > FILES_MAX ? "more than 200 files" : `${Math.ceil(size / 1024)} KB`})`);
      continue;
    }
    bytes += size;
    for (const { path } of files) {
      if (SECRET.test(basename(path))) leftOut.push(`${path} (it looks like a key)`);
      else paths.push(path);
    }
  }
  if (entries.length > FILES_MAX) leftOut.push(`${entries.length - FILES_MAX} more that git ignores`);
  return { paths, leftOut };
}

/** Packages, caches and build output: whoever needs them runs a command. */
const MADE_AGAIN =
  /^(node_modules|bower_components|vendor|\.?venv|env|virtualenv|__pycache__|\.(mypy|pytest|ruff|parcel|turbo|gradle|cache|next|nuxt|svelte-kit|angular|tox|nox|eggs|terraform)(_cache|-cache)?|[^/]*\.egg-info|target|build|dist|out|bin|obj|coverage|\.coverage|\.nyc_output|\.git|\.reeve|\.DS_Store|[^/]*\.(pyc|pyo|o|class|tsbuildinfo))$/i;

function isMadeAgain(entry: string): boolean {
  return entry.split("/").some((part) => MADE_AGAIN.test(part));
}

const SECRET =
  /^\.env|^\.(npmrc|netrc|pypirc|pgpass)$|^id_(rsa|dsa|ecdsa|ed25519)|\.(pem|key|p12|pfx|jks|keystore)$|secret|credential|token|password/i;

interface Found {
  readonly path: string;
  readonly bytes: number;
}

/** Written since then; a few more than are kept, so that too many are noticed. Links are not followed. */
async function filesIn(dir: string, from: string, sinceMs: number): Promise<readonly Found[]> {
  const found: Found[] = [];
  const todo = [from];
  for (let path = todo.pop(); path !== undefined && found.length <= FILES_MAX; path = todo.pop()) {
    const stat = await lstat(join(dir, path)).catch(() => null);
    if (stat?.isDirectory()) {
      const names = await readdir(join(dir, path)).catch((): string[] => []);
      // A repository inside is not a folder of files.
      if (!names.includes(".git"))
        addAll(
          todo,
          names.filter((name) => !isMadeAgain(name)).map((name) => `${path}/${name}`),
        );
    } else if (stat?.isFile() && stat.mtimeMs >= sinceMs) found.push({ path, bytes: stat.size });
  }
  return found;
}
