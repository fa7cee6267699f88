/**
 * Puts on one parked ref whatever would be lost if a worktree, or what git remembers of it, went now: files that are in no
 * commit, what was staged and then changed, commits that no ref leads to, entries of the stash, small files that git ignores.
 * Where there is nothing of that, nothing is made. Repeatable: what already lies on a parked ref of the task is not kept
 * twice. It removes nothing; whoever calls removes only after it succeeded.
 */
import { PARKED } from "../../domain/spec/workspace.ts";
import { type Failed, type Files, type Going, type KeepPlace, lookAtFiles, treeOf } from "./look-at-files.ts";
import { commitsOfWorktree, looseCommits, stashedOn } from "./loose-commits.ts";

/** ref null: nothing would be lost. */
export type Kept = { readonly ok: true; readonly ref: string | null } | Failed;

export async function keepWork(place: KeepPlace, going: Going): Promise<Kept> {
  const { git, commonDir } = place;
  const entries = new Set([going.admin, going.shown].filter((entry) => typeof entry === "string"));
  const own = (await Promise.all([...entries].map(commitsOfWorktree))).flat();
  const stashed = going.branch === undefined ? [] : await stashedOn(commonDir, going.branch);
  const ids = [...own, ...(going.commits ?? [])].filter((id) => !going.isKnown?.(id));
  const loose = await looseCommits(git, ids);
  if (!loose.ok) return loose;
  const files = await lookAtFiles(place, going);
  if ("ok" in files) return files;
  if (stashed.length === 0 && !hasAny({ ...files, tips: loose.tips }, [])) return NOTHING;
  const parked = await parkedOf(place, going.task);
  const parts: Parts = { ...files, tips: [...loose.tips, ...notParked(parked, stashed)] };
  return hasAny(parts, parked) ? park(place, going, parts, parked) : NOTHING;
}

const NOTHING: Kept = { ok: true, ref: null };

interface Parts extends Files {
  readonly tips: readonly string[];
}

interface ParkedOf {
  readonly name: string;
  readonly tree: string;
  readonly parents: readonly string[];
}

async function parkedOf({ git, run }: KeepPlace, task: string): Promise<readonly ParkedOf[]> {
  const format = "--format=%(refname)%00%(tree)%00%(parent)";
  const listed = await git.run(["for-each-ref", format, `${PARKED}${run}/${task}/`]);
  return listed.out.split("\n").flatMap((line) => {
    const [name = "", tree = "", parents = ""] = line.split("\0");
    return name === "" ? [] : [{ name, tree, parents: parents.split(" ") }];
  });
}

/** Of the stash itself a ref leads to the latest only, and a person may drop it. */
function notParked(parked: readonly ParkedOf[], commits: readonly string[]): readonly string[] {
  return commits.filter((commit) => !parked.some(({ parents }) => parents.includes(commit)));
}

function hasAny({ tips, tree, index, ignored, leftOut }: Parts, parked: readonly ParkedOf[]): boolean {
  const isThere = (part: { readonly commit: string; readonly tree: string }) =>
    parked.some((each) => each.parents.includes(part.commit) || each.tree === part.tree);
  if (tips.length > 0) return true;
  if (tree !== null && !parked.some((each) => each.tree === tree)) return true;
  if (index !== null && !isThere(index)) return true;
  if (ignored !== null && !isThere(ignored)) return true;
  return leftOut.length > 0 && parked.length === 0;
}

const PARENTS_MAX = 200;

async function park(place: KeepPlace, going: Going, parts: Parts, parked: readonly ParkedOf[]): Promise<Kept> {
  const { git, run, now } = place;
  const { head, tree, index, ignored, leftOut } = parts;
  const [tip] = parts.tips;
  const heads = [head, ...parts.tips, index?.commit ?? null, ignored?.commit ?? null];
  const top = tree ?? (tip === undefined ? null : await treeOf(git, tip)) ?? index?.tree ?? ignored?.tree ?? null;
  const empty = ["hash-object", "-w", "-t", "tree", "--stdin"];
  const shown = top ?? (await git.run(empty, { input: "" })).out.trim();
  const trailers = [
    ["Reeve-Run", run],
    ["Reeve-Task", going.task],
    ["Reeve-Staged", index?.commit ?? null],
    ["Reeve-Ignored", ignored?.commit ?? null],
    ...leftOut.map((what) => ["Reeve-Left-Out", plain(what)]),
  ].flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
  const input = `Kept: ${plain(going.why)}\n\n${trailers.join("\n")}\n`;
  // What git ignores has no past: with no parent it is seen as what it is, new files.
  const hasPast = tree !== null || tip !== undefined || index !== null;
  let parents: readonly string[] = hasPast ? [...new Set(heads)].filter((commit) => commit !== null) : [];
  for (;;) {
    const some = parents.slice(0, PARENTS_MAX);
    const args = ["commit-tree", shown, ...some.flatMap((each) => ["-p", each]), "-F", "-"];
    const made = await git.run(args, { input, ...(now !== undefined && { env: datesOf(now) }) });
    if (!made.ok) return made;
    if (parents.length <= PARENTS_MAX) return putOn(place, going.task, made.out.trim(), parked.length + 1);
    parents = [made.out.trim(), ...parents.slice(PARENTS_MAX)];
  }
}

function datesOf(now: number): Readonly<Record<string, string>> {
  const at = `@${Math.floor(now / 1000)} +0000`;
  return { GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at };
}

const NUMBERS_MAX = 10_000;

async function putOn({ git, run }: KeepPlace, task: string, commit: string, from: number): Promise<Kept> {
  for (let number = from; ; number += 1) {
    const ref = `${PARKED}${run}/${task}/kept-${number}`;
    // With an empty old value it is made only if it does not exist.
    const set = await git.run(["update-ref", "--create-reflog", "-m", "reeve: keep", ref, commit, ""]);
    if (set.ok) return { ok: true, ref };
    const there = await git.run(["rev-parse", "--verify", "--quiet", ref]);
    if (!there.ok || number >= NUMBERS_MAX) return set;
  }
}

/** One line, whatever an agent calls its files. */
function plain(text: string): string {
  return text.replace(/\p{Cc}+/gu, " ").slice(0, 300);
}
