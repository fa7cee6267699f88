/**
 * What a turn of Claude Code has used. Its totals run on over a resumed session, and the numbers on single messages are
 * provisional; what counts is what it says was used since its last result, by model.
 */
import { asMapping } from "../../../../basics/loose.ts";
import { tokensOf } from "../../../../domain/words/token-usage.ts";
import type { Usage } from "../../../../domain/work/outcome.ts";
import type { AgentEvent } from "../../adapters/agent-adapter.ts";
import { asCount, asNumber, type Loose } from "../json-line.ts";

type UsageEvent = Extract<AgentEvent, { type: "usage" }>;

/** `reported`: what the session had cost up to now, where the agent knows only the total. */
export function claudeUsage(result: Loose, reported: Usage): readonly UsageEvent[] {
  const models = Object.entries(asMapping(result["model_usage_since_last_result"]));
  if (models.length > 0) return models.map(([model, used]) => byModel(model, asMapping(used)));
  const usage = asMapping(result["usage"]);
  const parts = {
    input: asCount(usage["input_tokens"]),
    output: asCount(usage["output_tokens"]),
    cacheRead: asCount(usage["cache_read_input_tokens"]),
    cacheWrite: asCount(usage["cache_creation_input_tokens"]),
  };
  const total = asNumber(result["total_cost_usd"]);
  const usd = total === undefined ? undefined : Math.max(0, total - (reported.usd ?? 0));
  const tokens = tokensOf(parts);
  if (tokens === 0 && !usd) return [];
  return [{ type: "usage", usage: { tokens, ...(usd !== undefined && { usd }) }, parts }];
}

function byModel(model: string, used: Loose): UsageEvent {
  const parts = {
    input: asCount(used["inputTokens"]),
    output: asCount(used["outputTokens"]),
    cacheRead: asCount(used["cacheReadInputTokens"]),
    cacheWrite: asCount(used["cacheCreationInputTokens"]),
  };
  const usd = asNumber(used["costUSD"]);
  return { type: "usage", usage: { tokens: tokensOf(parts), ...(usd !== undefined && { usd }) }, model, parts };
}
