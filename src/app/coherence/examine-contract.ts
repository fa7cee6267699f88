/** Whether a commit has what the contract of a plan, or of a run, promises. */
import { type GateResult, hasPassed } from "../../domain/proof/gate.ts";
import type { Contract } from "../../domain/spec/plan.ts";
import { integrationBranch } from "../../domain/spec/workspace.ts";
import { checkContract } from "../../effects/coherence/contract/check-contract.ts";
import { loadPlan } from "../project/load.ts";
import { withRun } from "../project/open-run.ts";
import { type Project, standardPlan } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";
import { firstUnknown, openGitHere } from "./git-here.ts";

export interface ContractWish {
  readonly cwd: string;
  readonly plan?: string | undefined;
  readonly run?: string | undefined;
  /** Undefined: the run's integration branch, or HEAD for a plan. */
  readonly commit?: string | undefined;
}

export interface ContractChecked {
  readonly isKept: boolean;
  readonly commit: string;
  readonly results: readonly GateResult[];
}

/** A plan that is named counts; otherwise the newest run's; otherwise plan.yaml. */
export async function examineContract(project: Project, wish: ContractWish): Promise<Reply<ContractChecked>> {
  const { plan, run, commit, cwd } = wish;
  if (plan === undefined && (run !== undefined || (await project.runs.list()).length > 0))
    return withRun(project, run, ({ state, place }) =>
      look(project, state.plan.contract, commit ?? integrationBranch(place.id)),
    );
  const loaded = loadPlan(project, plan ?? standardPlan(project, cwd), cwd);
  if (!loaded.ok)
    return refused({ what: "mistakes", mistakes: loaded.mistakes, warnings: loaded.warnings, kept: "contract" });
  return look(project, loaded.value.plan.contract ?? null, commit ?? "HEAD");
}

async function look(project: Project, contract: Contract | null, commit: string): Promise<Reply<ContractChecked>> {
  if (contract === null) return refused({ what: "no_contract" });
  const here = await openGitHere(project);
  if (!here.ok) return here;
  const { git, prefix } = here.value;
  if ((await firstUnknown(git, [commit])) !== undefined) return refused({ what: "unknown_ref", ref: commit });
  const results = await checkContract({ git, commit, prefix, contract });
  return granted({ isKept: hasPassed(results), commit, results });
}
