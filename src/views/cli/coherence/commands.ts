/** The commands that look at branches and contracts. Part of `program`. */
import type { Command } from "commander";
import { command, ofRun, type ProgramOptions } from "../command.ts";
import type { CoherenceOptions } from "./coherence.ts";
import type { ContractOptions } from "./contract.ts";

export function addCoherenceCommands(program: Command, { io, world, done }: ProgramOptions): void {
  ofRun(
    command(
      program,
      "coherence [branches...]",
      "Whether branches go together: a run's open ones, or those you name. Exit 1 if something critical is found.",
      "reeve coherence --base main feature-a feature-b",
    ),
  )
    .option("--base <ref>", "what they are to be merged into; the run's integration branch if not given")
    .action(async (branches: readonly string[], given: CoherenceOptions) => {
      const { coherenceCommand } = await import("./coherence.ts");
      done(await coherenceCommand(io, await world(), branches, given));
    });
  ofRun(
    command(
      program,
      "contract [plan]",
      "Whether a commit has all that the plan's contract promises. Exit 1 if not.",
      "reeve contract plan.yaml --commit main",
    ),
  )
    .option("--commit <ref>", "where to look; the run's integration branch, or HEAD for a plan")
    .action(async (plan: string | undefined, given: ContractOptions) => {
      const { contractCommand } = await import("./contract.ts");
      done(await contractCommand(io, await world(), plan, given));
    });
}
