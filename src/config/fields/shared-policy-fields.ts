/** The schemas both files share because gangs override what policies set: backoff, restarts, budget. */
import { z } from "zod";
import { present } from "../../basics/present.ts";
import type { Backoff, Budget } from "../../domain/spec/plan.ts";
import { amount, mapping, minutes, oneOf, seconds, whole } from "./fields.ts";

const JITTER = 0.1;
const DELAY_S = 2;
const BASE_S = 2;
const CAP_S = 60;

const jitter = z
  .number({ error: "a part between 0 and 1, like 0.1" })
  .min(0, { error: "a part between 0 and 1, like 0.1" })
  .max(1, { error: "a part between 0 and 1, like 0.1" })
  .default(JITTER)
  .meta({ description: "How far a wait may differ by chance, as a part of it: 0.1 is ±10 %." });

const BACKOFF_HINT = "none, a number of seconds, or { kind: exponential, base_s: 2, cap_s: 60 }";

export const backoffField = z
  .union(
    [
      oneOf(["none", "constant", "exponential"]),
      seconds("a number of seconds, more than 0, like 5"),
      z.discriminatedUnion(
        "kind",
        [
          mapping({ kind: z.literal("none") }, BACKOFF_HINT),
          mapping(
            {
              kind: z.literal("constant"),
              delay_s: seconds("seconds to wait each time, like 5")
                .default(DELAY_S)
                .meta({ description: "Seconds to wait before each restart." }),
              jitter,
            },
            BACKOFF_HINT,
          ),
          mapping(
            {
              kind: z.literal("exponential"),
              base_s: seconds("seconds to wait the first time, like 2")
                .default(BASE_S)
                .meta({ description: "Seconds to wait before the first restart; doubled each time." }),
              cap_s: seconds("the longest wait in seconds, like 60")
                .default(CAP_S)
                .meta({ description: "The wait never grows beyond this." }),
              jitter,
            },
            BACKOFF_HINT,
          ).refine(({ base_s, cap_s }) => base_s <= cap_s, {
            path: ["cap_s"],
            error: "make cap_s the longest wait",
            params: { what: "is shorter than base_s" },
          }),
        ],
        { error: "one of: none, constant, exponential" },
      ),
    ],
    { error: BACKOFF_HINT },
  )
  .meta({
    description: "Wait before a restart. A bare number is a constant wait in seconds.",
    examples: ["none", 5, { kind: "exponential", base_s: 2, cap_s: 60, jitter: 0.1 }],
  });

export function toBackoff(written: z.output<typeof backoffField>): Backoff {
  if (typeof written === "number") return { kind: "constant", delayS: written, jitter: JITTER };
  const kind = typeof written === "string" ? written : written.kind;
  const given = typeof written === "string" ? undefined : written;
  if (kind === "none") return { kind };
  if (kind === "constant") {
    const { delay_s = DELAY_S, jitter = JITTER } = given?.kind === kind ? given : {};
    return { kind, delayS: delay_s, jitter };
  }
  const { base_s = BASE_S, cap_s = CAP_S, jitter = JITTER } = given?.kind === kind ? given : {};
  return { kind, baseS: base_s, capS: cap_s, jitter };
}

export const restartsField = z.union(
  [
    whole(0, 10_000, "a whole number of restarts, like 3, or unlimited"),
    z.literal("unlimited", { error: "a whole number of restarts, like 3, or unlimited" }),
  ],
  { error: "a whole number of restarts, like 3, or unlimited" },
);

export const withinField = seconds("the window in seconds, more than 0, like 300");

export const budgetField = mapping(
  {
    usd: amount(1_000_000_000, "dollars as a number above 0, like 2.5; leave it out for no limit")
      .optional()
      .meta({ description: "US dollars." }),
    tokens: whole(1, Number.MAX_SAFE_INTEGER, "a whole number above 0, like 500000; leave it out for no limit")
      .optional()
      .meta({ description: "Tokens read and written." }),
    minutes: minutes("minutes as a number above 0, like 60; leave it out for no limit")
      .optional()
      .meta({ description: "Minutes of working time." }),
  },
  "a mapping like { usd: 5, tokens: 500000, minutes: 60 }",
).meta({ description: "What may be spent. What you leave out has no limit.", examples: [{ usd: 5, minutes: 60 }] });

export function toBudget(...layers: readonly (z.output<typeof budgetField> | undefined)[]): Budget {
  return present(Object.assign({}, ...layers) as z.output<typeof budgetField>);
}
