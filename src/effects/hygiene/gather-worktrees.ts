/**
 * Looks at the worktrees of a run: folders in its place below the state folder, and entries of git for such folders.
 * Changes nothing, not even an index. Git is told by us which of its folders belongs to a worktree: what the agent may
 * have made of the file `.git` in there is never believed.
 */
import { lstat, readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Semaphore } from "../../basics/semaphore.ts";
import { fileName } from "../processes/attempt-folder.ts";
import { headIn } from "../workspace/changeset/staging.ts";
import { worktreesDir } from "../workspace/worktree/run-repository.ts";
import type { KnownRun, WorktreeThing } from "./clean-facts.ts";
import { AT_ONCE, type CleanRepository } from "./clean-repository.ts";
import { diskUse } from "./disk-use.ts";
import { listRefs } from "./gather-refs.ts";
import { entriesOf } from "./own-folders.ts";

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
  const names = new Set([...entries.map((entry) => entry.name), ...known]);
  const turns = new Semaphore(AT_ONCE);
  return Promise.all(
    [...names].map((name) => {
      const entry = entries.find((each) => each.name === name);
      const kind = entry === undefined ? "gone" : entry.isDirectory() ? "folder" : "other";
      return turns.run(() => lookAt({ repository, run, targets, tips, path: join(place, name), kind }));
    }),
  );
}

interface Look {
  readonly repository: CleanRepository;
  readonly run: KnownRun;
  readonly targets: readonly string[];
  readonly tips: ReadonlyMap<string, unknown>;
  readonly path: string;
  readonly kind: "folder" | "gone" | "other";
}

async function lookAt({ repository, run, targets, tips, path, kind }: Look): Promise<WorktreeThing> {
  const name = basename(path);
  const admin = repository.admins.get(path) ?? null;
  const head = admin === null ? null : await headOf(repository, admin);
  // Of a run that keeps everything, nobody needs to know more.
  const isSpared = run.standing === "at_work" || run.standing === "unreadable";
  const bytes = kind === "folder" && !isSpared ? (await diskUse(path)).bytes : 0;
  const scratch = name.startsWith("@");
  const isLooked = kind === "folder" && !isSpared && !scratch;
  const content = isLooked ? await contentOf(repository, path, admin, head) : NOTHING;
  const task = run.tasks.find(({ id }) => fileName(id) === name)?.id;
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
    changedAt: Math.max(content.changedAt, head === null ? 0 : await dateOf(repository, head)),
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

interface Content {
  /** Where it stood when it was looked into; null: it was not, or there is no commit. */
  readonly head: string | null;
  readonly dirty: boolean;
  readonly obstacle: string | null;
  readonly changedAt: number;
}

const NOTHING: Content = { head: null, dirty: false, obstacle: null, changedAt: 0 };

/** What in it is in no commit; `head` null: it stands on none. Also asked right before it goes: a person may have looked into it meanwhile. */
export async function contentOf(
  { git }: Pick<CleanRepository, "git">,
  path: string,
  admin: string | null,
  head?: string | null,
): Promise<Content> {
  const inside = await readdir(path).catch(() => null);
  if (inside === null) return { ...NOTHING, dirty: true, obstacle: "it cannot be read" };
  const { mtimeMs } = await lstat(path);
  const unknown = { head: null, dirty: true, obstacle: null, changedAt: mtimeMs };
  if (await isFolder(join(path, ".git"))) return { ...unknown, obstacle: OWN_REPOSITORY };
  if (inside.every((name) => name === ".git")) return NOTHING;
  // Without git's entry nobody can tell what of it is in a commit.
  if (admin === null || head === null) return unknown;
  const what = ["--untracked-files=all", "--ignore-submodules=none", "--no-ahead-behind"];
  const args = ["status", "--porcelain=v2", "--branch", "-z", ...what];
  const status = await git.run(args, { cwd: path, env: { GIT_DIR: admin, GIT_WORK_TREE: path } });
  if (!status.ok) return unknown;
  const all = status.out.split("\0").filter((line) => line !== "");
  const lines = all.filter((line) => !line.startsWith("# "));
  return {
    head: headIn(all),
    dirty: lines.length > 0,
    obstacle: obstacleIn(lines),
    changedAt: await newest(path, lines),
  };
}

const OWN_REPOSITORY = "somebody made a repository of its own in it, which cannot be parked";

/** Repositories inside it cannot be parked: a commit of ours would hold their names only. */
function obstacleIn(lines: readonly string[]): string | null {
  const nested = lines.find((line) => /^\? .*\/$/s.test(line));
  if (nested) return `${nested.slice(2)} in it is a repository of its own, which cannot be parked`;
  const submodule = lines.find((line) => /^[12u] .. S/.test(line));
  return submodule ? "a submodule in it has changes of its own, which cannot be parked" : null;
}

const LOOKED_AT_MAX = 1000;

/** When the changes were made, as far as the files tell; those that are gone tell nothing. */
async function newest(path: string, lines: readonly string[]): Promise<number> {
  const names = lines.flatMap(changedPath).slice(0, LOOKED_AT_MAX);
  const times = await Promise.all(
    names.map((name) =>
      lstat(join(path, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  );
  return Math.max(0, ...times);
}

/** Fields before the path: 8 for a change, 9 for a rename, 10 for a conflict, 1 for what git does not know. */
function changedPath(line: string): string[] {
  const fields = { "?": 1, "1": 8, "2": 9, u: 10 }[line[0] ?? ""];
  return fields === undefined ? [] : [line.split(" ").slice(fields).join(" ")];
}

async function isFolder(path: string): Promise<boolean> {
  return lstat(path).then(
    (stat) => stat.isDirectory(),
    () => false,
  );
}

export async function headOf({ git }: Pick<CleanRepository, "git">, admin: string): Promise<string | null> {
  const answer = await git.run(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"], { env: { GIT_DIR: admin } });
  return answer.ok ? answer.out.trim() : null;
}

async function dateOf({ git }: CleanRepository, commit: string): Promise<number> {
  const answer = await git.run(["show", "--no-patch", "--format=%ct", commit]);
  return answer.ok ? Number(answer.out.trim()) * 1000 : 0;
}
