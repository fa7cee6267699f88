/**
 * The moves that bring the refs of a run's integration to where they have to be: made, set back to the record, the record
 * itself set back to the journal. What somebody else had put there is put aside before it goes. Each is one step that can
 * be repeated; which one is due is decided in `integration-refs.ts`.
 */
import type { Failure } from "../../domain/proof/failure.ts";
import { integrationAlias } from "../../domain/spec/workspace.ts";
import type { Git } from "../git/git.ts";
import { displacedText, isInside, putAside } from "./displaced.ts";
import type { Head, Names } from "./integration-refs.ts";

/** What the journal knows nothing of is put aside, like what somebody has put on the branch. */
export async function restoreRecord(
  git: Git,
  names: Names,
  { from, to }: { readonly from: Head | null; readonly to: string },
  tell: (sentence: string) => void,
): Promise<Failure | null> {
  const isContained = from ? await isInside(git, from.commit, to) : true;
  if (typeof isContained !== "boolean") return isContained;
  const aside = from && !isContained ? await putAside(git, names.run, from) : null;
  if (aside && "class" in aside) return aside;
  const why = ["-m", "reeve: set back to what the journal says"];
  const done = await git.run(["update-ref", "--create-reflog", ...why, names.kept, to, from?.commit ?? ""]);
  if (!done.ok) return done.failure;
  tell(displacedText(names.kept, from?.commit ?? null, aside?.name ?? null));
  return null;
}

export async function create(git: Git, names: Names, head: Head | null): Promise<Failure | null> {
  const refs = head ? [names.kept] : [names.kept, names.branch];
  const input = refs.map((ref) => `create ${ref} ${names.base}\n`).join("");
  const made = await git.run(["update-ref", "--create-reflog", "--stdin"], { input });
  if (!made.ok) return made.failure;
  // Whoever made the branch names it as well.
  const named = await git.run(["symbolic-ref", integrationAlias(names.run), names.branch]);
  return named.ok ? null : named.failure;
}

export async function setBack(
  git: Git,
  names: Names,
  { from, to }: { readonly from: Head | null; readonly to: Head },
  tell: (sentence: string) => void,
): Promise<Failure | null> {
  const isContained = from ? await isInside(git, from.commit, to.commit) : true;
  if (typeof isContained !== "boolean") return isContained;
  const aside = from && !isContained ? await putAside(git, names.run, from) : null;
  if (aside && "class" in aside) return aside;
  const own = from ? isContained && (await isOneBehind(git, from, to)) : to.commit === names.base;
  const why = ["-m", "reeve: set back to what was integrated"];
  const done = await git.run(["update-ref", "--create-reflog", ...why, names.branch, to.commit, from?.commit ?? ""]);
  if (!done.ok) return done.failure;
  if (!own) tell(displacedText(names.branch, from?.commit ?? null, aside?.name ?? null));
  return null;
}

/** How a kill between the two refs leaves the branch. */
async function isOneBehind(git: Git, branch: Head, kept: Head): Promise<boolean> {
  const parent = await git.run(["rev-parse", "--verify", "--quiet", `${kept.commit}^1`]);
  return parent.ok && parent.out.trim() === branch.commit;
}
