/** The commands that look back: failures, their patterns, and the runs they happened in. Part of `program`. */
import type { Command } from "commander";
import { command, type ProgramOptions } from "../command.ts";
import type { FailuresOptions } from "./failures.ts";
import type { HistoryOptions } from "./history.ts";
import type { PatternsOptions } from "./patterns.ts";

const ALL_PROJECTS = "also what other projects have told (paths.failures in reeve.yaml)";

export function addFailureCommands(program: Command, { io, done }: ProgramOptions): void {
  command(
    program,
    "patterns [file]",
    "Failures grouped by root cause: of a file of JSON Lines (- for standard input), or of all runs of this project.",
    "reeve patterns failures.jsonl --jsonl",
  )
    .option("--jsonl", "read JSON Lines and print one JSON line per group")
    .option("--all", "also failures that share their cause with no other")
    .option("--all-projects", ALL_PROJECTS)
    .action(async (file: string | undefined, given: PatternsOptions) => {
      const { patternsCommand } = await import("./patterns.ts");
      done(await patternsCommand(io, file, given));
    });
  command(
    program,
    "failures",
    "What failed in the runs of this project, why, what was done about it and what came of it.",
    "reeve failures --run r2 --jsonl",
  )
    .option("--run <id>", "only this run; all of them if not given")
    .option("--jsonl", "print one JSON line per failure")
    .option("--all-projects", ALL_PROJECTS)
    .option("--import <file>", "take in another project's history, as --jsonl prints it")
    .action(async (given: FailuresOptions) => {
      const { failuresCommand } = await import("./failures.ts");
      done(await failuresCommand(io, given));
    });
  command(
    program,
    "history",
    "The runs of this project: how they ended, what they cost, how long they took.",
    "reeve history --json",
  )
    .option("--all-projects", ALL_PROJECTS)
    .action(async (given: HistoryOptions) => {
      const { historyCommand } = await import("./history.ts");
      done(await historyCommand(io, given));
    });
}
