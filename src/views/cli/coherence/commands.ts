/** Branches and contracts: whether what was made goes together, and whether all that was promised is there. */
import { type CommandSpec, command, OF_RUN } from "../command.ts";
import type { CoherenceOptions } from "./coherence.ts";
import type { ContractOptions } from "./contract.ts";

export const coherenceCommands: readonly CommandSpec[] = [
  command<CoherenceOptions, [readonly string[]]>({
    usage: "coherence [branches...]",
    looks: true,
    about:
      "Check whether branches fit together: a run's open ones, or those you name. Exits with 1 if something critical is found.",
    example: "reeve coherence --base main feature-a feature-b",
    options: [
      OF_RUN,
      { flags: "--base <ref>", about: "what they will be merged into; the run's integration branch if not given" },
    ],
    act: async ({ io }, options, branches) => (await import("./coherence.ts")).coherenceCommand(io, branches, options),
  }),
  command<ContractOptions, [string | undefined]>({
    usage: "contract [plan]",
    looks: true,
    about: "Check that a commit has everything the plan's contract promises. Exits with 1 if not.",
    example: "reeve contract plan.yaml --commit main",
    options: [
      OF_RUN,
      { flags: "--commit <ref>", about: "where to look; the run's integration branch, or HEAD for a plan" },
    ],
    act: async ({ io }, options, plan) => (await import("./contract.ts")).contractCommand(io, plan, options),
  }),
];
