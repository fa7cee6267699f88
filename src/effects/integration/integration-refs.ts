/**
 * The refs of a run's integration: the branch, its short name, and a second ref that only Reeve moves and that always
 * holds all that was integrated. The second one is how a branch that somebody deleted or moved back is noticed, and why
 * nothing is lost by it: the branch is never made anew over work that it once held.
 *
 * A branch that is checked out anywhere is not moved: its checkout would seem to undo what was merged.
 */
import type { Failure } from "../../domain/failure.ts";
import { integrationAlias, integrationBranch } from "../../domain/workspace.ts";
import type { Git } from "../workspace/git.ts";

export interface Head {
  readonly commit: string;
  readonly tree: string;
}

export type HeadRead =
  | {
      readonly type: "head";
      readonly head: Head;
      /** Why the branch must not be moved now; null: it may. */
      readonly fixed: Failure | null;
    }
  | { readonly type: "failed"; readonly failure: Failure };

export interface IntegrationRefs {
  /** The branch as it is; made at the run's base where nothing was ever integrated. */
  readonly read: () => Promise<HeadRead>;
  /** Moves the branch if it still is at `from`. moved: somebody else was there first. */
  readonly advance: (move: Move) => Promise<"done" | "moved" | Failure>;
}

export interface Move {
  readonly from: Head;
  readonly to: Head;
  readonly why: string;
}

/** Holds what was integrated last; moved together with the branch, and by nobody else. */
export function integratedRef(run: string): string {
  return `refs/reeve/integrated/${run}`;
}

export function openIntegrationRefs(git: Git, run: string, base: string): IntegrationRefs {
  const names: Names = { run, base, branch: `refs/heads/${integrationBranch(run)}`, kept: integratedRef(run) };
  /** The last commit that is known to hold all that was integrated. */
  let sound: string | null = null;
  const read = async (): Promise<HeadRead> => {
    const seen = await look(git, names);
    if (seen.type === "failed") return seen;
    const found = seen.head ? seen : seen.kept ? gone(names, seen.kept) : await create(git, names);
    if (found.type === "failed") return found;
    const { head, kept, checkedOutAt } = found;
    if (!head)
      return failed(`${integrationBranch(run)} was made and is not there.`, "Look at it with `git branch --list`.");
    if (kept && kept !== head.commit && head.commit !== sound) {
      const problem = await lacks(git, names, head.commit, kept);
      if (problem) return problem;
    }
    sound = head.commit;
    return { type: "head", head, fixed: checkedOutAt === "" ? null : checkedOut(names, checkedOutAt).failure };
  };
  const advance = async ({ from, to, why }: Move): Promise<"done" | "moved" | Failure> => {
    // In this order: killed between the two, the branch is ahead of what is kept, never behind it.
    const input = `update ${names.branch} ${to.commit} ${from.commit}\nupdate ${names.kept} ${to.commit}\n`;
    const done = await git.run(["update-ref", "--create-reflog", "-m", `reeve: ${why}`, "--stdin"], { input });
    if (done.ok) {
      sound = to.commit;
      return "done";
    }
    const seen = await look(git, names);
    return seen.type === "seen" && seen.head?.commit !== from.commit ? "moved" : done.failure;
  };
  return { read, advance };
}

interface Names {
  readonly run: string;
  readonly base: string;
  readonly branch: string;
  readonly kept: string;
}

interface Seen {
  readonly type: "seen";
  readonly head: Head | null;
  readonly kept: string | null;
  /** The worktree that has the branch checked out; empty where none has. */
  readonly checkedOutAt: string;
}

type Failed = { readonly type: "failed"; readonly failure: Failure };

const LOOKS_MAX = 3;
const FORMAT = "%(refname)%00%(objectname)%00%(tree)%00%(worktreepath)%00";

async function look(git: Git, { branch, kept }: Names): Promise<Seen | Failed> {
  const args = ["for-each-ref", `--format=${FORMAT}`, branch, kept];
  let done = await git.run(args);
  // Git dies over a worktree that is being added at the same moment; the next time it is there.
  for (let tries = 1; !done.ok && tries < LOOKS_MAX; tries += 1) done = await git.run(args);
  if (!done.ok) return { type: "failed", failure: done.failure };
  const fields = done.out.split("\0");
  const valuesOf = (name: string): readonly string[] | null => {
    const at = fields.findIndex((field) => field.trim() === name);
    return at < 0 ? null : fields.slice(at + 1, at + 4);
  };
  const [commit, tree, checkedOutAt = ""] = valuesOf(branch) ?? [];
  const head = commit && tree ? { commit, tree } : null;
  return { type: "seen", head, kept: valuesOf(kept)?.[0] ?? null, checkedOutAt };
}

/** Two may do this at once: whoever comes second finds it made. */
async function create(git: Git, names: Names): Promise<Seen | Failed> {
  const made = await git.run(["update-ref", "--create-reflog", "--stdin"], {
    input: `create ${names.branch} ${names.base}\n`,
  });
  const seen = await look(git, names);
  if (seen.type === "failed" || !seen.head) return made.ok ? seen : { type: "failed", failure: made.failure };
  // Whoever made the branch names it as well.
  if (!made.ok) return seen;
  const named = await git.run(["symbolic-ref", integrationAlias(names.run), names.branch]);
  return named.ok ? seen : { type: "failed", failure: named.failure };
}

async function lacks(git: Git, names: Names, head: string, kept: string): Promise<Failed | null> {
  const isIn = (commit: string, of: string) => git.run(["merge-base", "--is-ancestor", commit, of], { okCodes: [1] });
  const complete = await isIn(kept, head);
  if (!complete.ok) return { type: "failed", failure: complete.failure };
  if (complete.code === 0) return null;
  const forward = await isIn(head, kept);
  const repair =
    forward.ok && forward.code === 0
      ? `Bring it forward with \`git update-ref ${names.branch} ${kept} ${head}\``
      : `Merge ${kept} into it`;
  const branch = integrationBranch(names.run);
  return failed(
    `The integration branch ${branch} is at ${head} and lacks work that had been merged into it (${kept}).`,
    `${repair}, then retry the task.`,
  );
}

function gone({ run, branch }: Names, kept: string): Failed {
  return failed(
    `The integration branch ${integrationBranch(run)} was deleted; all that was merged into it is kept at ${kept}.`,
    `Bring it back with \`git update-ref ${branch} ${kept}\`, then retry the task.`,
  );
}

function checkedOut({ run }: Names, place: string): Failed {
  return failed(
    `The integration branch ${integrationBranch(run)} is checked out in ${place}, and Reeve does not move a branch under a checkout.`,
    "Switch to another branch there (to look at the same commit: `git switch --detach`), then retry the task.",
  );
}

function failed(what: string, next: string): Failed {
  const failure: Failure = { class: "git_state", restart: "terminal", message: `${what} ${next}`, evidence: [] };
  return { type: "failed", failure };
}
