/** What the planner is told beside the specification: who can be given work, and which files there are. */
import type { Config } from "../../domain/spec/config.ts";
import type { Filled } from "../../engine/advisor/fill-template.ts";
import { rolePrompt } from "./role-prompt.ts";

export interface PlannerInput {
  readonly spec: string;
  readonly config: Config;
  /** Relative to the project. */
  readonly files: readonly string[];
  /** The plan as it is being worked, with what became of each task; absent: there is none yet. */
  readonly current?: string;
  /** Why it has to be planned again. */
  readonly diagnosis?: string;
}

export function plannerPrompt(template: string, { spec, config, files, current, diagnosis }: PlannerInput): Filled {
  return rolePrompt("planner", template, {
    spec,
    agents: agentsText(config),
    repository: files.length === 0 ? "It has no files yet." : files.join("\n"),
    current: current ?? "There is none yet.",
    diagnosis: diagnosis ?? "This is the first plan.",
  });
}

function agentsText({ agents, defaultAgent }: Config): string {
  const lines = Object.entries(agents).map(([name, { tiers }]) => {
    const known = tiers.length === 0 ? "no tiers" : `tiers: ${tiers.map((tier) => tier.name).join(", ")}`;
    return `- ${name} (${known})${name === defaultAgent ? ", the default" : ""}`;
  });
  return lines.join("\n");
}
