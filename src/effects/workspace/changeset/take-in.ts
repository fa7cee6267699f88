/**
 * What is taken in of where whoever worked in a worktree stands: the commit, and an open merge. Nothing that was told git to
 * overlook there is overlooked. Commits that are not whole stay out: of them only the files that lie there count, as changes of
 * where the attempt began. It moves no ref.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readSmall } from "../../files/foreign-file.ts";
import { isAncestor } from "../../git/is-ancestor.ts";
import { askWhole, type Wholeness } from "../../git/objects/whole-commits.ts";
import type { Failed, RunRepository, Worktree } from "../worktree/run-repository.ts";
import { shownHead } from "../worktree/show-state.ts";
import { readNote } from "../worktree/worktree-notes.ts";

/** A commit that is left out, and what git says of it. */
export interface Broken {
  readonly commit: string;
  readonly why: string;
}

type TakenIn = { readonly ok: true; readonly broken: readonly Broken[] } | Failed;

/** Reeve's own HEAD goes there, its own index stays. */
export async function takeIn(repo: RunRepository, worktree: Worktree): Promise<TakenIn> {
  if (worktree.shown === worktree.admin) return { ok: true, broken: [] };
  const head = await shownHead(repo.git, worktree);
  const asked = head === null ? null : await askedWhole(repo, worktree, head);
  if (asked && !asked.ok) return asked;
  const why = asked?.broken ?? null;
  const stands = head === null || why === null ? head : await beganAt(repo, worktree);
  await writeFile(join(worktree.admin, "HEAD"), stands === null ? UNBORN : `${stands}\n`);
  return { ok: true, broken: head !== null && why !== null ? [{ commit: head, why }] : [] };
}

async function askedWhole(repo: RunRepository, worktree: Worktree, commit: string): Promise<Wholeness> {
  const known = [...new Set([await beganAt(repo, worktree), repo.base.commit])];
  return askWhole(repo.git, commit, known);
}

async function beganAt({ base }: RunRepository, { admin }: Worktree): Promise<string> {
  return (await readNote(admin, "attempt"))?.base ?? base.commit;
}

/** No branch is called so. */
const UNBORN = "ref: refs/heads/reeve-none\n";

const MERGE_HEAD_BYTES_MAX = 8_192;

type Merging = { readonly ok: true; readonly commits: readonly string[]; readonly broken: readonly Broken[] } | Failed;

/** The other sides of a merge in progress that `head` does not have yet. */
export async function mergeHeads(repo: RunRepository, worktree: Worktree, head: string | null): Promise<Merging> {
  const text = (await readSmall(join(worktree.shown, "MERGE_HEAD"), MERGE_HEAD_BYTES_MAX)) ?? "";
  const named = text.split("\n").filter((line) => /^[0-9a-f]{40,64}$/.test(line));
  const commits: string[] = [];
  const broken: Broken[] = [];
  for (const commit of named) {
    if (head && (await isAncestor(repo.git, commit, head))) continue;
    const asked = await askedWhole(repo, worktree, commit);
    if (!asked.ok) return asked;
    if (asked.broken === null) commits.push(commit);
    else broken.push({ commit, why: asked.broken });
  }
  return { ok: true, commits, broken };
}
