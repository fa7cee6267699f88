/**
 * Commits that no ref leads to, among those somebody once had: in the log of a worktree or of a branch, in a merge that was
 * given up, in the stash. Git forgets them when that log goes. It only looks; what the files name is not believed.
 */
import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Failure } from "../../domain/proof/failure.ts";
import { readEnd, readText } from "../files/foreign-file.ts";
import type { Git } from "../git/git.ts";
import { privateRefs } from "../sandbox/private-refs.ts";

export type Loose =
  | { readonly ok: true; readonly tips: readonly string[] }
  | { readonly ok: false; readonly failure: Failure };

/** The newest of each line of commits: whoever keeps these keeps all. */
export async function looseCommits(git: Git, ids: Iterable<string>): Promise<Loose> {
  const asked = [...new Set(ids)].filter((id) => COMMIT.test(id) && !/^0+$/.test(id));
  if (asked.length === 0) return { ok: true, tips: [] };
  const types = await git.run(["cat-file", "--batch-check=%(objectname) %(objecttype)"], { input: lines(asked) });
  if (!types.ok) return types;
  const commits = types.out.split("\n").flatMap((line) => (line.endsWith(" commit") ? [line.slice(0, -7)] : []));
  if (commits.length === 0) return { ok: true, tips: [] };
  const walk = ["rev-list", "--parents", "--ignore-missing", "--stdin", "--not", "--glob=refs/*"];
  const found = await git.run(walk, { input: lines(commits) });
  if (!found.ok) return found;
  const rows = found.out.split("\n").filter((row) => row !== "");
  const below = new Set(rows.flatMap((row) => row.split(" ").slice(1)));
  return { ok: true, tips: rows.map((row) => row.split(" ")[0] ?? "").filter((id) => !below.has(id)) };
}

const COMMIT = /^[0-9a-f]{40,64}$/;

function lines(ids: readonly string[]): string {
  return ids.map((id) => `${id}\n`).join("");
}

/** What a worktree may have been on, by git's own folder for it. */
export async function commitsOfWorktree(admin: string): Promise<readonly string[]> {
  const heads = await Promise.all(HEADS.map((name) => idsIn(join(admin, name))));
  const refs = await readdir(join(admin, "refs"), { recursive: true }).catch(() => []);
  const own = await Promise.all(refs.slice(0, REFS_MAX).map((name) => idsIn(join(admin, "refs", name))));
  const logs = ["logs/HEAD", ...(await logsOfSandbox(admin))];
  const logged = await Promise.all(logs.map((name) => commitsInLog(join(admin, name))));
  return [...heads.flat(), ...own.flat(), ...logged.flat()];
}

/** Branches and the stash of whoever worked there in a sandbox, which are nowhere else. */
async function logsOfSandbox(admin: string): Promise<readonly string[]> {
  const { logs } = privateRefs(admin);
  const names = await readdir(logs, { recursive: true }).catch(() => []);
  return names.slice(0, REFS_MAX).map((name) => relative(admin, join(logs, name)));
}

const HEADS = [
  "HEAD",
  "ORIG_HEAD",
  "MERGE_HEAD",
  "CHERRY_PICK_HEAD",
  "REVERT_HEAD",
  "REBASE_HEAD",
  "rebase-merge/orig-head",
  "rebase-apply/orig-head",
];
const REFS_MAX = 1_000;

async function idsIn(path: string): Promise<readonly string[]> {
  return (await readText(path, LOG_BYTES)).split(/\s+/).filter((word) => COMMIT.test(word));
}

const LOG_BYTES = 4 * 1024 * 1024;

/** Both sides of every move in a reflog; of a very long one the latest. */
export async function commitsInLog(path: string): Promise<readonly string[]> {
  return (await logLines(path)).flatMap((line) => line.split(" ", 2));
}

/** Entries of the stash that were made on this branch: git shares one stash among all worktrees. */
export async function stashedOn(commonDir: string, branch: string): Promise<readonly string[]> {
  const entries = (await logLines(join(commonDir, "logs/refs/stash"))).flatMap((line) => {
    const message = line.slice(line.indexOf("\t") + 1);
    const isOfBranch = message.startsWith(`WIP on ${branch}: `) || message.startsWith(`On ${branch}: `);
    return isOfBranch ? [line.split(" ")[1] ?? ""] : [];
  });
  return entries.filter((id) => COMMIT.test(id));
}

async function logLines(path: string): Promise<readonly string[]> {
  return (await readEnd(path, LOG_BYTES)).split("\n");
}
