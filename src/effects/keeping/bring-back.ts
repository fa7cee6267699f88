/**
 * Brings work back: as a new branch, or as files in a folder that is new or empty. Nothing that is there is changed: no
 * checkout, no index, no ref that exists, and the work stays where it lies.
 */
import { cp, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { ParkedAnswer } from "../../domain/delivery/hygiene.ts";
import type { Recoverable, RecoverTo } from "../../domain/delivery/recoverable.ts";
import { makeFolder } from "../files/make-folder.ts";
import { isOperating } from "../files/operating-error.ts";
import type { Git } from "../git/git.ts";
import { makeTrash } from "../hygiene/own-folders.ts";
import { makeBranch } from "../hygiene/parked.ts";
import { listAdmins } from "../workspace/worktree/run-repository.ts";
import { headOf } from "./look-at-files.ts";
import { takeFiles, withEmptyIndex } from "./take-tree.ts";

export async function bringBack(
  git: Git,
  stateDir: string,
  work: Recoverable,
  { to, by }: { readonly to: RecoverTo; readonly by: string },
): Promise<ParkedAnswer<RecoverTo>> {
  try {
    if ("dir" in to) return await intoFolder(git, stateDir, work, to.dir);
    const commit = work.commit ?? (await commitOf(git, stateDir, work));
    if (commit === null)
      return refuse(`${work.name} is a folder that no commit can hold; bring it into a folder with --to ./DIR`);
    const made = await makeBranch(git, commit, to.branch, by);
    return made.ok ? { ok: true, value: to } : made;
  } catch (error) {
    if (isOperating(error)) return refuse(error.message);
    throw error;
  }
}

/** What lies in a worktree, as a commit on top of what it stands on; the worktree is not touched. */
async function commitOf(git: Git, stateDir: string, { kind, path, run, task }: Recoverable): Promise<string | null> {
  if (kind !== "worktree" || path === null) return null;
  const common = await git.run(["rev-parse", "--path-format=absolute", "--git-common-dir"]);
  if (!common.ok) return null;
  const commonDir = common.out.replace(/\n$/, "");
  const admin = (await listAdmins(commonDir)).get(path) ?? null;
  const head = await headOf(git, admin);
  const taken = await takeFiles({ git, commonDir, admin, scratch: await makeTrash(stateDir, run) }, path, head);
  if (!taken.ok) return null;
  const input = `Recovered: what lay in the worktree of ${task}\n\nReeve-Run: ${run}\nReeve-Task: ${task}\n`;
  const made = await git.run(["commit-tree", taken.tree, ...(head === null ? [] : ["-p", head]), "-F", "-"], { input });
  return made.ok ? made.out.trim() : null;
}

async function intoFolder(
  git: Git,
  stateDir: string,
  work: Recoverable,
  dir: string,
): Promise<ParkedAnswer<RecoverTo>> {
  if ((await readdir(dir).catch(() => [])).length > 0)
    return refuse(`${dir} is not empty and stays as it is; name a folder that is new or empty`);
  const commit = work.commit ?? (await commitOf(git, stateDir, work));
  await makeFolder(dir);
  if (commit === null) {
    if (work.path === null) return refuse(`${work.name} could not be read`);
    await cp(work.path, dir, { recursive: true, errorOnExist: true, force: false, verbatimSymlinks: true });
    return { ok: true, value: { dir } };
  }
  for (const each of [commit, ...(await partsOf(git, commit))]) {
    const written = await checkOut(git, await makeTrash(stateDir, work.run), each, dir);
    if (written !== null) return refuse(written);
  }
  return { ok: true, value: { dir } };
}

/** Without `--force` nothing that is there already is overwritten. */
async function checkOut(git: Git, scratch: string, commit: string, dir: string): Promise<string | null> {
  return withEmptyIndex(scratch, async (index) => {
    const env = { GIT_INDEX_FILE: index };
    const read = await git.run(["read-tree", commit], { env });
    if (!read.ok) return read.failure.message;
    const written = await git.run(["checkout-index", "--all", "--quiet", `--prefix=${join(dir, "/")}`], {
      env,
      okCodes: [1],
    });
    return written.ok ? null : written.failure.message;
  });
}

/** What was kept beside the files: what git ignores. */
async function partsOf(git: Git, commit: string): Promise<readonly string[]> {
  const said = await git.run(["show", "--no-patch", "--format=%(trailers:key=Reeve-Ignored,valueonly)", commit]);
  return said.out.split("\n").filter((line) => /^[0-9a-f]{40,64}$/.test(line));
}

function refuse(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}
