/** `simulate`, in its two modes: a supervision tree with a script, or a plan under policies. Part of `program`. */
import { type Command, InvalidArgumentError } from "commander";
import { command, type ProgramOptions, wholeNumber } from "./command.ts";
import type { SimulatePolicyOptions } from "./plan/simulate-policy.ts";

export function addSimulateCommand(program: Command, { io, done }: ProgramOptions): void {
  command(
    program,
    "simulate [file]",
    "In virtual time: a plan under policies, many times over, to compare them; or, with a file, a supervision tree and a script.",
    "reeve simulate --policy cautious.yaml,bold.yaml --faults faults.yaml --runs 1000",
  )
    .option("--faults <file>", "what goes wrong, how often, and what attempts take")
    .option("--policy <files>", "policies to compare, separated by commas; reeve.yaml if not given", listed)
    .option("--plan <file>", "which plan; the project's plan.yaml if not given")
    .option("--runs <n>", "runs under each policy; 1000 if not given", wholeNumber)
    .option("--seed <n>", "the same number gives the same figures; 1 if not given", seed)
    .action(async (file: string | undefined, given: SimulatePolicyOptions) => {
      if (file === undefined) {
        const { simulatePolicyCommand } = await import("./plan/simulate-policy.ts");
        return done(simulatePolicyCommand(io, given));
      }
      const { simulateCommand } = await import("./plan/simulate.ts");
      done(simulateCommand(io, file, given));
    });
}

function listed(text: string, before: readonly string[] = []): readonly string[] {
  const files = text.split(",").filter((file) => file.trim() !== "");
  return [...before, ...files.map((file) => file.trim())];
}

function seed(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0 || number > 0xffff_ffff)
    throw new InvalidArgumentError("It must be a whole number from 0 to 4294967295.");
  return number;
}
