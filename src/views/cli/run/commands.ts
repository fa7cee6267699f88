/** Beginning and working: the commands from an empty folder to a run that goes. */
import { type CommandSpec, command, OF_RUN, wholeNumber } from "../command.ts";
import type { CommonOptions } from "../io.ts";
import type { RunOptions } from "./run.ts";

export const runCommands: readonly CommandSpec[] = [
  command<CommonOptions>({
    usage: "init",
    about: "Write a first reeve.yaml, for the agents it finds, and a plan.yaml.",
    example: "reeve init",
    act: async ({ io, world }, options) => (await import("./init.ts")).initCommand(io, world, options),
  }),
  command<CommonOptions, [string | undefined]>({
    usage: "check [plan]",
    about: "Check reeve.yaml and a plan; report every mistake at once; start nothing.",
    example: "reeve check plan.yaml",
    act: async ({ io }, options, plan) => (await import("./check.ts")).checkCommand(io, plan, options),
  }),
  command<RunOptions, [string | undefined]>({
    usage: "run [plan]",
    about: "Work a plan, or resume a run.",
    example: "reeve run plan.yaml --max-parallel 4",
    options: [
      OF_RUN,
      { flags: "--max-parallel <n>", about: "at most so many agents at once", parse: wholeNumber },
      { flags: "--no-auto-resume", about: "after a usage limit, ask before its tasks start" },
      { flags: "--detach", about: "work in the background" },
      { flags: "--wait", about: "keep running when only you can help, instead of exiting" },
      { flags: "--new", about: "start a new run even if one of this plan exists" },
    ],
    act: async ({ io, world }, options, plan) => (await import("./run.ts")).runCommand(io, world, plan, options),
  }),
];
