/** The checks of branches and contracts for the commands that ask for them. Part of the composition root. */
import { join } from "node:path";
import { compareReports } from "./domain/coherence.ts";
import type { TaskId } from "./domain/plan.ts";
import { isFinal } from "./domain/task.ts";
import { integrationBranch, taskBranch } from "./domain/workspace.ts";
import type { BranchWish } from "./effects/coherence/branches/open-views.ts";
import { checkCoherence } from "./effects/coherence/check-coherence.ts";
import { checkContract } from "./effects/coherence/contract/check-contract.ts";
import { readReport, writeReport } from "./effects/coherence/report/report-file.ts";
import { type Git, openGit } from "./effects/git/git.ts";
import type { State } from "./engine/state.ts";
import type { CoherenceAnswer, CoherenceWish, ContractAnswer, ContractWish } from "./runtime/coherence-wish.ts";
import type { Project } from "./runtime/project.ts";

export async function inspectBranches(project: Project, wish: CoherenceWish): Promise<CoherenceAnswer> {
  const git = openGit(project.root);
  const prefix = await prefixOf(git);
  if (prefix === null) return noRepository(project);
  const { run } = wish;
  const base = wish.base ?? (run === null ? "HEAD" : integrationBranch(run.state.run.id));
  const branches =
    wish.branches.length > 0 || run === null ? wish.branches.map(named) : await openBranches(git, run.state, base);
  const unknown = await firstUnknown(git, [base, ...branches.map(({ ref }) => ref)]);
  if (unknown !== undefined) return { ok: false, sentence: unknownSentence(unknown, run?.state ?? null) };
  const extra = run === null ? {} : expectations(run.state, branches);
  const isNamed = wish.branches.length > 0;
  const answer = await checkCoherence({ git, prefix, base, branches, named: isNamed, ...extra });
  if (!answer.ok) return { ok: false, sentence: answer.failure.message };
  const { report } = answer;
  // Only the run's own question is compared with the run's last answer.
  if (run === null || isNamed) return { ok: true, report, delta: null, base, branches };
  const file = join(run.dir, "coherence.json");
  const delta = compareReports(await readReport(file), report);
  await writeReport(file, report);
  return { ok: true, report, delta, base, branches };
}

export async function inspectContract(project: Project, { contract, commit }: ContractWish): Promise<ContractAnswer> {
  const git = openGit(project.root);
  const prefix = await prefixOf(git);
  if (prefix === null) return noRepository(project);
  if ((await firstUnknown(git, [commit])) !== undefined) return { ok: false, sentence: unknownSentence(commit, null) };
  return { ok: true, commit, results: await checkContract({ git, commit, prefix, contract }) };
}

/** Of the project within its repository; null where there is none. */
async function prefixOf(git: Git): Promise<string | null> {
  const found = await git.run(["rev-parse", "--show-prefix"]);
  return found.ok ? found.out.replace(/\n$/, "") : null;
}

function noRepository({ root }: Project): { readonly ok: false; readonly sentence: string } {
  return { ok: false, sentence: `${root} is in no git repository, so there are no branches to look at.` };
}

function named(ref: string): BranchWish {
  return { task: ref, ref };
}

async function firstUnknown(git: Git, refs: readonly string[]): Promise<string | undefined> {
  for (const ref of refs) {
    const found = await git.run(["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`]);
    if (!found.ok) return ref;
  }
  return undefined;
}

function unknownSentence(ref: string, state: State | null): string {
  const isIntegration = state !== null && ref === integrationBranch(state.run.id);
  return isIntegration
    ? `${state.run.id} has no integration branch: it has not started, or works without git. Name branches with --base.`
    : `There is no branch or commit ${ref} here; \`git branch --all\` lists the branches.`;
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
