/** The part of `reeve.yaml` that says who is asked for advice, and with which text. */
import type { z } from "zod";
import { present } from "../../basics/present.ts";
import type { Advisors } from "../../domain/work/advisor.ts";
import { ADVISOR_ROLES, type AdvisorRole } from "../../domain/work/role-answers.ts";
import type { Report } from "../yaml/open-source.ts";
import { mapping, text } from "./fields.ts";

const advisor = mapping(
  {
    agent: text("the name of an agent").meta({ description: "The agent to ask: a name under agents:." }),
    tier: text("a tier of the agent").optional().meta({ description: "Which of its model tiers to use." }),
    template: text("a path to a text file")
      .optional()
      .meta({ description: "Your own template instead of Reeve's; {{names}} in it are filled in." }),
  },
  "a mapping like { agent: coder, tier: high }",
);

const DESCRIPTIONS: Readonly<Record<AdvisorRole, string>> = {
  debugger: "Asked after a failed gate: what was the cause, and what would fix it? The prompt of the retry says so.",
  supervisor: "Asked when no rule decides what to do. Reeve takes its actions.",
  planner: "Asked for a plan by `reeve plan`, and for a change when a run's plan is wrong.",
  reviewer: "Asked whether a task's work may be merged, and whether a claim that a task is impossible is true.",
  coherence: "Asked once before the run ends whether the integrated work fits together.",
};

export const advisorsField = mapping(
  Object.fromEntries(
    ADVISOR_ROLES.map((role) => [role, advisor.optional().meta({ description: DESCRIPTIONS[role] })]),
  ) as Record<AdvisorRole, z.ZodOptional<typeof advisor>>,
  "a mapping like { debugger: { agent: coder } }",
);

/** The texts are read later, by whoever reads files: until then `template` is the path, or empty for Reeve's own. */
export function toAdvisors(file: z.output<typeof advisorsField>): Advisors {
  const entries = ADVISOR_ROLES.flatMap((role) => {
    const given = file[role];
    return given
      ? [[role, { agent: given.agent, ...present({ tier: given.tier }), template: given.template ?? "" }]]
      : [];
  });
  return Object.fromEntries(entries) as Advisors;
}

export function checkAdvisors(
  value: Readonly<Record<string, unknown>>,
  agents: readonly string[],
  report: Report,
): void {
  for (const role of ADVISOR_ROLES) {
    const given = value[role];
    if (typeof given !== "object" || given === null || !("agent" in given)) continue;
    const { agent } = given;
    if (typeof agent !== "string" || agents.includes(agent)) continue;
    const hint = `configured agents: ${agents.join(", ") || "none"}`;
    report.mistake(["advisors", role, "agent"], `the ${role} names the unknown agent ${JSON.stringify(agent)}`, hint);
  }
}
