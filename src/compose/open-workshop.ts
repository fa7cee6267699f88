/**
 * Where a run's work is done and proved, built for real: worktrees, gates, merges, the contract. Part of the composition
 * root: it connects, and decides only that a folder without git needs none of it.
 */
import { hash } from "node:crypto";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import type { Project } from "../app/project/project.ts";
import { COHERENT } from "../domain/proof/coherence.ts";
import type { AgentConfig, Config } from "../domain/spec/config.ts";
import type { RunBase } from "../domain/spec/workspace.ts";
import { leavingMerged, sweepingFirst } from "../effects/between-rooms.ts";
import { openProvingPlaces } from "../effects/gates/check/proving-places.ts";
import { type Checks, openChecks } from "../effects/gates/check/run-check.ts";
import { classifying } from "../effects/gates/classify-gates.ts";
import { openGateFinder } from "../effects/gates/commands/base-files.ts";
import { openBaseRuns } from "../effects/gates/commands/base-runs.ts";
import { createRunGates } from "../effects/gates/commands/run-gates.ts";
import { inFolder, openSetup } from "../effects/gates/commands/run-setup.ts";
import { openScanner } from "../effects/gates/secrets/secrets-scanner.ts";
import { verifyWith } from "../effects/gates/verify.ts";
import { endingSoon } from "../effects/git/ending-soon.ts";
import { openGit } from "../effects/git/git.ts";
import { type OwnGit, openOwnGit, ownGitDir } from "../effects/git/own-git.ts";
import { openRepository, type Repository } from "../effects/git/repository.ts";
import { openBroughtBy } from "../effects/integration/brought-by.ts";
import { openCandidateWorktree } from "../effects/integration/candidate-worktree.ts";
import { openCheckWhole } from "../effects/integration/check-whole.ts";
import { lostIntegrated } from "../effects/integration/integrated-whole.ts";
import { openIntegration } from "../effects/integration/integration.ts";
import { openIntegrationRefs } from "../effects/integration/integration-refs.ts";
import type { Jobs } from "../effects/jobs.ts";
import { secretsOfAll } from "../effects/masking/redact.ts";
import { safeJobs, safeWorkspaces } from "../effects/masking/safe-jobs.ts";
import type { Sandbox } from "../effects/sandbox/open-sandbox.ts";
import { openWorkspaces, plainWorkspaces } from "../effects/workspace/open-workspaces.ts";
import { tryMachine } from "../effects/workspace/try-machine.ts";
import { worktreesDir } from "../effects/workspace/worktree/run-repository.ts";
import type { Workshop } from "../runtime/run/run-options.ts";
import type { RunPlace } from "../runtime/run/run-place.ts";
import { epicParts } from "../systems/epic/body/own-parts.ts";

export interface WorkshopOptions {
  readonly project: Project;
  readonly place: RunPlace;
  readonly config: Config;
  /** The walls around what commands run; null: none. */
  readonly sandbox: Sandbox | null;
}

/** `head`: what the journal says is integrated; null where it does not say. */
export async function openWorkshop(
  options: WorkshopOptions,
  base: RunBase | null,
  head: string | null,
): Promise<Workshop | { readonly unusable: string }> {
  const { project, place, config, sandbox } = options;
  if (base === null) return sharedFolder(project.root, place, config, sandbox);
  const opened = await openRepository(project.root);
  if (!opened.ok) return { unusable: `${opened.message} ${opened.hint}` };
  const { repository } = opened;
  const found = await openOwnGit(repository, ownGitDir(realpathSync(place.dir)));
  if (!found.ok) return { unusable: found.failure.message };
  const git = openGit(repository.toplevel, { own: found.own });
  const lost = head === null ? null : await lostIntegrated(git, { run: place.id, base: base.commit, head });
  if (lost !== null) return { unusable: lost };
  return inWorktrees(options, { repository, own: found.own, head }, base);
}

/** All tasks work in the project's own folder; what the plan asks for is verified there, nothing is merged. */
export function sharedFolder(
  root: string,
  place: RunPlace,
  { policies, workspace, agents, failures }: Pick<Config, "policies" | "workspace" | "agents" | "failures">,
  sandbox: Sandbox | null = null,
): Workshop {
  const secrets = secretsOfAll(envsOf(agents), process.env);
  const checks = checksOf(place, policies.orphanMinutes, secrets, sandbox);
  const scanner = workspace.secrets ? openScanner({ marker: markerOf(place.dir) }) : null;
  const verify = verifyWith({ checks, root, git: null, scanner, own: epicParts });
  const jobs: Jobs = {
    verify,
    compare: async () => ({ report: COHERENT }),
    integrate: async () => ({ type: "failed", failure: NOTHING_TO_MERGE }),
    check: async () => ({ head: null, gates: [] }),
  };
  const close = async () => void (await Promise.all([checks.close(), scanner?.close()]));
  return {
    workspaces: sweepingFirst(plainWorkspaces(root, place.dir), checks),
    jobs: classifying(safeJobs(jobs, secrets), {
      rules: failures,
      place: { dir: realpathSync(root), isOfWorktrees: false, prefix: "" },
    }),
    tryMachine: () => tryMachine({ dir: place.dir, git: null }),
    close,
  };
}

function inWorktrees(
  { project, place, config, sandbox }: WorkshopOptions,
  { repository, own, head }: { repository: Repository; own: OwnGit | null; head: string | null },
  base: RunBase,
): Workshop {
  const { setup: commands, parallel } = config.workspace;
  const secrets = secretsOfAll(envsOf(config.agents), process.env);
  const { prefix } = repository;
  const [stateDir, run] = [realpathSync(project.stateDir), place.id];
  const marker = markerOf(join(stateDir, run));
  const gits = endingSoon();
  const git = openGit(repository.toplevel, { marker, own, ended: gits.ended });
  const checks = checksOf(place, config.policies.orphanMinutes, secrets, sandbox);
  const scanner = config.workspace.secrets ? openScanner({ marker }) : null;
  const setup = openSetup(checks, commands);
  const left = new AbortController();
  const journaled = own && { head, note: join(own.dir, "moving") };
  const refs = openIntegrationRefs(git, repository.commonDir, run, base.commit, journaled);
  const workspaces = openWorkspaces({
    ...{ refs, repository, own, stateDir, run, base, parallel, marker },
    setup: commands,
    parts: epicParts,
    signal: left.signal,
    ended: gits.ended,
    runSetup: async (dir, _checks, signal) => (setup ? setup(dir, signal) : null),
  });
  const checkout = { git, own, run, repository, setup: inFolder(setup, prefix) };
  const candidate = (name: string) =>
    openCandidateWorktree({ ...checkout, dir: join(worktreesDir(stateDir, run), name) });
  const baseRuns = openBaseRuns({ checks, worktree: candidate("@base-1"), prefix });
  // As they were when the run began: what an agent has merged into that page weakens no gate of this run.
  const gatesAt = openGateFinder(git, repository.root);
  const findGates = async () =>
    config.gates.length > 0 ? { ok: true as const, gates: config.gates } : gatesAt(base.commit);
  const broughtBy = openBroughtBy({ git, baseRuns, runBase: base.commit, prefix });
  const integrator = openIntegration({
    ...{ git, own, refs, repository, run, base, stateDir },
    runGates: createRunGates({ checks, baseRuns, broughtBy }),
    findGates,
    setup,
    secrets,
  });
  const places = openProvingPlaces({ open: candidate, atOnce: config.workspace.verifyParallel, prefix });
  const proof = { workspaces, git, prefix, findGates, baseRuns, broughtBy, places };
  const jobs: Jobs = {
    verify: verifyWith({ checks, root: repository.root, git: proof, scanner, own: epicParts }),
    compare: async (order, signal) => {
      const { openComparison } = await import("../effects/coherence/compare-before-merge.ts");
      return openComparison({ git, prefix, readHead: refs.readHead })(order, signal);
    },
    integrate: config.workspace.keep === "all" ? integrator.integrate : leavingMerged(workspaces, integrator.integrate),
    check: openCheckWhole({
      integrator,
      // Loaded when it is needed: the grammars are large.
      checkContract: async (commit, contract) =>
        (await import("../effects/coherence/contract/check-contract.ts")).checkContract({
          git,
          commit,
          prefix,
          contract,
        }),
    }),
  };
  const close = async () => {
    gits.stop();
    left.abort();
    await Promise.all([checks.close(), scanner?.close(), workspaces.close()]);
    gits.close();
  };
  return {
    workspaces: sweepingFirst(safeWorkspaces(workspaces, secrets), checks),
    jobs: classifying(safeJobs(jobs, secrets), {
      rules: config.failures,
      place: { dir: worktreesDir(stateDir, run), isOfWorktrees: true, prefix },
    }),
    tryMachine: () => tryMachine({ dir: place.dir, git: { git, run, commit: base.commit } }),
    stop: gits.stop,
    close,
  };
}

/** What Reeve itself starts for a run carries it, and is found by it when Reeve was killed. */
function markerOf(place: string): string {
  return `git-${hash("sha256", place).slice(0, 16)}`;
}

function checksOf(place: RunPlace, orphanMinutes: number, secrets: readonly string[], sandbox: Sandbox | null): Checks {
  return openChecks({ runDir: place.dir, runId: place.id, orphanMinutes, secrets, sandbox });
}

function envsOf(agents: Config["agents"]): readonly AgentConfig["env"][] {
  return Object.values(agents).map(({ env }) => env);
}

const NOTHING_TO_MERGE = {
  class: "git_state",
  restart: "terminal",
  message: "This run has no repository to merge into.",
  evidence: [],
} as const;
