/**
 * Reeve's own git folder of a run. It has the repository's objects and refs by links, and everything that steers git by
 * itself: configuration, attributes, excludes and grafts as they were when the run began. Agents can write to the
 * repository's folder, and what they write there steers their own git alone. Entries of worktrees that Reeve goes by lie
 * below it, each with an index of its own.
 *
 * A repository whose refs are in a reftable has none: its worktrees keep refs in formats that only git writes.
 */
import { existsSync } from "node:fs";
import { copyFile, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Failure } from "../../domain/proof/failure.ts";
import { makeFolder } from "../files/make-folder.ts";
import { isCode } from "../files/operating-error.ts";
import { readSettings, type Setting, settingsText } from "./flat-config.ts";
import { openGit } from "./git.ts";
import { noteStart, OF_A_PLACE } from "./git-start.ts";

export interface OwnGit {
  readonly dir: string;
  /** The checkout that calls without a place of their own are about. */
  readonly toplevel: string;
}

export type OwnGitChoice =
  | { readonly ok: true; readonly own: OwnGit | null }
  | { readonly ok: false; readonly failure: Failure };

interface OwnPlace {
  readonly commonDir: string;
  readonly gitDir: string;
  readonly toplevel: string;
}

/** Made once per run, before its first agent; what there is already is taken as it is. */
export async function openOwnGit({ commonDir, gitDir, toplevel }: OwnPlace, dir: string): Promise<OwnGitChoice> {
  if (existsSync(join(commonDir, "reftable"))) return { ok: true, own: null };
  if (!existsSync(join(dir, "config"))) {
    const found = await readSettings(openGit(toplevel), toplevel);
    if (!found.ok) return found;
    await make({ commonDir, gitDir }, dir, found.settings);
  }
  return { ok: true, own: { dir, toplevel } };
}

/** Where it lies, given the folder of the run. */
export function ownGitDir(runDir: string): string {
  return join(runDir, "git");
}

/** Put in place by one rename: whoever finds it finds all of it. */
async function make(
  { commonDir, gitDir }: Pick<OwnPlace, "commonDir" | "gitDir">,
  dir: string,
  settings: readonly Setting[],
): Promise<void> {
  await makeFolder(dirname(dir));
  const aside = await mkdtemp(join(dirname(dir), `${basename(dir)}-new-`));
  for (const folder of ["logs", "info", "worktrees", join(OF_THE_CHECKOUT, "info")])
    await makeFolder(join(aside, folder));
  await makeFolder(join(commonDir, "logs", "refs"));
  for (const name of LINKED) await symlink(join(commonDir, name), join(aside, name));
  const copy = async (from: string, to: string) => (existsSync(from) ? copyFile(from, to) : undefined);
  for (const name of COPIED) await copy(join(commonDir, name), join(aside, name));
  for (const name of SPARSENESS) await copy(join(gitDir, name), join(aside, OF_THE_CHECKOUT, name));
  await writeFile(join(aside, "HEAD"), "ref: refs/heads/reeve-none\n");
  const kept = settings.filter(({ name }) => !OF_A_PLACE.has(name));
  await writeFile(join(aside, "config"), settingsText([...kept, { name: "core.bare", value: "false" }]));
  await noteStart(openGit(gitDir), commonDir, aside);
  try {
    await rename(aside, dir);
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    if (!isCode(error, "ENOTEMPTY") && !isCode(error, "EEXIST")) throw error;
  }
}

/** `packed-refs` may not be there yet: git follows the link when it makes it. */
const LINKED = ["objects", "refs", "packed-refs", "logs/refs", "lfs"];
const COPIED = ["info/exclude", "info/attributes", "shallow"];
/** What part of the repository the user sees; each worktree shows the same. */
const SPARSENESS = ["config.worktree", "info/sparse-checkout"];
export const OF_THE_CHECKOUT = "checkout";
