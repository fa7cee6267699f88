/** The commands by which a person looks at finished work and takes it over. Part of `program`. */
import type { Command } from "commander";
import { command, ofRun, type ProgramOptions } from "../command.ts";
import type { LandOptions } from "./land.ts";
import type { ReviewOptions } from "./review.ts";

export function addReviewCommands(program: Command, { io, world, done }: ProgramOptions): void {
  ofRun(
    command(
      program,
      "review",
      "Per task what changed, why, what proves it and what it cost; pull requests on request.",
      "reeve review --task build-api --diff",
    ),
  )
    .option("--task <id>", "one task only")
    .option("--diff", "what the task changed, line by line")
    .option("--markdown", "print Markdown instead")
    .option("--open-pr", "push the work and open a pull request; a branch and a review file where that cannot be done")
    .option("--per-task", "with --open-pr: one pull request per task")
    .option("--remote <name>", "with --open-pr: where to push to; origin if not given")
    .option("--branch <name>", "with --open-pr: another name on the remote")
    .option("--yes", "with --open-pr: as a draft, even if the run is not finished or not green")
    .action(async (given: ReviewOptions) => {
      const { reviewCommand } = await import("./review.ts");
      done(await reviewCommand(io, world, given));
    });
  ofRun(command(program, "land", "Bring the proved work of a run into a branch of yours.", "reeve land --into main"))
    .option("--into <branch>", "which branch; the one the run began from if not given")
    .option("--ff-only", "only as a fast-forward")
    .option("--merge", "always as a merge commit")
    .option("--partial", "even if some tasks were not done")
    .action(async (given: LandOptions) => {
      const { landCommand } = await import("./land.ts");
      done(await landCommand(io, world, given));
    });
}
