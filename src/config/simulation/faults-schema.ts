/** The shape of `faults.yaml`, with the meaning and the default of every key. */
import { z } from "zod";
import { FAILURE_CLASSES } from "../../domain/proof/failure.ts";
import { FAULT_KINDS } from "../../domain/spec/faults.ts";
import { flag, list, mapping, oneOf, text } from "../fields/fields.ts";

const FAULT_HINT = "{ class: import_error, probability: 0.2 }";
const SPREAD_HINT = "a number, { min: 5, max: 20 } or { median: 10, p90: 30 }";
const AMOUNT_MAX = 1_000_000_000;

const amount = z
  .number({ error: SPREAD_HINT })
  .min(0, { error: "0 or more" })
  .max(AMOUNT_MAX, { error: `${AMOUNT_MAX} or less` });

const positive = amount.positive({ error: "more than 0" });
const pair = mapping(
  { min: amount.optional(), max: amount.optional(), median: positive.optional(), p90: positive.optional() },
  SPREAD_HINT,
)
  .refine(({ min, max, median, p90 }) => given(min, max) !== given(median, p90) && !given(min ?? max, median ?? p90), {
    error: "give min and max, or median and p90",
    params: { what: "has not the two numbers it needs" },
  })
  .refine(({ min = 0, max = min }) => min <= max, {
    path: ["max"],
    error: "make max the larger one",
    params: { what: "is less than min" },
  })
  .refine(({ median = 1, p90 = median }) => median <= p90, {
    path: ["p90"],
    error: "nine in ten take less than p90",
    params: { what: "is less than the median" },
  });

function given(one: number | undefined, other: number | undefined): boolean {
  return one !== undefined && other !== undefined;
}

const spread = z
  .union([amount, pair], { error: SPREAD_HINT })
  .meta({ description: "Always the same, anything between two, or most near a median with a long tail." });

const PART_HINT = "a part between 0 and 1, like 0.2";
const part = z.number({ error: PART_HINT }).min(0, { error: PART_HINT }).max(1, { error: PART_HINT });

const minutesOf = (hint: string) => z.number({ error: hint }).positive({ error: hint }).max(1_000_000, { error: hint });

const takes = {
  minutes: spread.optional(),
  usd: spread.optional(),
  tokens: spread.optional(),
};

const SHARED_HINT = "true, or { mended_alone: 0.25, mended_by_fix: 0.9 }";

const shared = z.union(
  [
    flag,
    mapping(
      {
        mended_alone: part.default(0.25).meta({
          description: "An attempt that was told of the cause mends it in passing; merged, it is mended for all.",
        }),
        mended_by_fix: part.default(0.9).meta({ description: "A task made to fix the cause does fix it." }),
        made_by: text("the id of a task").optional().meta({ description: "The cause is gone when this task is done." }),
        lasts_minutes: minutesOf("minutes above 0, like 30").optional().meta({ description: "It passes by itself." }),
      },
      SHARED_HINT,
    ),
  ],
  { error: SHARED_HINT },
);

const fault = mapping(
  {
    how: oneOf(FAULT_KINDS).default("fails").meta({
      description:
        "fails: the agent fails. gate: it says done and a gate fails. merge: the merge queue sends it back. blocked: it asks. lost: its process vanishes.",
    }),
    class: oneOf(FAILURE_CLASSES).optional().meta({ description: "What kind of failure it is." }),
    restart: oneOf(["transient", "persistent", "terminal", "unknown"])
      .optional()
      .meta({ description: "Left out: what the class deserves." }),
    subject: text("what it is about, like db").optional().meta({ description: "What it is about." }),
    text: text("a line of output").optional().meta({ description: "What is printed; {subject} is put in." }),
    probability: part.meta({
      description: "Of each attempt; where it is shared, of each run.",
    }),
    after_failure: part.optional().meta({ description: "Of an attempt whose task failed by it before." }),
    when_raised: part.optional().meta({ description: "Of an attempt on a higher model tier." }),
    tasks: list(text("the id of a task"), "a list of task ids")
      .min(1, { error: "name a task, or leave it out" })
      .optional(),
    retry_after_minutes: minutesOf("minutes above 0, like 60").optional().meta({
      description: "The limit says that it resets after this.",
    }),
    shared: shared.default(false).meta({
      description: "One cause for all: it hits every attempt until it is mended by a fix, by a person or in passing.",
    }),
    ...takes,
  },
  `a mapping like ${FAULT_HINT}`,
);

export const faultsSchema = mapping(
  {
    attempt: mapping(takes, "a mapping like { minutes: 10, usd: 0.5, tokens: 100000 }")
      .prefault({})
      .meta({ description: "What an attempt takes in which nothing goes wrong. Default: 10 minutes, 0.50 dollars." }),
    verify_minutes: spread.default(1).meta({ description: "Looking at a task's work." }),
    merge_minutes: spread.default(0.5).meta({ description: "Merging it; one after the other." }),
    raised_usd_factor: minutesOf("a number above 0, like 4").default(1).meta({
      description: "Each higher model tier multiplies what an attempt costs.",
    }),
    person: z
      .union(
        [
          z.literal("never", { error: "never, or { answers_after_minutes: 480 }" }),
          mapping(
            { answers_after_minutes: minutesOf("minutes above 0, like 480") },
            "never, or { answers_after_minutes: 480 }",
          ),
        ],
        { error: "never, or { answers_after_minutes: 480 }" },
      )
      .default({ answers_after_minutes: 480 })
      .meta({ description: "When questions are answered. Default: in the morning, 8 hours later." }),
    horizon_hours: minutesOf("hours above 0, like 168")
      .default(168)
      .meta({ description: "A run that takes longer is given up and counted as not done. Default: a week." }),
    faults: list(fault, `a list like [${FAULT_HINT}]`)
      .max(200, { error: "200 faults or fewer" })
      .default([])
      .meta({ description: "What can go wrong." }),
  },
  "a mapping with faults:",
);

export type FaultsFile = z.output<typeof faultsSchema>;
export type SpreadFile = z.output<typeof spread>;
