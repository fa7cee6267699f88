/** `reeve contract [plan]`: whether a commit has what the contract of a plan, or of a run, promises. */
import { examineContract } from "../../../app/coherence/examine-contract.ts";
import { findProject } from "../../../app/project/project.ts";
import { contractLines } from "../../coherence-words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";

export interface ContractOptions extends CommonOptions {
  readonly commit?: string;
}

export async function contractCommand(io: Io, plan: string | undefined, options: ContractOptions): Promise<ExitCode> {
  const { run, json } = options;
  const examined = await examineContract(findProject(io.cwd), { cwd: io.cwd, plan, run, commit: options.commit });
  if (!examined.ok) return refuse(io, json, examined.refusal);
  const { isKept, commit, results } = examined.value;
  if (json) printJson(io, { kept: isKept, commit, results });
  else print(io, contractLines(results, commit));
  return isKept ? EXIT.ok : EXIT.failed;
}
