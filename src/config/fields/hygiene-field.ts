/** `hygiene:` of reeve.yaml: how often what dead runs left is tidied up beside the work, and what counts as old. */
import type { z } from "zod";
import type { HygieneConfig } from "../../domain/spec/hygiene-config.ts";
import { mapping, whole } from "./fields.ts";

export const hygieneField = mapping(
  {
    every_s: whole(0, 86_400, "whole seconds, like 300; 0: never").default(300).meta({
      description: "Seconds between two looks at what earlier runs left. 0: never.",
    }),
    older_than_days: whole(1, 3_650, "whole days from 1, like 7").default(7).meta({
      description: "How many days unmerged work stays in its worktree and branch; then it is parked on a ref.",
    }),
  },
  "a mapping like { every_s: 300, older_than_days: 7 }",
);

export function toHygiene(written: z.output<typeof hygieneField>): HygieneConfig {
  return { everyS: written.every_s, olderThanDays: written.older_than_days };
}
