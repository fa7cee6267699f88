/**
 * Whether the files of a checkout are those that its commit names. Git believes its store of objects: who can write there can put
 * other bytes under the name of an object, and a checkout shows these, while the commit, and everybody who clones it, has others. So
 * the names are worked out again from what lies on the disk, file by file, and those of the trees from the index. What was found true
 * is not read again until it is touched. It mends nothing.
 */
import { lstat, readlink } from "node:fs/promises";
import type { Failure } from "../../../domain/proof/failure.ts";
import { readPieces } from "../../files/foreign-file.ts";
import type { Git, GitOptions } from "../git.ts";
import { treeOf } from "../tree-of.ts";
import { forgedObject } from "./forged-object.ts";
import { blobName, hashLike, type IndexEntry, treeName } from "./object-name.ts";

export interface TrueCheckout {
  /** Null: all of it is what the commit names. The checkout has just been made, in `here.cwd`. */
  readonly ask: (commit: string, here: GitOptions & { readonly cwd: string }) => Promise<Failure | null>;
}

const AT_ONCE = 16;

export function openTrueCheckout(git: Git): TrueCheckout {
  /** Path → the name and the looks of a file that was found true. */
  let known: ReadonlyMap<string, string> = new Map();
  const ask: TrueCheckout["ask"] = async (commit, here) => {
    const listed = await git.run(["ls-files", "--stage", "-t", "-z"], { ...here, oneCharacterPerByte: true });
    if (!listed.ok) return listed.failure;
    const tree = await treeOf(git, commit);
    const entries = entriesIn(listed.out);
    if (tree === null || treeName(commit, entries) !== tree) return forgedObject(commit, "its folders");
    const found = new Map<string, string>();
    const [odd, gone]: [IndexEntry[], IndexEntry[]] = [[], []];
    const files = entries.filter(({ mode, isShown }) => isShown && mode !== LINKED_COMMIT);
    const look = async (entry: IndexEntry): Promise<void> => {
      const seen = await lookAt(here.cwd, entry, known.get(entry.path));
      if (seen === "odd") odd.push(entry);
      else if (seen === "gone") gone.push(entry);
      else found.set(entry.path, seen);
    };
    for (let at = 0; at < files.length; at += AT_ONCE) await Promise.all(files.slice(at, at + AT_ONCE).map(look));
    const untrue = await firstUntrue(git, here, odd);
    known = found;
    if (untrue) return forgedObject(untrue.name, textOf(untrue.path));
    return gone[0] ? missing(commit, textOf(gone[0].path), here.cwd) : null;
  };
  return { ask };
}

const LINKED_COMMIT = "160000";

interface Listed extends IndexEntry {
  /** Not left out because the user sees only a part of the repository. */
  readonly isShown: boolean;
}

function entriesIn(listing: string): readonly Listed[] {
  return listing.split("\0").flatMap((line) => {
    const [, tag, mode, name, path] = /^(\w) (\d+) ([0-9a-f]+) 0\t(.*)$/s.exec(line) ?? [];
    if (mode === undefined || name === undefined || path === undefined) return [];
    return [{ mode, name, path, isShown: tag !== "S" }];
  });
}

function textOf(path: string): string {
  return Buffer.from(path, "latin1").toString("utf8");
}

/** What a true file looks like from now on; odd: not what its name says as it lies there. */
async function lookAt(dir: string, { mode, name, path }: IndexEntry, before: string | undefined): Promise<string> {
  const file = Buffer.from(`${Buffer.from(dir).toString("latin1")}/${path}`, "latin1");
  try {
    const stat = await lstat(file, { bigint: true });
    const looks = `${name} ${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`;
    if (looks === before) return looks;
    if (stat.isSymbolicLink()) {
      const target = await readlink(file, { encoding: "buffer" });
      return blobName(name, target) === name ? looks : "odd";
    }
    if (!stat.isFile() || mode === SYMBOLIC_LINK) return "odd";
    const hash = hashLike(name);
    const isRead = await readPieces(file, (size) => {
      hash.update(`blob ${size}\0`);
      return (piece) => hash.update(piece);
    });
    return isRead && hash.digest("hex") === name ? looks : "odd";
  } catch {
    return "gone";
  }
}

const SYMBOLIC_LINK = "120000";

/** Files that git writes otherwise than it keeps them (line ends, LFS): git says what it would keep, and as a last resort what it keeps. */
async function firstUntrue(git: Git, here: GitOptions, odd: readonly IndexEntry[]): Promise<IndexEntry | null> {
  if (odd.length === 0) return null;
  const plain = odd.filter(({ path }) => !path.includes("\n"));
  const input = plain.map(({ path }) => `${textOf(path)}\n`).join("");
  const kept = await git.run(["hash-object", "--stdin-paths"], { ...here, input });
  const names = kept.ok ? kept.out.split("\n") : [];
  const fine = new Set(plain.filter(({ name }, at) => names[at] === name));
  for (const entry of odd) if (!fine.has(entry) && !(await isTrueBlob(git, entry.name))) return entry;
  return null;
}

async function isTrueBlob(git: Git, name: string): Promise<boolean> {
  const read = await git.run(["cat-file", "blob", name], { oneCharacterPerByte: true });
  return read.ok && blobName(name, Buffer.from(read.out, "latin1")) === name;
}

function missing(commit: string, path: string, dir: string): Failure {
  const message = `${path} is part of the commit ${commit.slice(0, 10)} and cannot be read in Reeve's checkout of it, ${dir}. Something takes it away there; look at the folder, then retry the task.`;
  return { class: "git_state", restart: "transient", subject: path, message, evidence: [] };
}
