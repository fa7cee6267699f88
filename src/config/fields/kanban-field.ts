/** The part of `reeve.yaml` that says who works a kanban board. */
import type { z } from "zod";
import { asMapping } from "../../basics/loose.ts";
import { present } from "../../basics/present.ts";
import { KANBAN_ROLES, type KanbanConfig, type KanbanRole } from "../../domain/spec/kanban-config.ts";
import type { Report } from "../yaml/open-source.ts";
import { mapping, text, whole } from "./fields.ts";

const boardAgent = mapping(
  {
    agent: text("the name of an agent").meta({ description: "The agent in this role: a name under agents:." }),
    tier: text("a tier of the agent").optional().meta({ description: "Which of its model tiers to use." }),
    brief: text("a path to a text file").optional().meta({ description: "Your own brief instead of Reeve's." }),
  },
  "a mapping like { agent: coder, tier: high }",
);

const DESCRIPTIONS: Readonly<Record<KanbanRole, string>> = {
  manager: "Updates the board after each task. Default: Reeve's own Manager, with rules and without a model.",
  architect: "Designs, explores and reviews. Default: the default agent.",
  implementor: "Implements. Default: the default agent.",
};

export const kanbanField = mapping(
  {
    ...(Object.fromEntries(
      KANBAN_ROLES.map((role) => [role, boardAgent.optional().meta({ description: DESCRIPTIONS[role] })]),
    ) as Record<KanbanRole, z.ZodOptional<typeof boardAgent>>),
    retries: whole(0, 20, "a whole number from 0, like 3").default(3).meta({
      description: "How often an agent that gave no valid answer is called again with the same input.",
    }),
  },
  "a mapping like { implementor: { agent: coder } }",
);

export function toKanban({ retries, ...roles }: z.output<typeof kanbanField>): KanbanConfig {
  const entries = KANBAN_ROLES.flatMap((role) => {
    const given = roles[role];
    return given ? [[role, { agent: given.agent, ...present({ tier: given.tier, brief: given.brief }) }]] : [];
  });
  return { retries, ...(Object.fromEntries(entries) as Partial<Omit<KanbanConfig, "retries">>) };
}

export function checkKanban(value: unknown, agents: Readonly<Record<string, unknown>>, report: Report): void {
  for (const role of KANBAN_ROLES) {
    const { agent, tier } = asMapping(asMapping(value)[role]);
    if (typeof agent !== "string") continue;
    if (!Object.hasOwn(agents, agent)) {
      const hint = `configured agents: ${Object.keys(agents).join(", ") || "none"}`;
      report.mistake(["kanban", role, "agent"], `the ${role} names the unknown agent ${JSON.stringify(agent)}`, hint);
    } else if (typeof tier === "string" && !Object.hasOwn(asMapping(asMapping(agents[agent])["tiers"]), tier))
      report.mistake(["kanban", role, "tier"], `${agent} has no tier ${JSON.stringify(tier)}`, "name one of its tiers");
  }
}
