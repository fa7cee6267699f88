/**
 * Work that was put aside: lists it, shows it, and makes a branch from it again. It never touches a checkout or an index,
 * and the parked ref itself stays: only `clean` removes it, by its age.
 */

import { Semaphore } from "../../basics/semaphore.ts";
import type { Parked, ParkedAnswer, ParkedWork } from "../../domain/delivery/hygiene.ts";
import { integrationBranch, PARKED } from "../../domain/spec/workspace.ts";
import { type Git, openGit } from "../git/git.ts";
import { AT_ONCE } from "./clean-repository.ts";

export function openParked(root: string): Parked {
  const git = openGit(root);
  return {
    list: () => listParked(git),
    show: (work, as) => show(git, work, as),
    restore: (...given) => restore(git, ...given),
  };
}

const FORMAT =
  "%(refname)%00%(objecttype)%00%(objectname)%00%(committerdate:unix)%00%(contents:subject)%00%(trailers:key=Reeve-Left-Out,valueonly,separator=%x01)";

export async function listParked(git: Git): Promise<ParkedAnswer<readonly ParkedWork[]>> {
  const listed = await git.run(["for-each-ref", "--sort=-committerdate", `--format=${FORMAT}`, PARKED]);
  if (!listed.ok) return { ok: false, message: listed.failure.message };
  const lines = listed.out.split("\n").map((line) => line.split("\0"));
  const commits = lines.filter(([name = "", type]) => type === "commit" && nameParts(name) !== null);
  const turns = new Semaphore(AT_ONCE);
  return { ok: true, value: await Promise.all(commits.map((fields) => turns.run(() => describe(git, fields)))) };
}

async function describe(
  git: Git,
  [ref = "", , commit = "", at, subject = "", left = ""]: string[],
): Promise<ParkedWork> {
  const [run = "", task = "", number = ""] = nameParts(ref) ?? [];
  // A second one of the same attempt is called `3-2`.
  const attempt = /^\d+(-\d+)?$/.test(number) ? Number.parseInt(number, 10) : null;
  const size = await sizeOf(git, run, commit);
  const leftOut = left.split("\u0001").filter((what) => what !== "");
  const name = ref.slice(PARKED.length);
  return { name, ref, commit, run, task, attempt, at: Number(at) * 1000, ...size, subject, leftOut };
}

/** `<run>/<task>/<number>`; a task's name may hold slashes. */
function nameParts(ref: string): readonly [string, string, string] | null {
  const match = /^([^/]+)\/(.+)\/([^/]+)$/.exec(ref.slice(PARKED.length));
  return match ? [match[1] ?? "", match[2] ?? "", match[3] ?? ""] : null;
}

export async function sizeOf(git: Git, run: string, commit: string) {
  const diff = await git.run([
    "diff",
    "--numstat",
    "-z",
    "--no-renames",
    ...SAFE_DIFF,
    await since(git, run, commit),
    commit,
  ]);
  const rows = diff.ok ? diff.out.split("\0").filter((row) => row !== "") : [];
  const sum = (column: number): number =>
    // A binary file has a dash instead of a number.
    rows.reduce((total, row) => total + (Number.parseInt(row.split("\t")[column] ?? "", 10) || 0), 0);
  return { files: rows.length, added: sum(0), removed: sum(1) };
}

/** Programs a repository names for its diffs are not run: what is shown was made by an agent. */
const SAFE_DIFF = ["--no-ext-diff", "--no-textconv"];

async function show(git: Git, work: ParkedWork, as: "stat" | "patch"): Promise<ParkedAnswer<string>> {
  const from = await since(git, work.run, work.commit);
  const args = as === "stat" ? ["--stat=100", "--summary"] : ["--patch"];
  const diff = await git.run(["diff", ...args, "-M", ...SAFE_DIFF, from, work.commit]);
  return diff.ok ? { ok: true, value: diff.out } : { ok: false, message: diff.failure.message };
}

/** Where its work parts from the run's; its parent where that is gone; all of it where it has none. */
async function since(git: Git, run: string, commit: string): Promise<string> {
  const fork = await git.run(["merge-base", commit, `refs/heads/${integrationBranch(run)}`], { okCodes: [1, 128] });
  if (fork.ok && fork.code === 0) return fork.out.trim();
  const parent = await git.run(["rev-parse", "--verify", "--quiet", `${commit}^`], { okCodes: [1] });
  if (parent.ok && parent.code === 0) return parent.out.trim();
  const empty = await git.run(["hash-object", "-t", "tree", "--stdin"], { input: "" });
  return empty.ok ? empty.out.trim() : commit;
}

function restore(
  git: Git,
  { commit }: ParkedWork,
  branch: string,
  by: string,
): Promise<ParkedAnswer<{ readonly branch: string }>> {
  return makeBranch(git, commit, branch, by);
}

/** Refuses where there is one of this name. Its log says who wanted it. */
export async function makeBranch(
  git: Git,
  commit: string,
  branch: string,
  by: string,
): Promise<ParkedAnswer<{ readonly branch: string }>> {
  const ref = `refs/heads/${branch}`;
  const isName = !branch.startsWith("-") && (await git.run(["check-ref-format", ref])).ok;
  if (!isName)
    return { ok: false, message: `${JSON.stringify(branch)} is not a valid branch name; choose another with --branch` };
  const there = await git.run(["rev-parse", "--verify", "--quiet", ref], { okCodes: [1] });
  if (there.ok && there.code === 0)
    return {
      ok: false,
      message: `The branch ${branch} already exists and stays as it is; choose another name with --branch`,
    };
  // With an empty old value it is made only if it still does not exist.
  const made = await git.run(["update-ref", "--create-reflog", "-m", `reeve: brought back by ${by}`, ref, commit, ""]);
  return made.ok ? { ok: true, value: { branch } } : { ok: false, message: made.failure.message };
}
