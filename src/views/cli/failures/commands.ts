/** Looking back: failures and what they mean, their patterns, and the runs they happened in. */
import { type CommandSpec, command, type OptionSpec } from "../command.ts";
import type { ClassifyOptions } from "./classify.ts";
import type { FailuresOptions } from "./failures.ts";
import type { HistoryOptions } from "./history.ts";
import type { LearnOptions } from "./learn.ts";
import type { PatternsOptions } from "./patterns.ts";

const ALL_PROJECTS: OptionSpec = {
  flags: "--all-projects",
  about: "also what other projects have recorded (paths.failures in reeve.yaml)",
};

export const failureCommands: readonly CommandSpec[] = [
  command<PatternsOptions, [string | undefined]>({
    usage: "patterns [file]",
    looks: true,
    about:
      "Group failures by root cause: from a file of JSON Lines (- for standard input), or from all runs of this project.",
    example: "reeve patterns failures.jsonl --jsonl",
    options: [
      { flags: "--jsonl", about: "read JSON Lines and print one JSON line per group" },
      { flags: "--all", about: "also failures that share their cause with no other" },
      ALL_PROJECTS,
    ],
    act: async ({ io }, options, file) => (await import("./patterns.ts")).patternsCommand(io, file, options),
  }),
  command<FailuresOptions>({
    usage: "failures",
    looks: (options) => options["import"] === undefined,
    about: "List what failed in the runs of this project, why, what was done about it and whether it helped.",
    example: "reeve failures --run r2 --jsonl",
    options: [
      { flags: "--run <id>", about: "only this run; all of them if not given" },
      { flags: "--jsonl", about: "print one JSON line per failure" },
      ALL_PROJECTS,
      { flags: "--import <file>", about: "import another project's history, as --jsonl prints it" },
    ],
    act: async ({ io }, options) => (await import("./failures.ts")).failuresCommand(io, options),
  }),
  command<HistoryOptions>({
    usage: "history",
    looks: true,
    about: "List the runs of this project: how they ended, what they cost, how long they took.",
    example: "reeve history --json",
    options: [ALL_PROJECTS],
    act: async ({ io }, options) => (await import("./history.ts")).historyCommand(io, options),
  }),
  command<ClassifyOptions, [string | undefined]>({
    usage: "classify [file]",
    looks: ({ correct }) => correct === undefined,
    about:
      "Say what a failed output means: class, restart, subject, evidence. Reads standard input if no file, or -, is given.",
    example: "reeve classify build.log --exit-code 1",
    options: [
      { flags: "--jsonl", about: 'read one {"id","text","tool"?,"exit_code"?} per line and print one result per line' },
      { flags: "--tool <name>", about: "which program printed it" },
      { flags: "--exit-code <n>", about: "what it exited with", parse: Number },
      { flags: "--explain", about: "explain the answer step by step" },
      { flags: "--correct <class>", about: "say what it really means; `reeve learn` makes a rule of it" },
      { flags: "--restart <kind>", about: "with --correct: transient, persistent, terminal or unknown" },
      { flags: "--about <subject>", about: "with --correct: what it is about" },
    ],
    act: async ({ io }, options, file) => (await import("./classify.ts")).classifyCommand(io, file ?? "-", options),
  }),
  command<LearnOptions>({
    usage: "learn",
    looks: ({ dryRun }) => dryRun === true,
    about: "Make your own rules from what people corrected: classify --correct, retry --because, answers.",
    example: "reeve learn --dry-run",
    options: [{ flags: "--dry-run", about: "say what would be learned and write nothing" }],
    act: async ({ io }, options) => (await import("./learn.ts")).learnCommand(io, options),
  }),
];
