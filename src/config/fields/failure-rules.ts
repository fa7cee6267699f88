/** `failures:` in reeve.yaml: a user's own rules about what an output means. Their shape, and nothing about their use. */
import type { z } from "zod";
import { present } from "../../basics/present.ts";
import { FAILURE_CLASSES } from "../../domain/proof/failure.ts";
import type { FailureRule } from "../../domain/spec/failure-rule.ts";
import { list, mapping, oneOf, text } from "./fields.ts";

const HINT = '{ match: "licence of * has run out", class: auth }';
const PATTERN_HINT =
  "plain words of a line, with * for anything and {subject} for what it is about; not only * and spaces";
const RULES_MAX = 500;

export const failureRule = mapping(
  {
    match: text(PATTERN_HINT)
      .max(300, { error: "300 characters or fewer" })
      .refine((pattern) => pattern.replace(/\*|\{subject\}/g, "").trim().length >= 3, { error: PATTERN_HINT })
      .meta({
        description:
          "Plain words that one line of the output contains, in this order, in upper or lower case. `*` matches anything, `{subject}` what the failure is about.",
        examples: ["licence of {subject} has run out"],
      }),
    class: oneOf(FAILURE_CLASSES).meta({ description: "What such an output means." }),
    restart: oneOf(["transient", "persistent", "terminal", "unknown"]).optional().meta({
      description:
        "transient: restart it. persistent: one more attempt, whose prompt says why. terminal: ask a person. Default: by class.",
    }),
    subject: text("a name, like licence-server")
      .optional()
      .meta({ description: "What it is about, if the line itself does not name it." }),
    tool: text("the name of a tool, like npm").optional().meta({ description: "Only for outputs of this tool." }),
  },
  `a mapping like ${HINT}`,
);

export const failureRulesField = list(failureRule, `a list like [${HINT}]`)
  .max(RULES_MAX, { error: `${RULES_MAX} rules or fewer` })
  .meta({
    description:
      "Your own rules about what an output means. Reeve tries them before its own; the first that fits counts.",
    examples: [[{ match: "licence of {subject} has run out", class: "auth" }]],
  });

export function toFailureRules(written: z.output<typeof failureRulesField>): readonly FailureRule[] {
  return written.map((each) => present(each));
}
