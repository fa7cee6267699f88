/** Looks at the branches and parked refs of a run. Changes nothing. */
import { integrationBranch, PARKED, taskBranch } from "../../domain/spec/workspace.ts";
import { worktreesDir } from "../workspace/worktree/run-repository.ts";
import type { BranchThing, KnownRun, ParkedThing } from "./clean-facts.ts";
import type { CleanRepository } from "./clean-repository.ts";

interface Ref {
  readonly name: string;
  readonly commit: string;
  readonly at: number;
}

/** `which`: filters of `git for-each-ref`. */
export async function listRefs(
  { git }: Pick<CleanRepository, "git">,
  below: string,
  ...which: readonly string[]
): Promise<readonly Ref[]> {
  const format = "%(refname)%00%(objecttype)%00%(objectname)%00%(committerdate:unix)";
  const listed = await git.run(["for-each-ref", `--format=${format}`, ...which, below]);
  if (!listed.ok) return [];
  return listed.out.split("\n").flatMap((line) => {
    const [name = "", type, commit = "", at] = line.split("\0");
    return type === "commit" ? [{ name, commit, at: Number(at) * 1000 }] : [];
  });
}

/** What counts as merged: in the integration branch, or in the branch the run began from. Commits, so they stay put. */
export async function mergeTargets({ git }: CleanRepository, run: KnownRun): Promise<readonly string[]> {
  const names = [`refs/heads/${integrationBranch(run.id)}`];
  if (run.base?.branch) names.push(`refs/heads/${run.base.branch}`);
  const found: string[] = run.base ? [run.base.commit] : [];
  for (const name of names) {
    const answer = await git.run(["rev-parse", "--verify", "--quiet", `${name}^{commit}`]);
    if (answer.ok) found.push(answer.out.trim());
  }
  return found;
}

const HEADS = "refs/heads/";

export async function gatherBranches(
  repository: CleanRepository,
  run: KnownRun,
  stateDir: string,
  targets: readonly string[],
): Promise<readonly BranchThing[]> {
  const tasks = new Map(run.tasks.map(({ id, title }) => [taskBranch(run.id, id, title), id]));
  const ours = `${worktreesDir(stateDir, run.id)}/`;
  const refs = await listRefs(repository, `${HEADS}reeve/${run.id}/`);
  return Promise.all(
    refs.map(async (ref) => {
      const name = ref.name.slice(HEADS.length);
      const places = repository.checkedOut?.get(ref.name) ?? [];
      const elsewhere = places.find((place) => !place.startsWith(ours));
      const unknown = repository.checkedOut === null ? "git could not say where it is checked out" : null;
      return {
        kind: "branch" as const,
        name,
        bytes: 0,
        obstacle: elsewhere === undefined ? unknown : `it is checked out in ${elsewhere}`,
        tip: ref.commit,
        task: tasks.get(name) ?? null,
        integration: name === integrationBranch(run.id),
        merged: await repository.isMerged(ref.commit, targets),
        worktree: places[0] ?? null,
        changedAt: ref.at,
      };
    }),
  );
}

export async function gatherParked(repository: CleanRepository, run: KnownRun): Promise<readonly ParkedThing[]> {
  const refs = await listRefs(repository, `${PARKED}${run.id}/`);
  return refs.map(({ name, commit, at }) => ({
    kind: "parked",
    name,
    bytes: 0,
    obstacle: null,
    commit,
    parkedAt: at,
  }));
}
