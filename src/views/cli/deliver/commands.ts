/** Finished work: looking at it, showing it to others, taking it over. */
import { type CommandSpec, command, OF_RUN } from "../command.ts";
import type { LandOptions } from "./land.ts";
import type { ReviewOptions } from "./review.ts";

export const deliverCommands: readonly CommandSpec[] = [
  command<ReviewOptions>({
    usage: "review",
    about: "Per task what changed, why, what proves it and what it cost; pull requests on request.",
    example: "reeve review --task build-api --diff",
    options: [
      OF_RUN,
      { flags: "--task <id>", about: "one task only" },
      { flags: "--diff", about: "what the task changed, line by line" },
      { flags: "--markdown", about: "print Markdown instead" },
      {
        flags: "--open-pr",
        about: "push the work and open a pull request; a branch and a review file where that cannot be done",
      },
      { flags: "--per-task", about: "with --open-pr: one pull request per task" },
      { flags: "--remote <name>", about: "with --open-pr: where to push to; origin if not given" },
      { flags: "--branch <name>", about: "with --open-pr: another name on the remote" },
      { flags: "--yes", about: "with --open-pr: as a draft, even if the run is not finished or not green" },
    ],
    act: async ({ io, world }, options) => (await import("./review.ts")).reviewCommand(io, world, options),
  }),
  command<LandOptions>({
    usage: "land",
    about: "Bring the verified work of a run into a branch of yours.",
    example: "reeve land --into main",
    options: [
      OF_RUN,
      { flags: "--into <branch>", about: "which branch; the one the run started from if not given" },
      { flags: "--ff-only", about: "only as a fast-forward" },
      { flags: "--merge", about: "always as a merge commit" },
      { flags: "--partial", about: "even if some tasks were not done" },
    ],
    act: async ({ io, world }, options) => (await import("./land.ts")).landCommand(io, world, options),
  }),
];
