/** Reeve's own program among the agents of a configuration, where tasks are worked by it. It never becomes anybody's default. */
import { CHECKPOINT_AGENT, CHECKPOINT_AGENT_CONFIG } from "../../domain/spec/checkpoint-order.ts";
import type { Config } from "../../domain/spec/config.ts";
import { fallbackAgent } from "../../plan/check-agents.ts";

/** `agents`: those of the tasks. */
export function withCheckpointAgent(config: Config, agents: ReadonlySet<string>): Config {
  if (!agents.has(CHECKPOINT_AGENT)) return config;
  const fallback = fallbackAgent(config);
  return {
    ...config,
    ...(fallback !== undefined && { defaultAgent: fallback }),
    agents: { ...config.agents, [CHECKPOINT_AGENT]: CHECKPOINT_AGENT_CONFIG },
  };
}
