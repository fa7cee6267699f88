/** The part of `reeve.yaml` that says how worktrees are made, kept and brought together. */
import { commandCheck } from "./command-check.ts";
import { flag, list, mapping, oneOf, whole } from "./fields.ts";

const KEEP_OR_DISCARD = ["keep", "discard"] as const;

export const workspaceField = mapping(
  {
    setup: list(commandCheck, "a list of shell commands, like [npm ci]")
      .default([])
      .meta({
        description: "Shell commands to run once in every new worktree before anything else; 600 s each by default.",
        examples: [["npm ci"]],
      }),
    changesets: mapping(
      {
        crash: oneOf(KEEP_OR_DISCARD)
          .default("keep")
          .meta({ description: "After a crash, a network failure, a limit." }),
        budget: oneOf(KEEP_OR_DISCARD).default("keep").meta({ description: "After money or tokens ran out." }),
        spinning: oneOf(KEEP_OR_DISCARD).default("discard").meta({ description: "After it went in circles." }),
        wrong: oneOf(KEEP_OR_DISCARD)
          .default("discard")
          .meta({ description: "After a gate found that the change itself is wrong." }),
      },
      "a mapping like { crash: keep, wrong: discard }",
    )
      .prefault({})
      .meta({
        description: "What becomes of an attempt's work when another attempt follows. Discarded work is parked.",
      }),
    raise_tier_when_wrong: flag.default(false).meta({
      description: "After a wrong change, the next attempt gets the agent's next higher tier.",
    }),
    keep: oneOf(["unmerged", "all"]).default("unmerged").meta({
      description: "Worktrees that stay: those whose work is not merged yet, or all of them until `reeve clean`.",
    }),
    evictions: whole(1, 100, "a whole number from 1, like 3")
      .default(3)
      .meta({ description: "At this many evictions of a task by the merge queue, a person is asked." }),
    waiting: whole(1, 10_000, "a whole number from 1, like 8")
      .optional()
      .meta({
        description:
          "While this many tasks wait to be verified and merged, no other task begins. Default: twice max_parallel.",
        examples: [8],
      }),
    secrets: flag.default(true).meta({ description: "Look for secrets in the changes." }),
    parallel: whole(1, 64, "a whole number from 1, like 4")
      .default(4)
      .meta({ description: "How many worktrees are made at once." }),
    verify_parallel: whole(1, 64, "a whole number from 1, like 2")
      .default(2)
      .meta({ description: "How many tasks' gates run at once." }),
  },
  "a mapping like { setup: [npm ci] }",
);
