/**
 * Notices that what all worktrees share was changed while agents were at work: a branch or tag of the user's that moved
 * or went, an entry of the stash that is gone, hooks, configuration. Git lets every worktree do that, so it cannot be kept
 * from happening; it can be told, with what brings a lost entry back. Moves that the user's own checkouts wrote into
 * their logs are left out. It never writes, and it never fails: a look that is not possible sees nothing.
 */
import { hash } from "node:crypto";
import { open, readdir, readFile, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import type { Git } from "../../git/git.ts";
import type { Repository } from "../../git/repository.ts";
import { listAdmins } from "../worktree/run-repository.ts";

interface Look {
  /** Refs of the user's → commit; null where git could not tell. */
  readonly refs: ReadonlyMap<string, string> | null;
  readonly stash: readonly Stashed[];
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
  let last = look(git, commonDir);
  return async () => {
    const before = await last;
    last = look(git, commonDir);
    const now = await last;
    const byOthers = await movedByOthers(before, now, () => ownLogs(commonDir, stateDir));
    const files = [...new Set([...before.files.keys(), ...now.files.keys()])];
    const changed = files.filter((path) => before.files.get(path) !== now.files.get(path));
    return [
      ...[...byOthers, ...changed].map(shown),
      ...stashLosses(before.stash, now.stash).map((loss) => shown(loss)),
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

async function look(git: Git, commonDir: string): Promise<Look> {
  const found = await git.run(["for-each-ref", "--format=%(objectname) %(refname)", "refs/heads", "refs/tags"]);
  const refs = found.out
    .split("\n")
    .map((line) => [line.slice(line.indexOf(" ") + 1), line.slice(0, line.indexOf(" "))] as const)
    .filter(([ref]) => ref !== "" && !ref.startsWith("refs/heads/reeve/"));
  const hooks = (await readdir(join(commonDir, "hooks")).catch(() => [])).map((name) => `hooks/${name}`);
  const paths = ["config", "config.worktree", "info/exclude", "info/attributes", ...hooks];
  const marks = await Promise.all(paths.map(async (path) => [path, await markOf(join(commonDir, path))] as const));
  const files = marks.filter(([, mark]) => mark !== "");
  return { refs: found.ok ? new Map(refs) : null, stash: await stashOf(commonDir), files: new Map(files) };
}

/** From its log, which holds all entries but the last as well. */
async function stashOf(commonDir: string): Promise<readonly Stashed[]> {
  const log = await readFile(join(commonDir, "logs/refs/stash"), "utf8").catch(() => "");
  return log.split("\n").flatMap((line) => {
    const [, commit, message = ""] = /^[0-9a-f]+ ([0-9a-f]+) [^\t]*\t?(.*)$/.exec(line) ?? [];
    return commit ? [{ commit, message }] : [];
  });
}

const LOG_BYTES = 256 * 1024;

/** The ends of what the user's own checkouts have logged. */
async function ownLogs(commonDir: string, stateDir: string): Promise<string> {
  const admins = [...(await listAdmins(commonDir))].filter(([dir]) => !dirname(dir).startsWith(`${stateDir}${sep}`));
  const places = [commonDir, ...admins.map(([, admin]) => admin)];
  return (await Promise.all(places.map((place) => endOf(join(place, "logs/HEAD"))))).join("\n");
}

async function endOf(path: string): Promise<string> {
  const file = await open(path).catch(() => null);
  if (!file) return "";
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LOG_BYTES), 0, LOG_BYTES, Math.max(0, size - LOG_BYTES));
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** By content: git writes its configuration again also where nothing changes. */
async function markOf(path: string): Promise<string> {
  try {
    return `${(await stat(path)).mode} ${hash("sha256", await readFile(path))}`;
  } catch {
    return "";
  }
}
