/**
 * The refs that a process in the sandbox sees and moves: copies of its own, beside the entry of its worktree. A ref is
 * written by a lock beside it and a rename, so a folder with others' refs cannot be opened for one of them. Of all that is
 * moved there, Reeve takes over one thing: where the task's own branch is.
 */
import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readSmall } from "../files/foreign-file.ts";
import { makeFolder } from "../files/make-folder.ts";
import { writeWhole } from "../files/write-whole.ts";
import type { Git } from "../git/git.ts";

/** In the entry of a worktree that whoever works there writes to. */
const FOLDER = "reeve-refs";
const REFS_MAX = 20_000;
const AT_ONCE = 32;

export interface PrivateRefs {
  readonly refs: string;
  readonly logs: string;
}

/**
 * As the repository's are now; what was made there before and is none of Reeve's comes along. Always in a new folder: in the
 * one before, a link may stand where a folder was.
 */
export async function copyRefs(commonDir: string, entry: string): Promise<PrivateRefs> {
  const found = privateRefs(entry);
  const before = join(entry, `${FOLDER}-${randomUUID()}`);
  await rename(join(entry, FOLDER), before).catch(() => {});
  await mkdir(join(entry, FOLDER));
  await makeFolder(join(found.refs, "heads"));
  await mkdir(found.logs);
  const old = (await filesIn(join(before, "refs"))).filter((path) => !path.startsWith(`${OF_REEVE}/`));
  await copyAll(join(before, "refs"), found.refs, old, REF_BYTES_MAX);
  await copyAll(join(before, "logs"), found.logs, await filesIn(join(before, "logs")), LOG_BYTES_MAX);
  const paths = await filesIn(join(commonDir, "refs"));
  await copyAll(join(commonDir, "refs"), found.refs, paths, REF_BYTES_MAX);
  await rm(before, { recursive: true, force: true });
  await writeGiven(
    entry,
    paths.filter((path) => path.startsWith(`${OF_REEVE}/`)).map((path) => `refs/${path}`),
  );
  return found;
}

/** Plain files below a folder, seen from it. */
async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((each) => each.isFile() && !each.name.endsWith(".lock")).slice(0, REFS_MAX);
  return files.map((each) => join(each.parentPath, each.name).slice(folder.length + 1));
}

/** What is gone meanwhile has been packed. */
async function copyAll(from: string, to: string, paths: readonly string[], bytesMax: number): Promise<void> {
  for (const folder of new Set(paths.map(dirname))) await makeFolder(join(to, folder)).catch(() => {});
  const copy = async (path: string): Promise<void> => {
    const text = await readSmall(join(from, path), bytesMax);
    if (text !== null) await writeFile(join(to, path), text).catch(() => {});
  };
  for (let at = 0; at < paths.length; at += AT_ONCE) await Promise.all(paths.slice(at, at + AT_ONCE).map(copy));
}

const LOG_BYTES_MAX = 4 * 1024 * 1024;
const OF_REEVE = "heads/reeve";

/** Where each branch was: what has moved since was moved by whoever worked there. */
async function writeGiven(entry: string, refs: readonly string[]): Promise<void> {
  const lines = await Promise.all(refs.map(async (ref) => `${(await readRef(entry, ref)) ?? ""} ${ref}\n`));
  await writeWhole(join(entry, FOLDER, GIVEN), lines.join(""), { isShared: true });
}

async function readGiven(entry: string, ref: string): Promise<string | null> {
  const text = await readSmall(join(entry, FOLDER, GIVEN), GIVEN_BYTES_MAX);
  const line = text?.split("\n").find((each) => each.endsWith(` ${ref}`));
  return text === null ? null : (line?.slice(0, line.indexOf(" ")) ?? "");
}

const GIVEN = "given";
const GIVEN_BYTES_MAX = 4 * 1024 * 1024;

export function privateRefs(entry: string): PrivateRefs {
  return { refs: join(entry, FOLDER, "refs"), logs: join(entry, FOLDER, "logs") };
}

const REF_BYTES_MAX = 256;

/** The commit this ref names there; null: it is not there, or names none. */
export async function readRef(entry: string, ref: string): Promise<string | null> {
  if (!/^refs\/[\w./@+-]+$/.test(ref) || ref.split("/").some((part) => part === ".." || part === "")) return null;
  const text = (await readSmall(join(dirname(privateRefs(entry).refs), ref), REF_BYTES_MAX))?.trim() ?? "";
  return /^[0-9a-f]{40,64}$/.test(text) ? text : null;
}

/** What was committed on the task's branch comes to the repository. False: nothing was, or git would not have it. */
export async function takeBranch(git: Git, entry: string, ref: string): Promise<boolean> {
  const given = await readGiven(entry, ref);
  const now = given === null ? null : await readRef(entry, ref);
  if (now === null || now === given) return false;
  const old = /^[0-9a-f]+$/.test(given ?? "") ? [given ?? ""] : [];
  const moved = await git.run(["update-ref", "-m", "reeve: from the sandbox", ref, now, ...old], { okCodes: [1, 128] });
  if (!moved.ok || moved.code !== 0) return false;
  await writeGiven(entry, [ref]);
  return true;
}
