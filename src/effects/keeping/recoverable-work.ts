/** Finds all work of agents that is in no integrated commit, by the kind of place it lies in. It only looks. */
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { Semaphore } from "../../basics/semaphore.ts";
import type { ParkedAnswer } from "../../domain/delivery/hygiene.ts";
import type { Recoverable, RecoverableWork } from "../../domain/delivery/recoverable.ts";
import { integrationBranch } from "../../domain/spec/workspace.ts";
import { readText } from "../files/foreign-file.ts";
import type { Git } from "../git/git.ts";
import { withWaryGit } from "../git/wary-git.ts";
import { diskUse } from "../hygiene/disk-use.ts";
import { entriesOf } from "../hygiene/own-folders.ts";
import { listParked, sizeOf } from "../hygiene/parked.ts";
import { contentOf } from "../hygiene/worktree-content.ts";
import { isScratch } from "../workspace/worktree/keep-worktree.ts";
import { listAdmins } from "../workspace/worktree/run-repository.ts";
import { bringBack } from "./bring-back.ts";

const AT_ONCE = 4;

export function openRecoverable(root: string, stateDir: string): RecoverableWork {
  return {
    list: (tasks) => withWaryGit(root, (git) => list({ git, stateDir, tasks, turns: new Semaphore(AT_ONCE) })),
    bring: (work, to, by) => withWaryGit(root, (git) => bringBack(git, stateDir, work, { to, by })),
  };
}

interface Look {
  readonly git: Git;
  readonly stateDir: string;
  readonly tasks: ReadonlyMap<string, string>;
  readonly turns: Semaphore;
}

async function list(look: Look): Promise<ParkedAnswer<readonly Recoverable[]>> {
  const common = await look.git.run(["rev-parse", "--path-format=absolute", "--git-common-dir"]);
  const folders = await inFolders(look);
  // Without git only folders can hold anything.
  if (!common.ok) return { ok: true, value: folders };
  const commonDir = common.out.replace(/\n$/, "");
  const parked = await inParked(look);
  if (!parked.ok) return parked;
  const found = await Promise.all([inBranches(look), inWorktrees(look, commonDir), inStash(look, commonDir)]);
  const all = [...parked.value, ...found.flat(), ...folders];
  return { ok: true, value: all.toSorted((a, b) => b.at - a.at) };
}

async function inParked({ git }: Look): Promise<ParkedAnswer<readonly Recoverable[]>> {
  const listed = await listParked(git);
  if (!listed.ok) return listed;
  const value = listed.value.map(
    ({ name, commit, run, task, at, files, added, removed, subject, leftOut }): Recoverable => ({
      ...{ kind: "parked", name, commit, run, task, at, files, added, removed, subject, leftOut },
      bytes: 0,
      path: null,
    }),
  );
  return { ok: true, value };
}

const FORMAT = "%(refname:short)%00%(objectname)%00%(committerdate:unix)%00%(contents:subject)";

/** Task branches that their run's integration branch does not have. One git per run tells which. */
async function inBranches({ git, tasks, turns }: Look): Promise<readonly Recoverable[]> {
  const all = await git.run(["for-each-ref", "--format=%(refname:short)", "refs/heads/reeve/"]);
  const runs = new Set(all.out.split("\n").flatMap((name) => /^reeve\/(r\d+)\//.exec(name)?.[1] ?? []));
  const found: Promise<Recoverable>[] = [];
  for (const run of runs) {
    const into = `refs/heads/${integrationBranch(run)}`;
    const hasOne = all.out.split("\n").includes(integrationBranch(run));
    const which = hasOne ? [`--no-merged=${into}`] : [];
    const open = await git.run(["for-each-ref", `--format=${FORMAT}`, ...which, `refs/heads/reeve/${run}/`]);
    for (const line of open.out.split("\n")) {
      const [name = "", commit = "", at, subject = ""] = line.split("\0");
      if (name === "" || name === integrationBranch(run)) continue;
      const task = tasks.get(name) ?? name.slice(`reeve/${run}/`.length);
      const rest = { bytes: 0, path: null, leftOut: [] };
      const size = () => sizeOf(git, run, commit);
      found.push(
        turns.run(async () => ({
          ...{ kind: "branch", name, run, task, commit, at: Number(at) * 1000, subject },
          ...(await size()),
          ...rest,
        })),
      );
    }
  }
  return Promise.all(found);
}

/** Files in worktrees that are in no commit. */
async function inWorktrees({ git, stateDir, tasks, turns }: Look, commonDir: string): Promise<readonly Recoverable[]> {
  const admins = await listAdmins(commonDir);
  const found: Promise<readonly Recoverable[]>[] = [];
  for (const { name: run } of await entriesOf(stateDir, "worktrees"))
    for (const entry of await entriesOf(stateDir, "worktrees", run)) {
      const { name } = entry;
      // Beside a worktree of Reeve's own lie notes of what was run in it.
      if (isScratch(name.replace(/\.json$/, "")) && (isScratch(name) || entry.isFile())) continue;
      const path = join(stateDir, "worktrees", run, name);
      found.push(turns.run(() => changesIn(git, { run, path, admin: admins.get(path) ?? null, tasks })));
    }
  return (await Promise.all(found)).flat();
}

async function changesIn(
  git: Git,
  place: {
    readonly run: string;
    readonly path: string;
    readonly admin: string | null;
    readonly tasks: ReadonlyMap<string, string>;
  },
): Promise<readonly Recoverable[]> {
  const { run, path, admin, tasks } = place;
  const content = await contentOf({ git }, path, admin);
  if (!content.dirty) return [];
  const head = admin === null ? "" : await readText(join(admin, "HEAD"));
  const branch = /^ref: refs\/heads\/(.+)\n?$/.exec(head)?.[1] ?? "";
  const { bytes } = await diskUse(path, 20_000);
  const name = `worktrees/${run}/${basename(path)}`;
  const task = tasks.get(branch) ?? basename(path);
  const subject = content.obstacle ?? "changes that are in no commit";
  const size = { files: content.changed, added: 0, removed: 0, bytes };
  return [
    { kind: "worktree", name, run, task, at: content.changedAt, ...size, subject, commit: null, path, leftOut: [] },
  ];
}

/** Entries that were made on a task's branch: the others are the user's. */
async function inStash({ git, tasks, turns }: Look, commonDir: string): Promise<readonly Recoverable[]> {
  const text = await readText(join(commonDir, "logs/refs/stash"));
  const lines = text.split("\n").filter((line) => line !== "");
  const found = lines.flatMap((line, at) => {
    const [, commit = "", seconds = "0", subject = ""] = /^\S+ (\S+) .* (\d+) [-+]\d+\t(.*)$/.exec(line) ?? [];
    const [, branch = "", run = ""] = /^(?:WIP on|On) (reeve\/(r\d+)\/[^:]+): /.exec(subject) ?? [];
    if (branch === "") return [];
    const task = tasks.get(branch) ?? branch.slice(`reeve/${run}/`.length);
    const name = `stash@{${lines.length - 1 - at}}`;
    const rest = { bytes: 0, path: null, leftOut: [], at: Number(seconds) * 1000 };
    return [
      turns.run(
        async (): Promise<Recoverable> => ({
          ...{ kind: "stash", name, run, task, commit, subject },
          ...(await sizeOf(git, run, commit)),
          ...rest,
        }),
      ),
    ];
  });
  return Promise.all(found);
}

async function inFolders({ stateDir }: Look): Promise<readonly Recoverable[]> {
  const found: Recoverable[] = [];
  for (const { name: run } of await entriesOf(stateDir, "kept"))
    for (const { name } of await entriesOf(stateDir, "kept", run)) {
      const path = join(stateDir, "kept", run, name);
      const { bytes, changedAt } = await diskUse(path, 20_000);
      const files = (await readdir(path).catch(() => [])).length;
      const task = name.replace(/(-repository)?-\d+$/, "");
      const subject = "a folder that no commit can hold, moved aside as it was";
      const size = { files, added: 0, removed: 0, bytes };
      const rest = { commit: null, path, leftOut: [], subject };
      found.push({ kind: "folder", name: `kept/${run}/${name}`, run, task, at: changedAt, ...size, ...rest });
    }
  return found;
}
