/** What agents do in a worktree, each with words of its own that must never be lost; and all words there are at a moment. */
import { createHash } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { gitIn, type TestRepository } from "../repository.ts";

export const DEEDS = [
  "writes a file",
  "changes a file",
  "stages, then changes",
  "stages, then deletes",
  "commits",
  "amends",
  "resets a commit away",
  "commits detached and goes back",
  "stays detached",
  "commits on a branch of its own",
  "commits on a branch and deletes it",
  "begins another history",
  "stashes",
  "writes what git ignores",
  "leaves a merge half done",
  "deletes its branch",
] as const;
export type Deed = (typeof DEEDS)[number];

/** Does it in the worktree; what git refuses there is left undone, as an agent would. */
export function doIn(dir: string, branch: string, deed: Deed, word: string): void {
  const git = (...args: string[]) => gitIn(dir, "-c", "advice.detachedHead=false", ...args);
  const write = (name: string, text = `${word}\n`) => {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  };
  const commit = (name: string) => {
    write(name);
    git("add", "--", name);
    git("commit", "--quiet", "--message", word);
  };
  const deeds: Readonly<Record<Deed, () => void>> = {
    "writes a file": () => write(`new/${word}.txt`),
    "changes a file": () => appendFileSync(join(dir, "a.txt"), `${word}\n`),
    "stages, then changes": () => {
      write(`${word}.txt`);
      git("add", "--", `${word}.txt`);
      write(`${word}.txt`, `${word} later\n`);
    },
    "stages, then deletes": () => {
      write(`${word}.txt`);
      git("add", "--", `${word}.txt`);
      rmSync(join(dir, `${word}.txt`));
    },
    commits: () => commit(`${word}.txt`),
    amends: () => {
      commit(`${word}.txt`);
      write(`${word}.txt`, `${word} better\n`);
      git("commit", "--quiet", "--all", "--amend", "--message", "better");
    },
    "resets a commit away": () => {
      commit(`${word}.txt`);
      git("reset", "--quiet", "--keep", "HEAD~1");
    },
    "commits detached and goes back": () => {
      git("switch", "--quiet", "--detach");
      commit(`${word}.txt`);
      git("switch", "--quiet", branch);
    },
    "stays detached": () => {
      git("switch", "--quiet", "--detach");
      commit(`${word}.txt`);
    },
    "commits on a branch of its own": () => {
      git("switch", "--quiet", "--create", `own-${word}`, "HEAD");
      commit(`${word}.txt`);
    },
    "commits on a branch and deletes it": () => {
      git("switch", "--quiet", "--create", `own-${word}`, "HEAD");
      commit(`${word}.txt`);
      git("switch", "--quiet", "--detach", "HEAD~1");
      git("branch", "--quiet", "-D", `own-${word}`);
    },
    "begins another history": () => {
      git("switch", "--quiet", "--orphan", `other-${word}`);
      commit(`${word}.txt`);
      git("switch", "--quiet", "--detach");
      git("branch", "--quiet", "-D", `other-${word}`);
    },
    stashes: () => {
      write(`${word}.txt`);
      git("add", "--", `${word}.txt`);
      git("stash", "push", "--quiet");
    },
    "writes what git ignores": () => write(`${word}.log`),
    "leaves a merge half done": () => {
      git("switch", "--quiet", "--detach");
      commit(`${word}.txt`);
      const theirs = git("rev-parse", "HEAD");
      git("switch", "--quiet", "--detach", "HEAD~1");
      commit(`other-${word}.txt`);
      git("merge", "--quiet", "--no-ff", "--no-commit", theirs);
    },
    "deletes its branch": () => {
      commit(`${word}.txt`);
      git("switch", "--quiet", "--detach");
      git("branch", "--quiet", "-D", branch);
    },
  };
  try {
    deeds[deed]();
  } catch {
    // Git refused, because of what was done before.
  }
}

/** Every version of every file that can be reached at this moment: from refs, logs, indexes and in the folder itself. */
export function allWords({ git }: TestRepository, dir: string): Map<string, string> {
  const found = new Map<string, string>();
  const args = ["rev-list", "--objects", "--all", "--reflog", "--indexed-objects"];
  for (const line of git(...args).split("\n")) {
    const [id = "", ...path] = line.split(" ");
    if (path.length > 0 && path.join(" ") !== "") found.set(id, path.join(" "));
  }
  for (const path of filesIn(dir)) found.set(blobId(readFileSync(path)), path);
  return found;
}

/** What of these is neither on a ref nor on disk, once git has thrown away what no ref leads to. */
export function lostOf(user: TestRepository, dir: string, words: ReadonlyMap<string, string>): readonly string[] {
  // As if all logs had run out; those of a worktree that is still there stay with it, and the stash's never run out.
  for (const name of ["HEAD", "refs/heads", "refs/reeve"])
    rmSync(join(user.dir, ".git/logs", name), { recursive: true, force: true });
  user.git("-c", "gc.worktreePruneExpire=never", "gc", "--quiet", "--prune=now");
  const here = new Set(
    [...filesIn(dir), ...filesIn(join(user.dir, ".reeve/kept"))].map((path) => blobId(readFileSync(path))),
  );
  const input = [...words.keys()].join("\n");
  const file = join(user.dir, ".git/asked");
  writeFileSync(file, `${input}\n`);
  const lines = gitIn(user.dir, "-c", "alias.ask=!git cat-file --batch-check < .git/asked", "ask").split("\n");
  const missing = lines.filter((line) => line.endsWith(" missing")).map((line) => line.split(" ")[0] ?? "");
  return missing.filter((id) => !here.has(id)).map((id) => words.get(id) ?? id);
}

function filesIn(dir: string): readonly string[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { recursive: true, encoding: "utf8" })
    .filter((name) => !/(^|\/)\.git(\/|$)/.test(name))
    .map((name) => join(dir, name))
    .filter((path) => statSync(path).isFile());
}

function blobId(content: Buffer): string {
  return createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex");
}
