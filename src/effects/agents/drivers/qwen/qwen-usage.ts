/**
 * What Qwen Code has used. Its result tells the total of the whole session, over all its resumes, so what was told before
 * is taken off; where that is not known, what single messages say is added up instead. It knows no prices.
 */
import { asMapping } from "../../../../basics/loose.ts";
import { type TokenUsage, tokensOf } from "../../../../domain/words/token-usage.ts";
import type { AgentEvent } from "../../adapters/agent-adapter.ts";
import { asCount, jsonLine, type Loose } from "../json-line.ts";

type UsageEvent = Extract<AgentEvent, { type: "usage" }>;

export class QwenUsage {
  /** What the session had used when the turn began; null: nobody knows. */
  #before: number | null;
  #reportedSince = 0;
  #model: string | undefined;

  constructor(before: number | null) {
    this.#before = before;
  }

  /** While it works. */
  ofLine(line: string): readonly UsageEvent[] {
    const said = jsonLine(line);
    if (said?.["type"] !== "assistant") return [];
    const message = asMapping(said["message"]);
    if (typeof message["model"] === "string") this.#model = message["model"];
    return this.#tell(partsOf(asMapping(message["usage"])));
  }

  /** At the end of a turn: what no message told, such as its own errands. */
  ofResult(result: Loose): readonly UsageEvent[] {
    const total = tokensOf(partsOf(asMapping(result["usage"])));
    if (this.#before === null) return [];
    const missing = total - this.#before - this.#reportedSince;
    return this.#tell({ input: Math.max(0, missing), output: 0, cacheRead: 0, cacheWrite: 0 });
  }

  #tell(parts: TokenUsage): readonly UsageEvent[] {
    const tokens = tokensOf(parts);
    if (tokens === 0) return [];
    this.#reportedSince += tokens;
    return [{ type: "usage", usage: { tokens }, ...(this.#model !== undefined && { model: this.#model }), parts }];
  }
}

/** Its input includes what came from the cache. */
function partsOf(usage: Loose): TokenUsage {
  const cacheRead = asCount(usage["cache_read_input_tokens"]);
  const input = Math.max(0, asCount(usage["input_tokens"]) - cacheRead);
  return { input, output: asCount(usage["output_tokens"]), cacheRead, cacheWrite: 0 };
}
