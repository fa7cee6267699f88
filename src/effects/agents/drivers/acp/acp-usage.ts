/**
 * What an ACP agent says it used, as what was used since it last said so. The protocol counts tokens and cost over the
 * whole session; agents keep to it loosely: Qwen tells each request, Gemini each prompt, OpenCode only the last request.
 * A total that is smaller than the one before is taken as begun anew.
 */
import { asMapping, asText } from "../../../../basics/loose.ts";
import { type TokenUsage, tokensOf } from "../../../../domain/words/token-usage.ts";
import type { Usage } from "../../../../domain/work/outcome.ts";
import type { AgentEvent } from "../../adapters/agent-adapter.ts";
import { asCount, asNumber, type Loose } from "../json-line.ts";

type UsageEvent = Extract<AgentEvent, { type: "usage" }>;

export class AcpUsage {
  #tokens: number;
  #usd: number;
  readonly #isTotal: boolean;

  /** `before`: what the session had used when this turn began. `agent`: as it calls itself. */
  constructor(before: Usage | undefined, agent: string) {
    this.#isTotal = agent !== TELLS_LAST_REQUEST;
    this.#tokens = before?.tokens ?? 0;
    this.#usd = before?.usd ?? 0;
  }

  ofUpdate(update: Loose): readonly UsageEvent[] {
    const cost = asMapping(update["cost"]);
    if (update["sessionUpdate"] === "usage_update") {
      const amount = asText(cost["currency"]) === "USD" ? asNumber(cost["amount"]) : undefined;
      return amount === undefined ? [] : this.#cost(Math.max(0, amount));
    }
    return usageEvents(partsOf(asMapping(asMapping(update["_meta"])["usage"])));
  }

  /** The answer to a prompt. */
  ofAnswer(answer: Loose): readonly UsageEvent[] {
    const quota = asMapping(asMapping(answer["_meta"])["quota"]);
    const ofPrompt = asMapping(quota["token_count"]);
    const parts = { ...NONE, input: asCount(ofPrompt["input_tokens"]), output: asCount(ofPrompt["output_tokens"]) };
    if (tokensOf(parts) > 0) return usageEvents(parts);
    const used = partsOf(asMapping(answer["usage"]));
    return this.#isTotal ? this.#total(used) : usageEvents(used);
  }

  #total(parts: TokenUsage): readonly UsageEvent[] {
    const total = tokensOf(parts);
    const [before, since] = [this.#tokens, total - this.#tokens];
    if (total > 0) this.#tokens = total;
    if (since < 0 || before === 0) return usageEvents(parts);
    return since === 0 ? [] : [{ type: "usage", usage: { tokens: since } }];
  }

  #cost(amount: number): readonly UsageEvent[] {
    const since = amount < this.#usd ? amount : amount - this.#usd;
    this.#usd = amount;
    return since === 0 ? [] : [{ type: "usage", usage: { tokens: 0, usd: since } }];
  }
}

const TELLS_LAST_REQUEST = "OpenCode";
const NONE: TokenUsage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

/** Input includes what came from the cache. */
function partsOf(usage: Loose): TokenUsage {
  const cacheRead = asCount(usage["cachedReadTokens"]);
  const cacheWrite = asCount(usage["cachedWriteTokens"]);
  const input = Math.max(0, asCount(usage["inputTokens"]) - cacheRead - cacheWrite);
  return { input, output: asCount(usage["outputTokens"]), cacheRead, cacheWrite };
}

function usageEvents(parts: TokenUsage): readonly UsageEvent[] {
  const tokens = tokensOf(parts);
  return tokens === 0 ? [] : [{ type: "usage", usage: { tokens }, parts }];
}
