/** `reeve simulate --faults FILE [--policy FILE,…]`: a plan under policies, side by side, in virtual time. */
import { simulatePolicies } from "../../../app/plan/simulate-policies.ts";
import { findProject } from "../../../app/project/project.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { refuse, reportMistakes } from "../refuse.ts";
import { comparisonJson, renderComparison } from "./render-comparison.ts";

export interface SimulatePolicyOptions extends CommonOptions {
  readonly faults?: string;
  readonly policy?: readonly string[];
  readonly plan?: string;
  readonly runs?: number;
  readonly seed?: number;
}

export async function simulatePolicyCommand(io: Io, options: SimulatePolicyOptions): Promise<ExitCode> {
  const { faults, policy: policies = [], plan, runs, seed, json } = options;
  const simulated = simulatePolicies(findProject(io.cwd), { cwd: io.cwd, faults, policies, plan, runs, seed });
  if (!simulated.ok) return refuse(io, json, simulated.refusal);
  reportMistakes(io, [], simulated.value.warnings);
  if (json) printJson(io, comparisonJson(simulated.value));
  else print(io, renderComparison(simulated.value));
  return EXIT.ok;
}
