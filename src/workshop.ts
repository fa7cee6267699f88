/**
 * Where a run's work is done and proved, built for real: worktrees, gates, merges, the contract. Part of the composition
 * root: it connects, and decides only that a folder without git needs none of it.
 */
import { hash } from "node:crypto";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "./domain/config.ts";
import type { CheckRunOrder, GateResult } from "./domain/gate.ts";
import type { Plan } from "./domain/plan.ts";
import type { RunBase } from "./domain/workspace.ts";
import { secretsOf } from "./effects/agents/safe-text.ts";
import { findGatesInFolder, openGateFinder } from "./effects/gates/base-files.ts";
import { openBaseRuns } from "./effects/gates/base-runs.ts";
import { gateResult } from "./effects/gates/gate-result.ts";
import { type Checks, openChecks } from "./effects/gates/run-check.ts";
import { createRunGates } from "./effects/gates/run-gates.ts";
import { openSetup } from "./effects/gates/run-setup.ts";
import { openScanner } from "./effects/gates/secrets-scanner.ts";
import { verifyWith } from "./effects/gates/verify.ts";
import { openCandidateWorktree } from "./effects/integration/candidate-worktree.ts";
import { type Integrator, openIntegration } from "./effects/integration/integration.ts";
import type { CheckAnswer, Jobs } from "./effects/jobs.ts";
import { type Git, openGit } from "./effects/workspace/git.ts";
import { openWorkspaces, plainWorkspaces } from "./effects/workspace/open-workspaces.ts";
import { openRepository, type Repository, resolveBase } from "./effects/workspace/repository.ts";
import { worktreesDir } from "./effects/workspace/site.ts";
import { submoduleWarning } from "./effects/workspace/submodules.ts";
import type { Workspaces } from "./effects/workspace/workspaces.ts";
import type { Workshop } from "./runtime/fleet-options.ts";
import type { Project, RunPlace } from "./runtime/project.ts";
import type { Found } from "./views/cli/world.ts";

export interface WorkshopOptions {
  readonly project: Project;
  readonly place: RunPlace;
  readonly config: Config;
}

/** What a new run begins from; read-only. */
export async function findBase(
  project: Project,
  config: Config,
  plan: Plan,
): Promise<Found | { readonly unusable: string }> {
  if (config.isolation === "none") {
    const found = await findGatesInFolder(project.root);
    return found.ok ? { base: null, warnings: [], gates: found.gates } : { unusable: found.failure.message };
  }
  const opened = await openRepository(project.root);
  if (!opened.ok) return { unusable: `${opened.message} ${opened.hint}` };
  const { repository } = opened;
  const resolved = await resolveBase(repository, plan.base);
  if (!resolved.ok) return { unusable: `${resolved.message} ${resolved.hint}` };
  const warning = submoduleWarning(repository.submodules);
  return { base: resolved.base, warnings: warning === null ? [] : [warning], gates: [] };
}

export async function openWorkshop(
  options: WorkshopOptions,
  base: RunBase | null,
): Promise<Workshop | { readonly unusable: string }> {
  const { project, place, config } = options;
  if (base === null) return sharedFolder(project.root, place, config);
  const opened = await openRepository(project.root);
  if (!opened.ok) return { unusable: `${opened.message} ${opened.hint}` };
  return inWorktrees(options, opened.repository, base);
}

/** All tasks work in the project's own folder; what the plan asks for is verified there, nothing is merged. */
export function sharedFolder(
  root: string,
  place: RunPlace,
  { policies, workspace }: Pick<Config, "policies" | "workspace">,
): Workshop {
  const checks = checksOf(place, policies.orphanMinutes);
  const scanner = workspace.secrets ? openScanner({ marker: markerOf(place.dir) }) : null;
  const verify = verifyWith({ checks, root, git: null, scanner });
  const jobs: Jobs = {
    verify,
    integrate: async () => ({ type: "failed", failure: NOTHING_TO_MERGE }),
    check: async () => ({ head: null, gates: [] }),
  };
  const close = async () => {
    await Promise.all([checks.close(), scanner?.close()]);
  };
  return { workspaces: swept(plainWorkspaces(root), checks), jobs, close };
}

function inWorktrees({ project, place, config }: WorkshopOptions, repository: Repository, base: RunBase): Workshop {
  const { setup: commands, parallel, secrets } = config.workspace;
  const { prefix } = repository;
  const stateDir = realpathSync(project.stateDir);
  const run = place.id;
  const marker = markerOf(join(stateDir, run));
  const git = openGit(repository.toplevel, { marker });
  const checks = checksOf(place, config.policies.orphanMinutes);
  const scanner = secrets ? openScanner({ marker }) : null;
  const setup = openSetup(checks, commands);
  const left = new AbortController();
  const workspaces = openWorkspaces({
    repository,
    stateDir,
    run,
    base,
    setup: commands,
    parallel,
    marker,
    signal: left.signal,
    runSetup: async (dir, _checks, signal) => (setup ? setup(dir, signal) : null),
  });
  const ofBase = openCandidateWorktree({
    git,
    run,
    repository,
    dir: join(worktreesDir(stateDir, run), "@base-1"),
    setup: setup && ((dir, signal) => setup(join(dir, prefix), signal)),
  });
  const baseRuns = openBaseRuns({ checks, worktree: ofBase, prefix });
  // As they were when the run began: what an agent has merged into that page weakens no gate of this run.
  const gatesAt = openGateFinder(git, repository.root);
  const findGates = () => gatesAt(base.commit);
  const integrator = openIntegration({
    git,
    repository,
    run,
    base,
    stateDir,
    runGates: createRunGates({ checks, baseRuns }),
    findGates,
    setup,
    secrets: secretsOf({}, process.env),
  });
  const proof = { workspaces, git, findGates, baseRuns };
  const jobs: Jobs = {
    verify: verifyWith({ checks, root: repository.root, git: proof, scanner }),
    integrate: integrator.integrate,
    check: (order, signal) => checkWhole(integrator, git, repository, order, signal),
  };
  const close = async () => {
    left.abort();
    await Promise.all([checks.close(), scanner?.close()]);
  };
  return { workspaces: swept(workspaces, checks), jobs, close };
}

/** Trouble of Reeve's own is told like a red gate: a run must not end green unseen. */
async function checkWhole(
  integrator: Integrator,
  git: Git,
  { prefix }: Repository,
  order: CheckRunOrder,
  signal: AbortSignal,
): Promise<CheckAnswer> {
  const checked = await integrator.checkIntegrated(order, signal);
  if (checked.type === "failed")
    return {
      head: null,
      gates: [gateResult("quality", "failed", checked.failure.message, { evidence: checked.failure.evidence })],
    };
  const { head, gates } = checked;
  if (order.contract === null) return { head, gates };
  const { checkContract } = await import("./effects/coherence/check-contract.ts");
  const kept: readonly GateResult[] = await checkContract({ git, commit: head, prefix, contract: order.contract });
  return { head, gates: [...gates, ...kept] };
}

/** Orphans of the one before: its gits by the workspaces, its gates here. */
function swept(workspaces: Workspaces, checks: Checks): Workspaces {
  return {
    ...workspaces,
    recover: async () => {
      await checks.sweep();
      return workspaces.recover();
    },
  };
}

/** What Reeve itself starts for a run carries it, and is found by it when Reeve was killed. */
function markerOf(place: string): string {
  return `git-${hash("sha256", place).slice(0, 16)}`;
}

function checksOf(place: RunPlace, orphanMinutes: number): Checks {
  return openChecks({ runDir: place.dir, runId: place.id, orphanMinutes });
}

const NOTHING_TO_MERGE = {
  class: "git_state",
  restart: "terminal",
  message: "This run has no repository to merge into.",
  evidence: [],
} as const;
