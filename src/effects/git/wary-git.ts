/**
 * Git about a repository outside of a run's work: cleaning, planning, what an epic asks, what is brought back. Agents may have
 * configured anything in it, so git goes by a folder of Reeve's own for everything that checkouts share: objects, refs and
 * entries of worktrees by links, of the configuration only what says how files are stored. No program that is configured
 * anywhere is known there, and no address. What such programs would have made of a file (LFS) is left undone.
 *
 * A repository whose refs are in a reftable is worked with its own configuration.
 */
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readBytes } from "../files/foreign-file.ts";
import { readSettings, type Setting, settingsText } from "./flat-config.ts";
import { type Git, openGit } from "./git.ts";

export async function withWaryGit<T>(root: string, work: (git: Git) => Promise<T>): Promise<T> {
  const { git, close } = await openWaryGit(root);
  try {
    return await work(git);
  } finally {
    await close();
  }
}

export interface WaryGit {
  readonly git: Git;
  readonly close: () => Promise<void>;
}

/** Where there is no repository, git itself says so. */
export async function openWaryGit(root: string): Promise<WaryGit> {
  const plain = openGit(root);
  const where = ["--path-format=absolute", "--git-common-dir", "--git-dir", "--show-toplevel"];
  const place = await plain.run(["rev-parse", ...where]);
  const [commonDir = "", gitDir = "", toplevel = ""] = place.out.split("\n");
  const found = await readSettings(plain, root);
  if (!place.ok || !found.ok || existsSync(join(commonDir, "reftable"))) return { git: plain, close: async () => {} };
  const dir = await mkdtemp(join(tmpdir(), "reeve-git-"));
  await fill(dir, commonDir, found.settings.filter(saysHowFilesAreStored));
  const own = { dir: gitDir, toplevel, commonDir: dir };
  return { git: openGit(root, { own }), close: () => rm(dir, { recursive: true, force: true }) };
}

async function fill(dir: string, commonDir: string, settings: readonly Setting[]): Promise<void> {
  await mkdir(join(dir, "info"));
  for (const name of LINKED) await symlink(join(commonDir, name), join(dir, name));
  for (const name of COPIED) {
    const bytes = await readBytes(join(commonDir, name), BYTES_MAX, { follow: true });
    if (bytes !== null) await writeFile(join(dir, name), bytes);
  }
  await writeFile(join(dir, "config"), settingsText([...settings, { name: "core.bare", value: "false" }]));
}

/** Those that are not there yet are made through the link. */
const LINKED = ["objects", "refs", "packed-refs", "logs", "worktrees"];
/** HEAD is what makes it a repository for whoever works in it alone, with an index and files of another place. */
const COPIED = ["HEAD", "info/exclude", "info/attributes", "shallow"];
const BYTES_MAX = 16 * 1024 * 1024;

const STORED =
  /^(?:core\.(?:repositoryformatversion|filemode|symlinks|ignorecase|precomposeunicode|protecthfs|protectntfs|autocrlf|eol|safecrlf|sharedrepository|logallrefupdates|bigfilethreshold|longpaths)|extensions\.objectformat|index\.version|i18n\..*)$/;

/** A list of what is let through: of what git may learn to run some day, nothing is. */
function saysHowFilesAreStored({ name }: Setting): boolean {
  return STORED.test(name);
}
