/** Beginning and working: the commands from an empty folder to a run that goes. */
import { type CommandSpec, command, OF_RUN, wholeNumber } from "../command.ts";
import type { CommonOptions } from "../io.ts";
import type { CheckOptions } from "./check.ts";
import type { RunOptions } from "./run.ts";

export const runCommands: readonly CommandSpec[] = [
  command<CommonOptions>({
    usage: "init",
    about: "Write a first reeve.yaml, for the agents it finds, and a plan.yaml.",
    example: "reeve init",
    act: async ({ io, world }, options) => (await import("./init.ts")).initCommand(io, world, options),
  }),
  command<CheckOptions, [string | undefined]>({
    usage: "check [plan]",
    looks: true,
    about: "Check reeve.yaml and a plan; report every mistake at once; start nothing.",
    example: "reeve check plan.yaml --forecast",
    options: [{ flags: "--forecast", about: "forecast tasks, time and money from what earlier runs took" }],
    act: async ({ io, world }, options, plan) => (await import("./check.ts")).checkCommand(io, world, plan, options),
  }),
  command<RunOptions, [string | undefined]>({
    usage: "run [plan]",
    about: "Work a plan, or resume a run; an epic (a .md file) is ticked until only you can help.",
    example: "reeve run plan.yaml --max-parallel 4",
    options: [
      OF_RUN,
      { flags: "--max-parallel <n>", about: "at most this many agents at once", parse: wholeNumber },
      { flags: "--no-auto-resume", about: "after a usage limit, ask before its tasks start" },
      { flags: "--detach", about: "work in the background" },
      { flags: "--queue", about: "only make the run; `reeve up` works it when its turn comes" },
      { flags: "--wait", about: "keep running when only you can help, instead of exiting" },
      { flags: "--new", about: "start a new run even if one of this plan exists" },
      {
        flags: "--pipeline <kind>",
        about: "work a pipeline of documents instead of a plan; [plan] is the file with your request",
        choices: ["spec-only", "impl-only", "full-lifecycle"],
      },
      { flags: "--session <dir>", about: "folder of the pipeline's documents; below the state folder if not given" },
      { flags: "--trust-git", about: "even if agents of the run before changed git's configuration" },
      { flags: "--no-supervision", about: "a pipeline without checkpoints" },
    ],
    act: async ({ io, world, signal }, options, plan) =>
      (await import("./run.ts")).runCommand(io, world, signal, plan, options),
  }),
];
