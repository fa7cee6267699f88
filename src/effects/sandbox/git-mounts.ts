/**
 * What of git a process in the sandbox can write: the objects, and what belongs to its own worktree. What says where that
 * worktree is, what steers git, and every ref but its own copies stay as they are.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { readSmall } from "../files/foreign-file.ts";
import { makeFolder } from "../files/make-folder.ts";
import { isFolder, there } from "./look-around.ts";
import type { Mount } from "./mount.ts";
import { copyRefs } from "./private-refs.ts";

const LINK_BYTES_MAX = 8_192;

/** Nothing where the checkout is not one of this repository's. */
export async function gitMounts(checkout: string, commonDir: string | null): Promise<readonly Mount[]> {
  const link = join(checkout, ".git");
  if (isFolder(link)) return steering(link);
  const entry = commonDir === null ? null : await entryOf(link, commonDir);
  if (commonDir === null || entry === null) return there(link) ? [{ type: "read", path: link }] : [];
  const own = ["commondir", "gitdir"].map((name) => join(entry, name));
  const shared = [...SHARED.map((name) => join(commonDir, name))].filter(isFolder);
  return [
    { type: "write", path: entry },
    ...[...own, link].filter(there).map((path): Mount => ({ type: "read", path })),
    ...shared.map((path): Mount => ({ type: "write", path })),
    ...readOnly(commonDir, ["objects/info"]),
    ...(await refMounts(commonDir, entry)),
  ];
}

/** Large files and remembered resolutions of conflicts are git's, as objects are; a table of refs cannot be parted. */
const SHARED = ["objects", "lfs", "rr-cache", "reftable"];

async function refMounts(commonDir: string, entry: string): Promise<readonly Mount[]> {
  if (existsSync(join(commonDir, "reftable"))) return [];
  const { refs, logs } = await copyRefs(commonDir, entry);
  await makeFolder(join(commonDir, "logs", "refs"));
  return [
    { type: "instead", path: join(commonDir, "refs"), from: refs },
    { type: "instead", path: join(commonDir, "logs", "refs"), from: logs },
  ];
}

/** The entry that the link names, if it is one of this repository's and names this checkout. */
async function entryOf(link: string, commonDir: string): Promise<string | null> {
  const text = (await readSmall(link, LINK_BYTES_MAX)) ?? "";
  const [, entry = ""] = /^gitdir: (.+)\n?$/.exec(text) ?? [];
  if (dirname(entry) !== join(commonDir, "worktrees")) return null;
  return (await readSmall(join(entry, "gitdir"), LINK_BYTES_MAX))?.trimEnd() === link ? entry : null;
}

/** The user's own repository, worked in as it is: commits can be made, git cannot be steered. */
function steering(gitDir: string): readonly Mount[] {
  return readOnly(gitDir, ["config", "config.worktree", "hooks", "info", "objects/info"]);
}

function readOnly(folder: string, names: readonly string[]): readonly Mount[] {
  return names
    .map((name) => join(folder, name))
    .filter(there)
    .map((path) => ({ type: "read", path }));
}
