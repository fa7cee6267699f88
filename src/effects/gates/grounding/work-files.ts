/**
 * The files that grounding gates look at: those of the commit that will be merged, read from git's objects, where nobody
 * can put another text in their place; or those of the folder where there is no git. Bounded, and no link is followed out
 * of either. What is found means nothing here.
 */
import type { Git, GitOptions } from "../../git/git.ts";
import { climb, type Found, findIn, readTextIn } from "./workspace-file.ts";

/** Paths are seen from the project. */
export interface WorkFiles {
  readonly find: (path: string) => Promise<Found>;
  /** Undefined for what is no text file, or larger than that. */
  readonly text: (path: string, bytesMax: number) => Promise<string | undefined>;
  /** Of these, those in which a line begins with this text. */
  readonly withLine: (paths: readonly string[], opening: string) => Promise<readonly string[]>;
}

export function folderFiles(dir: string): WorkFiles {
  const text: WorkFiles["text"] = (path, bytesMax) => readTextIn(...climb(dir, path), bytesMax);
  const has = async (path: string, opening: string) =>
    `\n${(await text(path, FILE_BYTES_MAX)) ?? ""}`.includes(`\n${opening}`);
  return {
    find: (path) => findIn(dir, path),
    text,
    withLine: async (paths, opening) => {
      const found: string[] = [];
      for (const path of paths) if (await has(path, opening)) found.push(path);
      return found;
    },
  };
}

const FILE_BYTES_MAX = 2 * 1024 * 1024;

export interface CommitPlace {
  readonly git: Git;
  readonly commit: string;
  /** The project's own folder: paths count from there. */
  readonly root: string;
  readonly toProject: (path: string) => string;
}

export function commitFiles({ git, commit, root, toProject }: CommitPlace): WorkFiles {
  const ask = (args: readonly string[], more: GitOptions = {}) => git.run(args, { cwd: root, ...more });
  const find = async (path: string): Promise<Found> => {
    const input = `${commit}:./${path}\0`;
    const looked = await ask(["cat-file", "--batch-check", "--follow-symlinks", "-z"], { input });
    const [first = "", second] = looked.out.split(/[ \n]/);
    if (second === "blob") return "file";
    if (second === "tree" || path === "") return "folder";
    if (first === "symlink") return "outside";
    if (first === "dangling") return "other";
    // The commit that a submodule is at is no object of this repository.
    const entry = await ask(["--literal-pathspecs", "ls-tree", "-z", commit, "--", `./${path}`]);
    return entry.out.startsWith("160000 ") ? "folder" : "missing";
  };
  const text = async (path: string, bytesMax: number): Promise<string | undefined> => {
    const entry = await ask(["--literal-pathspecs", "ls-tree", "-z", "--long", commit, "--", `./${path}`]);
    const [, id, bytes] = /^100\d{3} blob ([0-9a-f]+) +(\d+)\t/.exec(entry.out) ?? [];
    if (!id || Number(bytes) > bytesMax) return undefined;
    const blob = await ask(["cat-file", "blob", id]);
    return !blob.ok || blob.out.slice(0, BINARY_LOOK_LENGTH).includes("\0") ? undefined : blob.out;
  };
  const withLine = async (paths: readonly string[], opening: string): Promise<readonly string[]> => {
    if (paths.length === 0) return [];
    const pattern = `^${opening.replaceAll(/[^\w<>= ]/g, "\\$&")}`;
    const args = ["grep", "-z", "--text", "--files-with-matches", "--full-name", "-e", pattern, commit, "--"];
    const within = paths.length <= PATHS_MAX ? paths.map((path) => `:(literal)${path}`) : [":/"];
    const found = await ask([...args, ...within], { okCodes: [1] });
    const names = found.out.split("\0").map((name) => toProject(name.slice(commit.length + 1)));
    const wanted = new Set(paths);
    return names.filter((name) => wanted.has(name));
  };
  return { find, text, withLine };
}

/** More than fit into one call. */
const PATHS_MAX = 500;
const BINARY_LOOK_LENGTH = 8_000;
