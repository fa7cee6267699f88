/**
 * A copy of a project without git, for an agent that is only to read. Bounded in files and bytes; what was left out is
 * told. Links are not followed and not copied: they could lead back into the project.
 */
import { copyFile, lstat, readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { makeFolder } from "../files/make-folder.ts";
import { isOperating } from "../files/operating-error.ts";
import { deleteAll } from "../hygiene/own-folders.ts";
import type { PlaceWish, ReadingPlace } from "./reading-place.ts";

const FILES_MAX = 5_000;
const BYTES_MAX = 100 * 1024 * 1024;
/** Made again by a command, or not the project's own. */
const LEFT_OUT = new Set([".git", "node_modules", ".venv", "__pycache__"]);

export async function openCopy({ root, stateDir, dir }: PlaceWish): Promise<ReadingPlace> {
  await makeFolder(dir);
  const listed = await listFiles(root, new Set([stateDir]));
  const copied: string[] = [];
  for (const path of listed.paths) if (await copyOne(join(root, path), join(dir, path))) copied.push(path);
  const here = await marksOf(dir, copied);
  const there = await marksOf(root, listed.paths);
  const some = `The project is large: the planner sees ${copied.length} of its files.`;
  return {
    cwd: dir,
    files: copied,
    notes: listed.isWhole ? [] : [some],
    written: async () => ({
      here: await changedSince(dir, here, new Set()),
      outside: await changedSince(root, there, new Set([stateDir]), listed.isWhole),
    }),
    remove: async () => void (await deleteAll(dir)),
  };
}

interface Listed {
  readonly paths: readonly string[];
  readonly isWhole: boolean;
}

/** In the order of names, so that two looks at the same project see the same. */
async function listFiles(root: string, without: ReadonlySet<string>): Promise<Listed> {
  const paths: string[] = [];
  let bytes = 0;
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (LEFT_OUT.has(entry.name) || without.has(path)) continue;
      if (entry.isDirectory()) folders.push(path);
      if (!entry.isFile()) continue;
      bytes += (await lstat(path).catch(() => null))?.size ?? 0;
      if (paths.length >= FILES_MAX || bytes > BYTES_MAX) return { paths, isWhole: false };
      paths.push(relative(root, path).split(sep).join("/"));
    }
  }
  return { paths, isWhole: true };
}

async function entriesOf(folder: string) {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (isOperating(error)) return [];
    throw error;
  }
}

/** False: it cannot be read, or went away meanwhile. */
async function copyOne(from: string, to: string): Promise<boolean> {
  try {
    await makeFolder(join(to, ".."));
    await copyFile(from, to);
    return true;
  } catch (error) {
    if (isOperating(error)) return false;
    throw error;
  }
}

async function marksOf(root: string, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const marks = new Map<string, string>();
  for (const path of paths) {
    const found = await lstat(join(root, path)).catch(() => null);
    marks.set(path, found ? `${found.mtimeMs} ${found.size} ${found.ino}` : "");
  }
  return marks;
}

const TOLD_MAX = 50;

async function changedSince(
  root: string,
  before: ReadonlyMap<string, string>,
  without: ReadonlySet<string>,
  wasWhole = true,
): Promise<readonly string[]> {
  const paths = wasWhole ? (await listFiles(root, without)).paths : [];
  const now = await marksOf(root, [...new Set([...before.keys(), ...paths])]);
  return [...now]
    .filter(([path, mark]) => before.get(path) !== mark)
    .map(([path]) => path)
    .slice(0, TOLD_MAX);
}
