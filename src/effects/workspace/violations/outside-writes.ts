/**
 * Notices that files of the user's own checkout changed while agents were at work elsewhere: by size and time of
 * change, over all files git tracks or would track. Who changed them cannot be told: a person's editor looks the same as
 * an agent that left its worktree. What git itself wrote (a switch, a pull) is left out, as far as it matches the index,
 * and so are the file that Reeve's own output goes to and the parts of files that Reeve writes itself.
 * It never writes, and it never fails: what cannot be looked at now is taken to be as it was.
 */
import { fstatSync, lstatSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { setImmediate } from "node:timers/promises";
import { Semaphore } from "../../../basics/semaphore.ts";
import type { OwnParts } from "../../../domain/proof/own-parts.ts";
import { readTextSync } from "../../files/foreign-file.ts";
import type { Git } from "../../git/git.ts";
import type { Repository } from "../../git/repository.ts";

const SHOWN_MAX = 50;
/** So many looks at files before others get their turn: about a millisecond. */
const LOOKS_AT_ONCE = 400;

/** Path from the toplevel → what it looked like. */
type Snapshot = ReadonlyMap<string, string>;

interface Look {
  readonly files: Snapshot;
  /** Folders and git's index: when one of these changed, the list of files may have. */
  readonly signs: Snapshot;
}

/** The first look is taken at once; each call tells what changed since the call before. */
export function watchOutside(
  repository: Repository,
  git: Git,
  stateDir: string,
  parts?: OwnParts,
): () => Promise<readonly string[]> {
  const { toplevel, prefix, gitDir } = repository;
  const index = join(gitDir, "index");
  const own = relative(toplevel, stateDir).split(sep).join("/");
  const isOwn = (path: string) => path === own || path.startsWith(`${own}/`);
  const turns = new Semaphore(1);
  let last: Look | null = null;
  /** What people wrote in files that Reeve writes too; path from the toplevel. */
  const peoples = new Map<string, string | null>();
  const isOwnWrite = (path: string): boolean => {
    const before = peoples.get(path) ?? null;
    const now = readPeoples(parts, toplevel, path);
    peoples.set(path, now);
    return before !== null && before === now;
  };

  /** Null: git could not tell. */
  const list = async (): Promise<readonly string[] | null> => {
    const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
    const found = await git.run(args, { cwd: toplevel, env: { GIT_INDEX_FILE: index } });
    if (!found.ok) return null;
    // A name that ends in a slash is a repository of its own.
    return found.out.split("\0").filter((path) => path !== "" && !path.endsWith("/") && !isOwn(path));
  };
  const look = async (): Promise<Look | null> => {
    if (last) {
      const signs = await snapshot([...last.signs.keys()], "");
      if (isSame(signs, last.signs)) return { files: await snapshot([...last.files.keys()], toplevel), signs };
    }
    const listed = await list();
    if (!listed) return last && { files: await snapshot([...last.files.keys()], toplevel), signs: last.signs };
    const folders = [...new Set(listed.map((path) => join(toplevel, dirname(path))))];
    const signs = await snapshot([index, ...withParents(folders, toplevel)], "");
    return { files: await snapshot(listed, toplevel), signs };
  };

  const compare = async (): Promise<readonly string[]> => {
    const before = last;
    const now = await look();
    last = now;
    for (const path of parts && now ? now.files.keys() : [])
      if (BODIES.test(path) && !peoples.has(path)) peoples.set(path, readPeoples(parts, toplevel, path));
    if (!before || !now) return [];
    const paths = [...new Set([...before.files.keys(), ...now.files.keys()])];
    const differs = (path: string) => before.files.get(path) !== now.files.get(path);
    const changed = paths.filter(
      (path) => differs(path) && !isOwnOutput(join(toplevel, path)) && !(peoples.has(path) && isOwnWrite(path)),
    );
    const byGit = before.signs.get(index) !== now.signs.get(index);
    const found = changed.length > 0 && byGit ? await unlikeIndex(git, repository, changed) : changed;
    return found.slice(0, SHOWN_MAX).map((path) => relative(join(toplevel, prefix), join(toplevel, path)));
  };

  const first = turns.run(compare);
  return async () => {
    await first;
    return turns.run(compare);
  };
}

/** Where bodies of epics are kept. */
const BODY_BYTES_MAX = 16 * 1024 * 1024;
const BODIES = /(?:^|\/)epics\/[^/]+\.md$/i;

function readPeoples(parts: OwnParts | undefined, folder: string, path: string): string | null {
  const text = parts && readTextSync(join(folder, path), BODY_BYTES_MAX);
  return (text && parts.peoples(path, text)?.replace(/\s+/g, " ")) ?? null;
}

/** Of these, what differs from what git wrote. */
async function unlikeIndex(
  git: Git,
  { toplevel, gitDir }: Repository,
  paths: readonly string[],
): Promise<readonly string[]> {
  const args = ["status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames", "--ignore-submodules=all"];
  const status = await git.run(args, { cwd: toplevel, env: { GIT_INDEX_FILE: join(gitDir, "index") } });
  if (!status.ok) return [];
  const entries = status.out.split("\0").filter((entry) => entry !== "" && entry[1] !== " ");
  const dirty = new Set(entries.map((entry) => entry.slice(3)));
  return paths.filter((path) => dirty.has(path));
}

/**
 * Synchronous in small portions: twenty thousand looks take a tenth of a second this way, and several times that when
 * each is handed to another thread.
 */
async function snapshot(paths: readonly string[], folder: string): Promise<Snapshot> {
  const seen = new Map<string, string>();
  for (let at = 0; at < paths.length; at += LOOKS_AT_ONCE) {
    for (const path of paths.slice(at, at + LOOKS_AT_ONCE))
      seen.set(path, markOf(folder === "" ? path : `${folder}/${path}`));
    await setImmediate();
  }
  return seen;
}

function markOf(path: string): string {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found ? `${found.mtimeMs} ${found.size} ${found.ino} ${found.mode}` : "";
  } catch {
    return "";
  }
}

/** `reeve run > run.log` in the project itself. */
function isOwnOutput(path: string): boolean {
  try {
    const { dev, ino } = lstatSync(path);
    return [1, 2].map((fd) => fstatSync(fd)).some((own) => own.dev === dev && own.ino === ino);
  } catch {
    return false; // it is gone, or Reeve's output is
  }
}

function isSame(one: Snapshot, other: Snapshot): boolean {
  return one.size === other.size && [...one].every(([path, mark]) => other.get(path) === mark);
}

function withParents(folders: readonly string[], toplevel: string): readonly string[] {
  const all = new Set<string>([toplevel]);
  for (const folder of folders) {
    for (let at = folder; at !== toplevel && !all.has(at); at = dirname(at)) all.add(at);
  }
  return [...all];
}
