/** Finished work: looking at it, showing it to others, taking it over. */
import { type CommandSpec, command, OF_RUN } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import type { CommonOptions } from "../io.ts";
import type { LandOptions } from "./land.ts";
import type { ReviewOptions } from "./review.ts";

const VERIFY_HELP = `Without a name: the newest run here; in a clone, all whose receipts are here. A clone gets them by
  git fetch origin refs/notes/reeve:refs/notes/reeve
Exit codes: ${EXIT.ok} nothing is contradicted, ${EXIT.failed} something is, ${EXIT.badInput} there is nothing to check, ${EXIT.needsPerson} nothing is contradicted but something is missing.`;

export const deliverCommands: readonly CommandSpec[] = [
  command<ReviewOptions>({
    usage: "review",
    looks: ({ openPr }) => openPr !== true,
    about: "Show for each task what changed, why, what proves it and what it cost; open pull requests.",
    example: "reeve review --task build-api --diff",
    options: [
      OF_RUN,
      { flags: "--task <id>", about: "one task only" },
      { flags: "--diff", about: "what the task changed, line by line" },
      { flags: "--markdown", about: "print Markdown instead" },
      {
        flags: "--open-pr",
        about: "push the work and open a pull request; if that is not possible, a branch and a review file",
      },
      { flags: "--per-task", about: "with --open-pr: one pull request per task" },
      { flags: "--remote <name>", about: "with --open-pr: where to push to; origin if not given" },
      { flags: "--branch <name>", about: "with --open-pr: another name on the remote" },
      { flags: "--yes", about: "with --open-pr: as a draft, even if the run is not finished or not green" },
      { flags: "--trust-git", about: "with --open-pr: even if git's configuration was changed since the run began" },
    ],
    act: async ({ io, world }, options) => (await import("./review.ts")).reviewCommand(io, world, options),
  }),
  command<LandOptions>({
    usage: "land",
    about: "Bring the verified work of a run into your branch.",
    example: "reeve land --into main",
    options: [
      OF_RUN,
      { flags: "--into <branch>", about: "which branch; the one the run started from if not given" },
      { flags: "--ff-only", about: "only as a fast-forward" },
      { flags: "--merge", about: "always as a merge commit" },
      { flags: "--partial", about: "even if some tasks were not done" },
      {
        flags: "--trust-git",
        about: "even if git's configuration was changed since the run began: the change is yours",
      },
    ],
    act: async ({ io, world }, options) => (await import("./land.ts")).landCommand(io, world, options),
  }),
  command<CommonOptions, [string | undefined]>({
    usage: "verify [run-or-file]",
    looks: true,
    about:
      "Check the receipts of done tasks, offline, also in a clone: what holds, what does not, and what cannot be checked.",
    example: "reeve verify r1",
    more: VERIFY_HELP,
    act: async ({ io }, options, what) => (await import("./verify.ts")).verifyCommand(io, what, options),
  }),
];
