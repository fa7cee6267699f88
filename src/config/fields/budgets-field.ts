/** `budgets:` of reeve.yaml: what a run may use, and what an attempt, a day and the whole project may; and how fast. */
import type { z } from "zod";
import { present } from "../../basics/present.ts";
import type { Caps, Money } from "../../domain/spec/caps.ts";
import type { Budget } from "../../domain/spec/plan.ts";
import { amount, mapping, whole } from "./fields.ts";
import { budgetField, toBudget } from "./shared-policy-fields.ts";

const { usd, tokens, minutes } = budgetField.shape;
const money = mapping({ usd, tokens }, "a mapping like { usd: 5, tokens: 500000 }");

export const budgetsField = mapping(
  {
    ...{ usd, tokens, minutes },
    attempt: budgetField
      .optional()
      .meta({ description: "What a single attempt may use, whatever its task may still use." }),
    day: money.optional().meta({
      description:
        "What all runs of this project may use in a day, from midnight to midnight in the machine's time zone.",
    }),
    project: money.optional().meta({ description: "What all runs of this project may use in all." }),
    repair_percent: whole(0, 90, "a whole number of percent from 0 to 90, like 10").optional().meta({
      description:
        "This share of the run's usd and tokens is kept for fixes and retries; other work stops before it. Default: 0.",
    }),
    usd_per_minute: amount(1_000_000, "dollars above 0, like 2")
      .optional()
      .meta({ description: "The run halts when it spends more than this, on average over the last five minutes." }),
  },
  "a mapping like { usd: 5, tokens: 500000, minutes: 60, day: { usd: 20 } }",
);

type Written = z.output<typeof budgetsField>;

export function toRunBudget({ usd, tokens, minutes }: Written): Budget {
  return toBudget({ usd, tokens, minutes });
}

/** Undefined: there are none. */
export function toCaps(written: Written): Caps | undefined {
  const { attempt, day, project, usd_per_minute: usdPerMinute, repair_percent: repair = 0 } = written;
  const caps = present({
    attempt: attempt && toBudget(attempt),
    day: day && (present(day) as Money),
    project: project && (present(project) as Money),
    usdPerMinute,
    repairShare: repair === 0 ? undefined : repair / 100,
  }) as Caps;
  return Object.keys(caps).length === 0 ? undefined : caps;
}
