/**
 * A body on a branch that several clones share. Each write is one commit of that one file on top of the remote's newest, pushed
 * as a fast-forward or not at all: whoever was quicker wins, and the other one reads again. The person's checkout follows only
 * where it can be fast-forwarded; an edit of theirs that is not committed counts, unless the remote has changed the file too.
 */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { setTimeout } from "node:timers/promises";
import { writeDurably } from "../../../effects/files/write-durably.ts";
import type { Git } from "../../../effects/git/git.ts";
import type { BodyStore, StoreRead, StoreWrite } from "./body-store.ts";
import { readText } from "./file-store.ts";

export interface GitPlace {
  readonly git: Git;
  /** Absolute; of the checkout. */
  readonly toplevel: string;
  readonly path: string;
  readonly file: string;
}

const NET_MS_MAX = 120_000;

export function openGitStore({ git, toplevel, path, file }: GitPlace): BodyStore {
  const inTree = relative(toplevel, path).replaceAll("\\", "/");
  let tip = "";
  const run = (args: readonly string[], more: Parameters<Git["run"]>[1] = {}) =>
    git.run(args, { cwd: toplevel, ...more });
  const word = async (...args: string[]): Promise<string> => {
    const answer = await run(args);
    return answer.ok ? answer.out.trim() : "";
  };
  const at = async (commit: string): Promise<string | null> => {
    const answer = await run(["cat-file", "blob", `${commit}:${inTree}`]);
    return answer.ok ? answer.out : null;
  };
  const branchOf = async (): Promise<{ readonly branch: string; readonly remote: string }> => {
    const branch = await word("symbolic-ref", "--quiet", "--short", "HEAD");
    return { branch, remote: (await word("config", `branch.${branch}.remote`)) || "origin" };
  };

  const read = async (): Promise<StoreRead> => {
    const { branch, remote } = await branchOf();
    if (branch === "") return { ok: false, sentence: "No branch is checked out here; `epic.git` needs one." };
    const ref = `refs/remotes/${remote}/${branch}`;
    const fetched = await whileLocked(() =>
      run(["fetch", "--quiet", "--no-tags", "--", remote, `+refs/heads/${branch}:${ref}`], { timeoutMs: NET_MS_MAX }),
    );
    if (!fetched.ok)
      return {
        ok: false,
        sentence: `${remote} could not be asked for ${branch}: ${fetched.failure.message}`,
        mayPass: true,
      };
    tip = await word("rev-parse", "--verify", ref);
    const [theirs, head] = [await at(tip), await at("HEAD")];
    const local = existsSync(path) ? readText(path, file) : null;
    if (local !== null && !local.ok) return local;
    const own = local?.text ?? null;
    if (own === null || own === head || own === theirs) return found(theirs ?? own, file);
    if (theirs === head || theirs === null) return { ok: true, text: own };
    const base = await at(await word("merge-base", "HEAD", tip));
    if (base === theirs) return { ok: true, text: own };
    return {
      ok: false,
      sentence: `${file} was edited here and on ${remote}; commit your edit and merge ${remote}/${branch} first.`,
    };
  };

  const write = async (before: string, after: string, about: string): Promise<StoreWrite> => {
    const { branch, remote } = await branchOf();
    const now = existsSync(path) ? readText(path, file) : null;
    const isOurs = now === null || (now.ok && (now.text === before || now.text === (await at("HEAD"))));
    if (!isOurs) return { type: "changed" };
    const commit = await commitOf(run, tip, inTree, after, about);
    if (commit === null) return { type: "failed", sentence: `${file} could not be committed.` };
    const push = await run(["push", "--porcelain", "--no-verify", "--", remote, `${commit}:refs/heads/${branch}`], {
      timeoutMs: NET_MS_MAX,
    });
    if (!push.ok) {
      const isLate =
        /non-fast-forward|fetch first|cannot lock ref|stale info|incorrect old value|failed to update ref/i.test(
          `${push.out}${push.err}`,
        );
      return isLate
        ? { type: "changed" }
        : { type: "failed", sentence: `${remote} did not take ${file}: ${push.failure.message}`, mayPass: true };
    }
    await run(["update-ref", `refs/remotes/${remote}/${branch}`, commit]);
    const isClean = now?.ok === true && now.text === (await at("HEAD"));
    const followed = isClean && (await run(["merge", "--quiet", "--ff-only", commit])).ok;
    if (!followed) writeDurably(path, after);
    return { type: "written" };
  };
  return { file, read, write };
}

const LOCKED_ROUNDS_MAX = 20;
const LOCKED_WAIT_MS = 50;

/** Workers and ticks of one checkout fetch at the same moment; git lets one of them move the ref and turns the others away. */
async function whileLocked(call: () => ReturnType<Git["run"]>): ReturnType<Git["run"]> {
  for (let round = 1; ; round += 1) {
    const answer = await call();
    if (answer.ok || round > LOCKED_ROUNDS_MAX || !/cannot lock ref|\.lock'?: File exists/i.test(answer.err))
      return answer;
    await setTimeout(LOCKED_WAIT_MS * round);
  }
}

function found(text: string | null, file: string): StoreRead {
  return text === null ? { ok: false, sentence: `${file} does not exist, here or on the remote.` } : { ok: true, text };
}

/** One file on top of a commit, without touching the checkout or its index. */
async function commitOf(
  run: (args: readonly string[], more?: Parameters<Git["run"]>[1]) => ReturnType<Git["run"]>,
  parent: string,
  path: string,
  text: string,
  about: string,
): Promise<string | null> {
  const dir = await mkdtemp(join(tmpdir(), "reeve-epic-"));
  try {
    const env = { GIT_INDEX_FILE: join(dir, "index") };
    const blob = await run(["hash-object", "-w", "--stdin"], { input: text });
    if (!blob.ok || !(await run(["read-tree", parent], { env })).ok) return null;
    const added = await run(["update-index", "--add", "--cacheinfo", `100644,${blob.out.trim()},${path}`], { env });
    const tree = added.ok ? await run(["write-tree"], { env }) : added;
    if (!tree.ok) return null;
    const commit = await run(["commit-tree", tree.out.trim(), "-p", parent, "-m", about]);
    return commit.ok ? commit.out.trim() : null;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
