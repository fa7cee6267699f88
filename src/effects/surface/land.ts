/**
 * Brings the proved commit of a run into a branch of the user: as a fast-forward where that is possible, otherwise as a
 * merge that is computed beside every checkout and put in place only when it is whole. A conflict, local changes in the
 * way or a branch that is in use elsewhere end it with a sentence and nothing changed.
 */
import type { Landing, LandWish } from "../../domain/delivery/surface.ts";
import type { Git } from "../git/git.ts";
import { askWhole } from "../git/objects/whole-commits.ts";
import { commitAt, isAncestor } from "./ancestry.ts";
import { checkoutOf, updateCheckout } from "./checkout.ts";
import { short } from "./said-by.ts";

export async function land(git: Git, wish: LandWish): Promise<Landing> {
  const target = await targetOf(git, wish);
  if (typeof target !== "string") return target;
  if (await isAncestor(git, wish.commit, target)) return { type: "already", into: wish.into, at: target };
  const place = await checkoutOf(git, wish.into);
  if (place.type === "busy") return refuse(place.sentence);
  const next = await nextCommit(git, wish, target);
  if ("type" in next) return next;
  const { to, how, proved } = next;
  const whole = await askWhole(git, to, [target]);
  if (!whole.ok) return refuse(whole.failure.message);
  if (whole.broken !== null) return refuse(brokenSentence(wish, whole.broken));
  const problem =
    place.type === "here"
      ? await updateCheckout(git, place.dir, wish.into, target, to)
      : await moveBranch(git, wish, target, to);
  if (problem) return (await landedMeanwhile(git, wish)) ?? problem;
  return { type: "landed", how, proved, into: wish.into, from: target, to, checkout: place.type === "here" };
}

/** The commit was proved; what git would make of it now is something else. */
function brokenSentence({ run }: LandWish, why: string): string {
  return `Of what ${run} has verified, git no longer has everything as it was: ${why}. \`git fsck\` names what was written over; nothing was landed.`;
}

/** Two may land the same run at once: whoever comes second finds it there, and that is what it has to say. */
async function landedMeanwhile(git: Git, { commit, into }: LandWish): Promise<Landing | null> {
  const now = await commitAt(git, `refs/heads/${into}`);
  return now !== null && (await isAncestor(git, commit, now)) ? { type: "already", into, at: now } : null;
}

/** The commit the branch is at, once it is clear that both sides are what they are taken for. */
async function targetOf(git: Git, { run, branch, commit, into, base }: LandWish): Promise<string | Landing> {
  const fits = await git.run(["check-ref-format", `refs/heads/${into}`]);
  if (!fits.ok) return refuse(`${into} is not a valid branch name.`);
  if (into.startsWith("reeve/")) return refuse(`${into} is one of Reeve's own branches; land into one of yours.`);
  const target = await commitAt(git, `refs/heads/${into}`);
  if (target === null)
    return refuse(`There is no branch ${into} here. \`git branch\` lists those there are; name one with \`--into\`.`);
  if ((await commitAt(git, commit)) === null)
    return refuse(`The commit ${short(commit)}, which ${run} has verified, is no longer in this repository.`);
  if (base !== null && !(await isAncestor(git, base, target)))
    return refuse(
      `${into} does not have the commit ${short(base)} that ${run} started from. To land there anyway, pass \`--into ${into}\`.`,
    );
  const now = await commitAt(git, `refs/heads/${branch}`);
  if (now !== null && now !== commit)
    return refuse(
      `${branch} is at ${short(now)}, but ${run} has verified ${short(commit)}: somebody else has changed it. Look at \`git log ${short(commit)}..${branch}\`, and merge it by hand if you want it.`,
    );
  return target;
}

type Next = { readonly to: string; readonly how: "fast_forward" | "merge"; readonly proved: boolean };

async function nextCommit(git: Git, wish: LandWish, target: string): Promise<Next | Landing> {
  const { commit, into, branch, how } = wish;
  const straight = await isAncestor(git, target, commit);
  if (straight && how !== "merge") return { to: commit, how: "fast_forward", proved: true };
  if (how === "fast_forward")
    return refuse(
      `${into} has moved on since the run started, so it cannot be fast-forwarded. Without \`--ff-only\` a merge is made.`,
    );
  const merge = await git.run(["merge-tree", "--write-tree", "--name-only", "--no-messages", "-z", target, commit], {
    okCodes: [1],
  });
  if (!merge.ok) return refuse(merge.failure.message);
  const [tree = "", ...names] = merge.out.split("\0").filter((part) => part !== "");
  if (merge.code === 1)
    return refuse(
      `${into} has moved on since the run started, and merging ${branch} conflicts with it. Merge it by hand (\`git merge ${branch}\`), or start a new run from ${into}.`,
      [...new Set(names)],
    );
  const trailer = wish.receipt === undefined ? "" : `\n\nReeve-Run: ${wish.run}\nReeve-Receipt: ${wish.receipt}`;
  const message = `Land ${wish.run}: ${wish.title}${trailer}`;
  const made = await git.run(["commit-tree", tree, "-p", target, "-p", commit, "-m", message]);
  return made.ok ? { to: made.out.trim(), how: "merge", proved: straight } : refuse(made.failure.message);
}

/** Only from where it was when it was looked at. */
async function moveBranch(git: Git, { run, into }: LandWish, from: string, to: string): Promise<Landing | null> {
  const moved = await git.run(["update-ref", "-m", `reeve land ${run}`, `refs/heads/${into}`, to, from]);
  if (moved.ok) return null;
  return refuse(`${into} could not be moved: ${moved.failure.message} Nothing was changed; try again.`);
}

function refuse(sentence: string, files: readonly string[] = []): Landing {
  return { type: "refused", sentence, files };
}
