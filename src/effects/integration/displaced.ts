/**
 * What somebody else had put on the integration branch: kept on a parked ref before the branch is set back, so that
 * nothing is lost by it, and told with how to get at it. It never moves a branch.
 */
import type { Failure } from "../../domain/proof/failure.ts";
import { integrationBranch, PARKED, parkedRef } from "../../domain/spec/workspace.ts";
import type { Git } from "../git/git.ts";
import type { Head } from "./integration-refs.ts";

/** Stands in parked refs where else a task stands; no task of a plan is called so. */
const PLACE = "@integration";
const NUMBERS_MAX = 1_000;

/** As `reeve parked` names it. */
interface Aside {
  readonly name: string;
}

/** The same commit is put aside once, however often it comes. */
export async function putAside(git: Git, run: string, head: Head): Promise<Aside | Failure> {
  for (let number = 1; number <= NUMBERS_MAX; number += 1) {
    const ref = parkedRef(run, PLACE, number);
    const there = await git.run(["rev-parse", "--verify", "--quiet", `${ref}^1`], { okCodes: [1] });
    if (!there.ok) return there.failure;
    if (there.code === 0 && there.out.trim() !== head.commit) continue;
    const problem = there.code === 0 ? null : await park(git, run, ref, head);
    return problem ?? { name: ref.slice(PARKED.length) };
  }
  return full(run);
}

/** Below a commit of today: the age of parked work counts from when it was parked, not from when it was made. */
async function park(git: Git, run: string, ref: string, { commit, tree }: Head): Promise<Failure | null> {
  const input = `Put aside: what somebody else had put on ${integrationBranch(run)}\n\nReeve-Run: ${run}\n`;
  const made = await git.run(["commit-tree", tree, "-p", commit, "-F", "-"], { input });
  if (!made.ok) return made.failure;
  const put = await git.run(["update-ref", "--create-reflog", "-m", "reeve: put aside", ref, made.out.trim(), ""]);
  return put.ok ? null : put.failure;
}

export async function isInside(git: Git, commit: string, of: string): Promise<boolean | Failure> {
  const done = await git.run(["merge-base", "--is-ancestor", commit, of], { okCodes: [1] });
  return done.ok ? done.code === 0 : done.failure;
}

/** Of a branch that was deleted `commit` is null; `aside` is null where it held nothing of its own. */
export function displacedText(branch: string, commit: string | null, aside: string | null): string {
  const what = commit === null ? "was deleted" : `was moved to ${commit}`;
  const kept =
    aside === null
      ? ""
      : `; what was there is parked as ${aside} (\`reeve parked restore ${aside}\` makes a branch of it, which you can merge after the run has landed)`;
  return `${branch} ${what} by somebody else; Reeve has set it back to what it had merged${kept}`;
}

function full(run: string): Failure {
  const message = `The integration branch of ${run} was moved by somebody else ${NUMBERS_MAX} times. Find out who does that, look at \`reeve parked\`, then retry the task.`;
  return { class: "git_state", restart: "terminal", message, evidence: [] };
}
