/**
 * Where a branch of the user is checked out, and how the files there follow it. Git itself keeps local changes from
 * being overwritten: it refuses before it touches anything, and what it names is handed on.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Landing } from "../../domain/delivery/surface.ts";
import { readTextSync } from "../files/foreign-file.ts";
import type { Git } from "../git/git.ts";
import { saidBy } from "./said-by.ts";

export type Checkout =
  | { readonly type: "nowhere" }
  /** In the checkout the project lies in. */
  | { readonly type: "here"; readonly dir: string }
  | { readonly type: "busy"; readonly sentence: string };

export async function checkoutOf(git: Git, branch: string): Promise<Checkout> {
  const top = await git.run(["rev-parse", "--show-toplevel"]);
  const list = await git.run(["worktree", "list", "--porcelain", "-z"]);
  const common = await git.run(["rev-parse", "--path-format=absolute", "--git-common-dir"]);
  const failed = [top, list, common].find((each) => !each.ok);
  if (failed && !failed.ok) return { type: "busy", sentence: failed.failure.message };
  const ref = `refs/heads/${branch}`;
  if (inMotion(common.out.replace(/\n$/, ""), ref))
    return { type: "busy", sentence: `${branch} is being rebased or bisected. Finish that first, then land.` };
  const holder = worktreesIn(list.out).find((each) => each.ref === ref);
  if (!holder) return { type: "nowhere" };
  const here = top.out.replace(/\n$/, "");
  if (holder.dir === here) return { type: "here", dir: here };
  return {
    type: "busy",
    sentence: `${branch} is checked out in ${holder.dir}, and its files would not follow. Run \`reeve land\` there, or check out another branch there first.`,
  };
}

/** As a fast-forward, which `git merge` does as a whole or not at all. */
export async function updateCheckout(
  git: Git,
  dir: string,
  branch: string,
  from: string,
  to: string,
): Promise<Landing | null> {
  const now = await git.run(["rev-parse", "--symbolic-full-name", "HEAD"], { cwd: dir });
  const at = await git.run(["rev-parse", "HEAD"], { cwd: dir });
  if (!now.ok || !at.ok || now.out.trim() !== `refs/heads/${branch}` || at.out.trim() !== from)
    return refuse(`Somebody else changed ${branch} at this moment; this command has landed nothing. Run it again.`);
  const merge = await git.run(["merge", "--ff-only", "--no-stat", "--quiet", to], { cwd: dir });
  if (merge.ok) return null;
  const files = [...merge.err.matchAll(/^\t(.+)$/gm)].map((match) => match[1] ?? "");
  if (files.length > 0)
    return refuse(`Changes of yours in ${dir} are in the way. Commit or stash them, then land again.`, files);
  if (/\.lock'?: File exists/.test(merge.err))
    return refuse(
      `Another git is at work in ${dir} at this moment, perhaps another \`reeve land\`. This one has landed nothing; run it again in a moment.`,
    );
  return refuse(`The checkout in ${dir} could not be updated: ${saidBy(merge.err)}. Nothing was landed.`);
}

interface Worktree {
  readonly dir: string;
  readonly ref: string | null;
}

function worktreesIn(porcelain: string): readonly Worktree[] {
  return porcelain
    .split("\0\0")
    .map((block) => block.split("\0"))
    .map((lines) => ({ dir: wordsAfter(lines, "worktree") ?? "", ref: wordsAfter(lines, "branch") }));
}

function wordsAfter(lines: readonly string[], name: string): string | null {
  return lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? null;
}

/** A branch that is being rebased or bisected is checked out nowhere, and still must not move. */
function inMotion(commonDir: string, ref: string): boolean {
  const linked = join(commonDir, "worktrees");
  const dirs = existsSync(linked) ? readdirSync(linked).map((name) => join(linked, name)) : [];
  const name = ref.slice("refs/heads/".length);
  return [commonDir, ...dirs].some(
    (dir) =>
      ["rebase-merge/head-name", "rebase-apply/head-name"].some((file) => read(join(dir, file)) === ref) ||
      read(join(dir, "BISECT_START")) === name,
  );
}

function read(file: string): string | null {
  return readTextSync(file)?.trim() ?? null;
}

function refuse(sentence: string, files: readonly string[] = []): Landing {
  return { type: "refused", sentence, files };
}
