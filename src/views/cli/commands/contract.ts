/** `reeve contract [plan]`: whether a commit has what the contract of a plan, or of a run, promises. */

import { hasPassed } from "../../../domain/gate.ts";
import type { Contract } from "../../../domain/plan.ts";
import { integrationBranch } from "../../../domain/workspace.ts";
import { loadPlan } from "../../../runtime/load.ts";
import { findProject, type Project, standardPlan } from "../../../runtime/project.ts";
import { contractLines } from "../../coherence.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, print, printJson } from "../io.ts";
import { withRun } from "../open-run.ts";
import type { World } from "../world.ts";
import { reportMistakes } from "./check.ts";

export interface ContractOptions extends CommonOptions {
  readonly commit?: string;
}

type Asked = Pick<World, "contract">;

/** A plan that is named counts; otherwise the newest run's; otherwise plan.yaml. */
export async function contractCommand(
  io: Io,
  world: Asked,
  plan: string | undefined,
  options: ContractOptions,
): Promise<ExitCode> {
  const project = findProject(io.cwd);
  if (plan === undefined && (options.run !== undefined || (await project.runs.list()).length > 0)) {
    return withRun(io, options, ({ state }) =>
      look(io, world, project, state.plan.contract, options.commit ?? integrationBranch(state.run.id), options),
    );
  }
  const loaded = loadPlan(project, plan ?? standardPlan(project, io.cwd), io.cwd);
  if (!loaded.ok) {
    if (options.json) printJson(io, { mistakes: loaded.mistakes, warnings: loaded.warnings, exit: EXIT.badInput });
    else reportMistakes(io, loaded.mistakes, loaded.warnings);
    return EXIT.badInput;
  }
  return look(io, world, project, loaded.value.plan.contract ?? null, options.commit ?? "HEAD", options);
}

async function look(
  io: Io,
  world: Asked,
  project: Project,
  contract: Contract | null,
  commit: string,
  options: CommonOptions,
): Promise<ExitCode> {
  if (contract === null) {
    return badInput(io, options.json, "The plan has no contract: say under `contract:` what the tasks must build.");
  }
  const answer = await world.contract(project, { contract, commit });
  if (!answer.ok) return badInput(io, options.json, answer.sentence);
  const isKept = hasPassed(answer.results);
  if (options.json) printJson(io, { kept: isKept, commit: answer.commit, results: answer.results });
  else print(io, contractLines(answer.results, answer.commit));
  return isKept ? EXIT.ok : EXIT.failed;
}
