/** Every task has an agent that `reeve.yaml` knows, and a tier only if that agent has it. */

import { describePath } from "../config/mistakes/describe-value.ts";
import { quote } from "../config/mistakes/mistake.ts";
import type { Report } from "../config/yaml/open-source.ts";
import type { Config } from "../domain/spec/config.ts";
import type { LoosePlan, LooseTask, Mention } from "./loose-plan.ts";

export function checkAgents({ tasks, defaults }: LoosePlan, config: Config, report: Report): void {
  const fallback = defaults.agent?.name ?? fallbackAgent(config);
  for (const agent of [defaults.agent, ...tasks.map((task) => task.agent)]) {
    if (agent && !Object.hasOwn(config.agents, agent.name)) tellUnknown(agent, config, report);
  }
  if (fallback === undefined)
    tellNone(
      tasks.filter((task) => !task.agent),
      config,
      report,
    );
  for (const task of tasks) {
    const agent = task.agent?.name ?? fallback;
    const tier = task.tier ?? defaults.tier;
    if (agent === undefined || !tier) continue;
    // A default tier that does not fit the task's own agent is told where the agent is chosen.
    const place = task.tier ?? task.agent ?? tier;
    checkTier(tier.name, place, agent, config, report);
  }
}

/** The agent of a task when neither the task nor the plan names one. */
export function fallbackAgent(config: Config): string | undefined {
  const names = Object.keys(config.agents);
  return config.defaultAgent ?? (names.length === 1 ? names[0] : undefined);
}

function tellUnknown(agent: Mention, config: Config, report: Report): void {
  const names = Object.keys(config.agents);
  const meant = report.suggest(agent.name, names);
  const known =
    names.length > 0 ? `configured in reeve.yaml: ${names.join(", ")}` : "configure it under agents: in reeve.yaml";
  report.mistake(agent.path, `unknown agent ${quote(agent.name)}`, meant ? `did you mean ${quote(meant)}?` : known);
}

/** Told once for all tasks: one line of the plan or of reeve.yaml repairs them all. */
function tellNone(tasks: readonly LooseTask[], config: Config, report: Report): void {
  const [first, ...others] = tasks;
  if (!first) return;
  const who = `task ${first.id ? quote(first.id.name) : "#1"}${others.length > 0 ? ` and ${others.length} more` : ""}`;
  const names = Object.keys(config.agents);
  const hint =
    names.length > 0
      ? `set defaults: { agent: … } to one of: ${names.join(", ")}`
      : "configure one under agents: in reeve.yaml, and it is used";
  report.mistake(first.path, `${who} ${others.length > 0 ? "have" : "has"} no agent`, hint);
}

function checkTier(tier: string, place: Mention, agent: string, config: Config, report: Report): void {
  if (!Object.hasOwn(config.agents, agent)) return;
  const tiers = config.agents[agent]?.tiers.map((known) => known.name) ?? [];
  if (tiers.includes(tier)) return;
  const meant = report.suggest(tier, tiers);
  const known =
    tiers.length > 0 ? `its tiers: ${tiers.join(", ")}` : `it has none; add tiers: under agents.${agent} in reeve.yaml`;
  const where = describePath(undefined, place.path.slice(-1));
  const what =
    where === "tier"
      ? `agent ${quote(agent)} has no tier ${quote(tier)}`
      : `agent ${quote(agent)} has no tier ${quote(tier)}, the default`;
  report.mistake(place.path, what, meant ? `did you mean ${quote(meant)}?` : known);
}
