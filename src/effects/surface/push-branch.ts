/**
 * Brings one commit to a branch of a remote. It only ever adds to what the remote has: a branch there that holds other
 * commits is left alone and named, because two clones may have given the same name to two runs.
 */
import type { Proposal } from "../../domain/delivery/surface.ts";
import type { Git } from "../git/git.ts";
import { commitAt, isAncestor } from "./ancestry.ts";
import type { RemoteRefs } from "./remote.ts";
import { saidBy, short } from "./said-by.ts";

export type Pushed = { readonly type: "pushed" } | { readonly type: "refused"; readonly because: string };

const PUSH_MS_MAX = 10 * 60_000;

export async function pushBranch(
  git: Git,
  remote: string,
  { branch, commit }: Pick<Proposal, "branch" | "commit">,
  refs: RemoteRefs,
): Promise<Pushed> {
  const name = await git.run(["check-ref-format", `refs/heads/${branch}`]);
  if (!name.ok) return refused(`${branch} is not a valid branch name`);
  if ((await commitAt(git, commit)) === null)
    return refused(`the commit ${short(commit)} is no longer in this repository`);
  const there = refs.heads.get(branch);
  if (there === commit) return { type: "pushed" };
  if (there !== undefined && !(await isAncestor(git, there, commit))) return refused(taken(remote, there));
  const args = ["push", "--porcelain", "--no-verify", "--no-follow-tags", "--no-signed", "--recurse-submodules=no"];
  const push = await git.run([...args, "--", remote, `${commit}:refs/heads/${branch}`], { timeoutMs: PUSH_MS_MAX });
  if (push.ok) return { type: "pushed" };
  if (/\(non-fast-forward\)|\(fetch first\)/.test(push.out)) return refused(taken(remote, null));
  const reason = /^!\t.*\t(.*)$/m.exec(push.out)?.[1] ?? "";
  const known = push.failure.class === "git_state" ? saidBy(`${remarks(push.err)}\n${reason}`) : push.failure.message;
  return refused(`${remote} did not take it: ${known.replace(/\.$/, "")}`);
}

function taken(remote: string, at: string | null): string {
  const what = at === null ? "other commits" : `other commits (it is at ${short(at)})`;
  return `${remote} has a branch of this name with ${what}, perhaps of a run in another clone; it was left as it is. Choose another name with \`--branch\``;
}

/** What the other side said. */
function remarks(err: string): string {
  return err
    .split("\n")
    .filter((line) => line.startsWith("remote:"))
    .join("\n");
}

function refused(because: string): Pushed {
  return { type: "refused", because };
}
