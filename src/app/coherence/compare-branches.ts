/** Lays branches side by side and tells what does not fit: a run's open ones, or those a person names. */
import { join } from "node:path";
import { type CoherenceDelta, type CoherenceReport, compareReports } from "../../domain/proof/coherence.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import { integrationBranch, taskBranch } from "../../domain/spec/workspace.ts";
import { isFinal } from "../../domain/work/task.ts";
import type { BranchWish } from "../../effects/coherence/branches/open-views.ts";
import { checkCoherence } from "../../effects/coherence/check-coherence.ts";
import { compareOpen } from "../../effects/coherence/compare-open.ts";
import { readReport, writeReport } from "../../effects/coherence/report/report-file.ts";
import type { Git } from "../../effects/git/git.ts";
import { mergeBase } from "../../effects/integration/merge-history.ts";
import type { State } from "../../engine/state.ts";
import { type OpenedRun, withRun } from "../project/open-run.ts";
import type { Project } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";
import { firstUnknown, openGitHere } from "./git-here.ts";

export interface CoherenceWish {
  readonly run?: string | undefined;
  /** Undefined: the run's integration branch, or what is checked out. */
  readonly base?: string | undefined;
  /** None: the run's open ones. */
  readonly branches: readonly string[];
}

export interface Coherence {
  readonly report: CoherenceReport;
  /** Against the run's last answer; null where nothing is kept to compare with. */
  readonly delta: CoherenceDelta | null;
  readonly base: string;
  readonly branches: readonly { readonly task: string; readonly ref: string }[];
}

/** For a run the report is kept and compared with the one before. */
export async function compareBranches(project: Project, wish: CoherenceWish): Promise<Reply<Coherence>> {
  if (wish.branches.length > 0 && wish.run === undefined) return compare(project, null, wish);
  return withRun(project, wish.run, (run) => compare(project, run, wish));
}

async function compare(project: Project, run: OpenedRun | null, wish: CoherenceWish): Promise<Reply<Coherence>> {
  const here = await openGitHere(project);
  if (!here.ok) return here;
  const { git, prefix } = here.value;
  const base = wish.base ?? (run === null ? "HEAD" : integrationBranch(run.place.id));
  const isNamed = wish.branches.length > 0;
  const branches = isNamed || run === null ? wish.branches.map(named) : await openBranches(git, run.state, base);
  const unknown = await firstUnknown(git, [base, ...branches.map(({ ref }) => ref)]);
  if (unknown !== undefined) return unknownRef(unknown, run);
  const extra = run === null ? {} : expectations(run.state, branches);
  const began = run === null || isNamed || wish.base !== undefined ? null : await firstBegan(git, run.state, branches);
  const answer =
    began === null
      ? await checkCoherence({ git, prefix, base, branches, named: isNamed, ...extra })
      : await compareOpen({ git, prefix, head: base, began, open: branches, ...extra });
  if (!answer.ok) return refused({ what: "branches_unreadable", sentence: answer.failure.message });
  const { report } = answer;
  // Only the run's own question is compared with the run's last answer.
  if (run === null || isNamed) return granted({ report, delta: null, base, branches });
  const file = join(run.place.dir, "coherence.json");
  const delta = compareReports(await readReport(file), report);
  await writeReport(file, report);
  return granted({ report, delta, base, branches });
}

/** What was integrated before any of them began: all that came since is what they must fit. Null: nobody noted it. */
async function firstBegan(git: Git, { tasks }: State, branches: readonly BranchWish[]): Promise<string | null> {
  const noted = branches.flatMap(({ task }) => tasks.get(task)?.began ?? []);
  let [first = null, ...rest]: (string | null)[] = [...new Set(noted)];
  for (const each of rest) if (first !== null && each !== null) first = await mergeBase(git, first, each);
  return first;
}

function unknownRef(ref: string, run: OpenedRun | null): Reply<never> {
  if (run !== null && ref === integrationBranch(run.place.id))
    return refused({ what: "no_integration_branch", run: run.place.id });
  return refused({ what: "unknown_ref", ref });
}

function named(ref: string): BranchWish {
  return { task: ref, ref };
}

/** Branches of tasks that are not merged yet, those others depend on first. */
async function openBranches(git: Git, state: State, base: string): Promise<BranchWish[]> {
  const args = [
    "for-each-ref",
    "--format=%(refname:short)",
    `--no-merged=${base}`,
    `refs/heads/reeve/${state.run.id}/`,
  ];
  const found = await git.run(args);
  const open = new Set(found.ok ? found.out.split("\n") : []);
  const wishes = [...state.tasks.values()].map(({ id, spec }) => ({
    task: id,
    ref: taskBranch(state.run.id, id, spec.title),
  }));
  return inOrder(
    state,
    wishes.filter(({ ref }) => open.has(ref)),
  );
}

function inOrder(state: State, wishes: readonly BranchWish[]): BranchWish[] {
  const depths = new Map<TaskId, number>();
  const depthOf = (id: TaskId): number => {
    const known = depths.get(id);
    if (known !== undefined) return known;
    depths.set(id, 0);
    const above = state.tasks.get(id)?.spec.dependsOn.map(depthOf) ?? [];
    const depth = 1 + Math.max(0, ...above);
    depths.set(id, depth);
    return depth;
  };
  return wishes.toSorted((a, b) => depthOf(a.task) - depthOf(b.task));
}

function expectations(state: State, branches: readonly BranchWish[]) {
  const tasks = [...state.tasks.values()];
  const working = new Set(branches.map(({ task }) => task));
  return {
    contract: state.plan.contract,
    owners: new Map(tasks.flatMap(({ id, spec }) => spec.files.map((file): [string, TaskId] => [file, id]))),
    pending: new Set(tasks.filter(({ id, status }) => !isFinal(status) && !working.has(id)).map(({ id }) => id)),
  };
}
