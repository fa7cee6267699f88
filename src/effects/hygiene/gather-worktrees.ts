/**
 * Looks at the worktrees of a run: folders in its place below the state folder, and entries of git for such folders.
 * Changes nothing, not even an index. Git is told by us which of its folders belongs to a worktree: what the agent may
 * have made of the file `.git` in there is never believed.
 */

import { basename, dirname, join } from "node:path";
import { Semaphore } from "../../basics/semaphore.ts";
import { readText } from "../files/foreign-file.ts";
import { headOf } from "../keeping/look-at-files.ts";
import { fileName } from "../processes/attempt-folder.ts";
import { isScratch } from "../workspace/worktree/keep-worktree.ts";
import { worktreesDir } from "../workspace/worktree/run-repository.ts";
import type { KnownRun, WorktreeThing } from "./clean-facts.ts";
import { AT_ONCE, type CleanRepository } from "./clean-repository.ts";
import { diskUse } from "./disk-use.ts";
import { listRefs } from "./gather-refs.ts";
import { entriesOf } from "./own-folders.ts";
import { contentOf, isFolder, NOTHING } from "./worktree-content.ts";

export async function gatherWorktrees(
  repository: CleanRepository,
  run: KnownRun,
  stateDir: string,
  targets: readonly string[],
): Promise<readonly WorktreeThing[]> {
  const place = worktreesDir(stateDir, run.id);
  const entries = await entriesOf(stateDir, "worktrees", run.id);
  const known = [...repository.admins.keys()].filter((path) => dirname(path) === place).map((path) => basename(path));
  const branches = await listRefs(repository, `refs/heads/reeve/${run.id}/`);
  const tips = new Map(branches.map((ref) => [ref.commit, ref]));
  const byName = new Map(branches.map((ref) => [ref.name, ref.commit]));
  const names = new Set([...entries.map((entry) => entry.name), ...known]);
  const turns = new Semaphore(AT_ONCE);
  return Promise.all(
    [...names].map((name) => {
      const entry = entries.find((each) => each.name === name);
      const kind = entry === undefined ? "gone" : entry.isDirectory() ? "folder" : "other";
      return turns.run(() => lookAt({ repository, run, targets, tips, byName, path: join(place, name), kind }));
    }),
  );
}

interface Look {
  readonly repository: CleanRepository;
  readonly run: KnownRun;
  readonly targets: readonly string[];
  readonly tips: ReadonlyMap<string, { readonly at: number }>;
  /** Branches of the run by their full names. */
  readonly byName: ReadonlyMap<string, string>;
  readonly path: string;
  readonly kind: "folder" | "gone" | "other";
}

async function lookAt({ repository, run, targets, tips, byName, path, kind }: Look): Promise<WorktreeThing> {
  const name = basename(path);
  const admin = repository.admins.get(path) ?? null;
  const head = admin === null ? null : (byName.get(await branchIn(admin)) ?? (await headOf(repository.git, admin)));
  // Of a run that keeps everything, nobody needs to know more.
  const isSpared = run.standing === "at_work" || run.standing === "unreadable";
  const bytes = kind === "folder" && !isSpared ? (await diskUse(path)).bytes : 0;
  const scratch = isScratch(name);
  const isLooked = kind === "folder" && !isSpared && !scratch;
  const content = isLooked ? await contentOf(repository, path, admin, head) : NOTHING;
  const task = run.tasks.find(({ id }) => fileName(id) === name)?.id ?? (name.startsWith("@") ? name : undefined);
  return {
    kind: "worktree",
    name: join("worktrees", run.id, name),
    bytes,
    obstacle:
      obstacleTo(kind, scratch || task !== undefined) ??
      content.obstacle ??
      (scratch ? null : await ownSubmodules(repository, run, admin, head)),
    dir: kind === "folder" ? path : null,
    path,
    admin,
    task: task ?? name,
    scratch,
    head,
    dirty: content.dirty,
    merged: head === null || (await repository.isMerged(head, targets)),
    onBranch: head === null || tips.has(head),
    changedAt: Math.max(
      content.changedAt,
      head === null ? 0 : (tips.get(head)?.at ?? (await dateOf(repository, head))),
    ),
    ignored: content.ignored,
  };
}

function obstacleTo(kind: Look["kind"], isOurs: boolean): string | null {
  if (kind === "other") return "it is not a folder, so it is not one of Reeve's worktrees";
  return isOurs ? null : "it belongs to no task of this run";
}

/** Git keeps a worktree's submodules in its own folder for it, with commits that may exist nowhere else. */
export async function ownSubmodules(
  { git }: Pick<CleanRepository, "git">,
  { base }: Pick<KnownRun, "base">,
  admin: string | null,
  head: string | null,
): Promise<string | null> {
  if (admin === null || head === null || !(await isFolder(join(admin, "modules")))) return null;
  const changes = base ? await git.run(["diff", "--raw", "-z", "--no-renames", base.commit, head]) : null;
  const isSame = changes?.ok && !/(^|\0):\d+ 160000 /.test(changes.out);
  return isSame ? null : "it moved a submodule to a commit that may exist nowhere else";
}

/** The full name of the branch it is on; "" where it is on none. */
async function branchIn(admin: string): Promise<string> {
  const head = await readText(join(admin, "HEAD"));
  return /^ref: (refs\/heads\/.+)\n?$/.exec(head)?.[1] ?? "";
}

async function dateOf({ git }: CleanRepository, commit: string): Promise<number> {
  const answer = await git.run(["show", "--no-patch", "--format=%ct", commit]);
  return answer.ok ? Number(answer.out.trim()) * 1000 : 0;
}
