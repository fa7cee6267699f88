/** The part of `reeve.yaml` that says who is asked by an epic's tick, and who works its items. */
import { z } from "zod";
import { asMapping } from "../../basics/loose.ts";
import { present } from "../../basics/present.ts";
import { EPIC_ROLES, type EpicConfig, type EpicRole } from "../../domain/spec/epic-config.ts";
import type { Report } from "../yaml/open-source.ts";
import { list, mapping, oneOf, text, whole } from "./fields.ts";

const asked = mapping(
  {
    agent: text("the name of an agent").meta({ description: "The agent in this role: a name under agents:." }),
    tier: text("a tier of the agent").optional().meta({ description: "Which of its model tiers to use." }),
    brief: text("a path to a text file").optional().meta({ description: "Your own brief instead of Reeve's." }),
  },
  "a mapping like { agent: coder, tier: high }",
);

const grade = (what: string) => whole(1, 5, "a whole number from 1 to 5").default(3).meta({ description: what });

const worker = mapping(
  {
    agent: text("the name of an agent").meta({ description: "The agent that works: a name under agents:." }),
    tier: text("a tier of the agent").optional().meta({ description: "Which of its model tiers to use." }),
    capabilities: list(text("a kind or a tag, like code"), "a list like [code, writing]")
      .default([])
      .meta({ description: "Kinds of deliverables and tags it can work. Default: all." }),
    cost: grade("1 is cheap."),
    speed: grade("5 is fast."),
    quality: grade("5 is good."),
    capacity: whole(1, 100, "a whole number from 1").default(1).meta({ description: "Items at once." }),
    sizing: mapping(
      {
        days: z
          .number({ error: "a number of days, like 0.5" })
          .positive()
          .max(100)
          .default(1)
          .meta({ description: "Days of work." }),
        files: whole(1, 10_000, "a whole number from 1").default(20).meta({ description: "Files it touches." }),
      },
      "a mapping like { days: 0.5, files: 10 }",
    )
      .prefault({})
      .meta({ description: "The largest item it gets." }),
  },
  "a mapping like { agent: coder, capacity: 2 }",
);

const ROLES: Readonly<Record<EpicRole, string>> = {
  pauli: "Decomposes, chooses what to dispatch, reacts to failures. Default: Reeve's rules, without a model.",
  reviewer: "Reviews a decomposition. Default: Reeve's rules.",
  critic: "Looks at what can do harm before it is dispatched. Default: Reeve's rules.",
  marsha: "Verifies what a worker delivered. Default: Reeve's rules.",
};

export const epicField = mapping(
  {
    ...(Object.fromEntries(
      EPIC_ROLES.map((role) => [role, asked.optional().meta({ description: ROLES[role] })]),
    ) as Record<EpicRole, z.ZodOptional<typeof asked>>),
    workers: z
      .record(text("a worker's name"), worker, { error: "a mapping from a name to a worker, with agent:" })
      .default({})
      .meta({ description: "The agents that work items. Default: every agent, one item at once." }),
    git: oneOf(["on", "off"]).default("off").meta({
      description: "on: epics are read from and pushed to the branch's remote, so ticks can run on several machines.",
    }),
    tick_on_exit: oneOf(["on", "off"])
      .default("off")
      .meta({ description: "on: a worker that ends starts the next tick." }),
  },
  "a mapping like { pauli: { agent: coder } }",
)
  .prefault({})
  .meta({ description: "Which agents an epic's tick asks, and which work its items; see `reeve tick`." });

export function toEpic(file: z.output<typeof epicField>): EpicConfig {
  const roles = EPIC_ROLES.flatMap((role) => {
    const given = file[role];
    return given ? [[role, { agent: given.agent, ...present({ tier: given.tier, brief: given.brief }) }]] : [];
  });
  return {
    roles: Object.fromEntries(roles),
    workers: Object.entries(file.workers).map(([name, { tier, ...each }]) => ({ name, ...each, ...present({ tier }) })),
    git: file.git === "on",
    tickOnExit: file.tick_on_exit === "on",
  };
}

export function checkEpic(value: unknown, agents: Readonly<Record<string, unknown>>, report: Report): void {
  const root = asMapping(value);
  const named: readonly (readonly [readonly string[], unknown])[] = [
    ...EPIC_ROLES.map((role) => [["epic", role], root[role]] as const),
    ...Object.entries(asMapping(root["workers"])).map(([name, each]) => [["epic", "workers", name], each] as const),
  ];
  for (const [path, each] of named) {
    const { agent, tier } = asMapping(each);
    if (typeof agent !== "string") continue;
    if (!Object.hasOwn(agents, agent)) {
      const hint = `configured agents: ${Object.keys(agents).join(", ") || "none"}`;
      report.mistake([...path, "agent"], `${path.at(-1)} names the unknown agent ${JSON.stringify(agent)}`, hint);
    } else if (typeof tier === "string" && !Object.hasOwn(asMapping(asMapping(agents[agent])["tiers"]), tier))
      report.mistake([...path, "tier"], `${agent} has no tier ${JSON.stringify(tier)}`, "name one of its tiers");
  }
}
