/**
 * Between Reeve's own entry of a worktree and the one that whoever works in it uses. What Reeve has done is shown there:
 * HEAD, index, a merge that is left to be finished. What was done there is taken in as one thing only: which commit it
 * stands on. The index that was worked with, its flags and its configuration never come back.
 */
import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, lstat, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readBytes, readSmall } from "../../files/foreign-file.ts";
import { makeFolder } from "../../files/make-folder.ts";
import type { Git } from "../../git/git.ts";
import { readRef } from "../../sandbox/private-refs.ts";
import { forgetUnfinished, removeLocks } from "../changeset/unfinished.ts";
import type { Entry, Worktree } from "./run-repository.ts";
import { dropNote } from "./worktree-notes.ts";

const COMMONDIR = "../..\n";

/** The folder's `.git` and the entry that it names are as Reeve made them, and stand where Reeve's own does. */
export async function showState({ dir, admin, shown }: Entry & { readonly dir: string }): Promise<void> {
  if (admin === shown) return;
  await mendShown({ dir, admin, shown });
  await forgetUnfinished(shown);
  for (const name of MERGING) {
    const text = await readBytes(join(admin, name), STATE_BYTES_MAX);
    if (text !== null) await replace(join(shown, name), (draft) => writeFile(draft, text, { flag: "wx" }));
  }
  await removeLocks(shown);
  const copied = (name: string) =>
    replace(join(shown, name), (draft) => copyFile(join(admin, name), draft, constants.COPYFILE_EXCL));
  await copied("index");
  await copied("HEAD");
  await dropNote(admin, "unshown");
}

/** Never written in place: whoever worked there may have put a link there. A folder in the way goes. */
async function replace(path: string, write: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${path}.${randomUUID()}.reeve`;
  await write(draft);
  if ((await lstat(path).catch(() => null))?.isDirectory()) await rm(path, { recursive: true, force: true });
  await rename(draft, path);
}

const STATE_BYTES_MAX = 16 * 1024 * 1024;
const MERGING = ["MERGE_HEAD", "MERGE_MSG", "MERGE_MODE", "AUTO_MERGE", "ORIG_HEAD"];

/** What is not as it was made is made again; true: something was not. A folder in the way of one file goes. */
export async function mendShown({ dir, shown }: Entry & { readonly dir: string }): Promise<boolean> {
  const found = await lstat(shown).catch(() => null);
  if (found !== null && !found.isDirectory()) await rm(shown, { force: true });
  await makeFolder(shown);
  const mended = [
    await mendFile(join(shown, "commondir"), COMMONDIR),
    await mendFile(join(shown, "gitdir"), `${join(dir, ".git")}\n`),
    await mendFile(join(dir, ".git"), `gitdir: ${shown}\n`),
  ];
  return found === null || !found.isDirectory() || mended.includes(true);
}

async function mendFile(path: string, wanted: string): Promise<boolean> {
  if ((await readSmall(path, wanted.length + 1)) === wanted) return false;
  await rm(path, { recursive: true, force: true });
  await makeFolder(dirname(path));
  await writeFile(path, wanted, { flag: "wx" });
  return true;
}

const HEAD_BYTES_MAX = 4_096;

/** The commit that whoever worked there stands on; null: none, or nothing that could be read. */
export async function shownHead(git: Git, { shown, ref }: Worktree): Promise<string | null> {
  const text = ((await readSmall(join(shown, "HEAD"), HEAD_BYTES_MAX)) ?? "").trimEnd();
  const [, named = text] = /^ref: (refs\/\S+)$/.exec(text) ?? [];
  if (!/^(?:refs\/\S+|[0-9a-f]{40,64})$/.test(named)) return null;
  // A branch that it made for itself in the sandbox is nowhere else; the task's own has come to the repository.
  const wanted = (named === ref ? null : await readRef(shown, named)) ?? named;
  const found = await git.run(["rev-parse", "--verify", "--quiet", "--end-of-options", `${wanted}^{commit}`], {
    okCodes: [1, 128],
  });
  return found.ok && found.code === 0 ? found.out.trim() : null;
}
