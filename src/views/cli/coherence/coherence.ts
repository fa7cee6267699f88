/** `reeve coherence`: lays a run's open branches, or those a person names, side by side and tells what does not fit. */
import { compareBranches } from "../../../app/coherence/compare-branches.ts";
import { findProject } from "../../../app/project/project.ts";
import { coherenceLines } from "../../coherence-words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";

export interface CoherenceOptions extends CommonOptions {
  readonly base?: string;
}

export async function coherenceCommand(
  io: Io,
  named: readonly string[],
  { run, base: wanted, json }: CoherenceOptions,
): Promise<ExitCode> {
  const compared = await compareBranches(findProject(io.cwd), { run, base: wanted, branches: named });
  if (!compared.ok) return refuse(io, json, compared.refusal);
  const { report, delta, base, branches } = compared.value;
  if (json) printJson(io, { base, branches, report, delta });
  else print(io, coherenceLines(report, delta, branches.length));
  return report.status === "critical" ? EXIT.failed : EXIT.ok;
}
