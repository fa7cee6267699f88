/** A run whose agents share a provider that may be away: how tests of the network say so. Decides nothing. */
import type { AgentSettings } from "../domain/spec/settings.ts";
import type { Outcome } from "../domain/work/outcome.ts";
import type { Unreached } from "../domain/work/unreached.ts";
import { type Given, given, type Scenario } from "./given.ts";
import { failed } from "./outcomes.ts";

const agent: AgentSettings = { minutes: 60, parallel: 10, tiers: [] };
const agents = { agent, twin: agent, other: agent };
export const PROVIDER: Unreached = {
  endpoint: "https://api.example.com",
  agents: ["agent", "twin"],
  detail: "ECONNREFUSED",
};
const AWAY = failed("network", "transient");
export const TWINS = ["a", { id: "b", agent: "twin" }, { id: "c", agent: "other" }];

export function aRun(tasks: Given["tasks"] = TWINS, more: Partial<Given> = {}): Scenario {
  return given({
    tasks,
    settings: { agents, ...more.settings },
    ...(more.policies && { policies: more.policies }),
  }).quietly();
}

export function cannotReach(
  run: Scenario,
  attempt: string,
  unreached: Unreached = PROVIDER,
  outcome: Outcome = AWAY,
): Scenario {
  return run.when({ type: "attempt_ended", attempt, outcome, usage: { tokens: 0, usd: 0 }, unreached });
}

export function probed(run: Scenario, problem: string | null, { endpoint } = PROVIDER): Scenario {
  return run.when({ type: "endpoint_probed", endpoint, problem });
}
