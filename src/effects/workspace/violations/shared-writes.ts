/**
 * Notices that what all worktrees share was changed while agents were at work: a branch or tag of the user's that moved
 * or went, an entry of the stash that is gone, hooks, configuration, also the user's own, and whatever else steers git. Git lets every worktree do that, so it cannot be kept
 * from happening; it can be told, with what brings a lost entry back. Moves that the user's own checkouts wrote into
 * their logs are left out. It never writes, and it never fails: what cannot be looked at now is taken to be as it was.
 */
import { hash } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { readEnd, readIfThere } from "../../files/foreign-file.ts";
import { isCode } from "../../files/operating-error.ts";
import { openPatiently } from "../../files/scarcity.ts";
import type { Git } from "../../git/git.ts";
import type { Repository } from "../../git/repository.ts";
import { listAdmins } from "../worktree/run-repository.ts";

interface Look {
  /** Refs of the user's → commit; null where git could not tell. */
  readonly refs: ReadonlyMap<string, string> | null;
  /** Refs that put one object in another's place. */
  readonly replaced: readonly string[];
  /** Null where it could not be read. */
  readonly stash: readonly Stashed[] | null;
  /** Path below git's folder → what it looked like. */
  readonly files: ReadonlyMap<string, string>;
}

interface Stashed {
  readonly commit: string;
  readonly message: string;
}

/** The first look is taken at once; each call tells what changed since the call before, as paths seen from the project. */
export function watchShared(repository: Repository, git: Git, stateDir: string): () => Promise<readonly string[]> {
  const { commonDir, toplevel, prefix } = repository;
  const shown = (path: string) => relative(join(toplevel, prefix), join(commonDir, path)).split(sep).join("/");
  let last = look(git, commonDir, null);
  return async () => {
    const before = await last;
    last = look(git, commonDir, before);
    const now = await last;
    const byOthers = await movedByOthers(before, now, () => ownLogs(commonDir, stateDir));
    const files = [...new Set([...before.files.keys(), ...now.files.keys()])];
    const changed = files.filter((path) => before.files.get(path) !== now.files.get(path));
    const replaced = now.replaced.filter((ref) => !before.replaced.includes(ref));
    return [
      ...[...byOthers, ...replaced, ...changed.filter((path) => !path.startsWith("~"))].map(shown),
      ...changed.filter((path) => path.startsWith("~")),
      ...(before.stash && now.stash ? stashLosses(before.stash, now.stash).map((loss) => shown(loss)) : []),
    ];
  };
}

async function movedByOthers(before: Look, now: Look, logs: () => Promise<string>): Promise<readonly string[]> {
  const refs = now.refs;
  if (!before.refs || !refs) return [];
  const moved = [...before.refs].filter(([ref, commit]) => refs.get(ref) !== commit).map(([ref]) => ref);
  const own = moved.length > 0 ? await logs() : "";
  return moved.filter((ref) => !own.includes(` ${refs.get(ref) ?? "gone"} `));
}

/** Of what came, only what an agent's branch is named in; who stashes in the user's own checkout is the user. */
function stashLosses(before: readonly Stashed[], now: readonly Stashed[]): readonly string[] {
  const has = (list: readonly Stashed[], { commit }: Stashed) => list.some((each) => each.commit === commit);
  const lost = before.filter((each) => !has(now, each));
  const came = now.filter((each) => !has(before, each) && /\breeve\//.test(each.message));
  return [
    ...lost.map(({ commit }) => `refs/stash lost ${commit} (\`git stash store ${commit}\` brings it back)`),
    ...came.map(({ commit }) => `refs/stash got ${commit} from a task's worktree`),
  ];
}

async function look(git: Git, commonDir: string, before: Look | null): Promise<Look> {
  const looked = ["refs/heads", "refs/tags", "refs/replace"];
  const found = await git.run(["for-each-ref", "--format=%(objectname) %(refname)", ...looked]);
  const all = found.out
    .split("\n")
    .map((line) => [line.slice(line.indexOf(" ") + 1), line.slice(0, line.indexOf(" "))] as const)
    .filter(([ref]) => ref !== "" && !ref.startsWith("refs/heads/reeve/"));
  const isReplacing = (ref: string) => ref.startsWith("refs/replace/");
  const refs = all.filter(([ref]) => !isReplacing(ref));
  const replaced = all.filter(([ref]) => isReplacing(ref)).map(([ref]) => ref);
  const known = [...(before?.files.keys() ?? [])].filter((path) => path.startsWith("hooks/"));
  const hooks = [...new Set([...known, ...(await hooksIn(commonDir))])];
  const paths = [...STEERING, ...hooks].map((path) => [path, join(commonDir, path)] as const);
  const marks: [string, string][] = [];
  // One after the other: a burst of opened files is what leaves no room for others.
  for (const [name, path] of [...paths, ...ownSettings()])
    marks.push([name, (await markOf(path)) ?? before?.files.get(name) ?? ""]);
  const files = marks.filter(([, mark]) => mark !== "");
  const stash = (await stashOf(commonDir)) ?? before?.stash ?? null;
  const { refs: knownRefs = null, replaced: knownReplaced = [] } = before ?? {};
  if (!found.ok) return { refs: knownRefs, replaced: knownReplaced, stash, files: new Map(files) };
  return { refs: new Map(refs), replaced, stash, files: new Map(files) };
}

async function hooksIn(commonDir: string): Promise<readonly string[]> {
  const names = await openPatiently(() => readdir(join(commonDir, "hooks"))).catch(() => []);
  return names.map((name) => `hooks/${name}`);
}

const STEERING = [
  "config",
  "config.worktree",
  "info/exclude",
  "info/attributes",
  "info/grafts",
  "objects/info/alternates",
  "shallow",
];

/** The user's own settings, which count in every repository: name as people write it → file. */
function ownSettings(): readonly (readonly [string, string])[] {
  const home = process.env["HOME"];
  if (home === undefined) return [];
  const config = process.env["XDG_CONFIG_HOME"] ?? join(home, ".config");
  return [
    ["~/.gitconfig", join(home, ".gitconfig")],
    ["~/.config/git/config", join(config, "git/config")],
    ["~/.config/git/attributes", join(config, "git/attributes")],
  ];
}

/** From its log, which holds all entries but the last as well; null: it cannot be read now. */
async function stashOf(commonDir: string): Promise<readonly Stashed[] | null> {
  const log = await readIfThere(join(commonDir, "logs/refs/stash")).catch(() => null);
  if (log === null) return null;
  return (log ?? "").split("\n").flatMap((line) => {
    const [, commit, message = ""] = /^[0-9a-f]+ ([0-9a-f]+) [^\t]*\t?(.*)$/.exec(line) ?? [];
    return commit ? [{ commit, message }] : [];
  });
}

const LOG_BYTES = 256 * 1024;
/** What is larger is no file of git's; that it changes is seen by its size. */
const STEERING_BYTES_MAX = 16 * 1024 * 1024;

/** The ends of what the user's own checkouts have logged. */
async function ownLogs(commonDir: string, stateDir: string): Promise<string> {
  const admins = [...(await listAdmins(commonDir))].filter(([dir]) => !dirname(dir).startsWith(`${stateDir}${sep}`));
  const places = [commonDir, ...admins.map(([, admin]) => admin)];
  return (await Promise.all(places.map((place) => readEnd(join(place, "logs/HEAD"), LOG_BYTES)))).join("\n");
}

/** By content: git writes its configuration again also where nothing changes. Empty: it is not there; null: it cannot be told now. */
async function markOf(path: string): Promise<string | null> {
  try {
    const { mode, size } = await stat(path);
    if (size > STEERING_BYTES_MAX) return `${mode} ${size}`;
    const text = await readIfThere(path, STEERING_BYTES_MAX, { follow: true });
    return text === undefined ? `${mode} ${size}` : `${mode} ${hash("sha256", text)}`;
  } catch (error) {
    return isCode(error, "ENOENT") || isCode(error, "ENOTDIR") ? "" : null;
  }
}
