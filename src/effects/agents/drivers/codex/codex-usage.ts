/**
 * What Codex has used. It only tells totals of a thread, which run on over every resume: what counts is the difference. A
 * total it makes up itself, such as a full context, has no parts and does not count. It knows no prices.
 */
import { asMapping, asText } from "../../../../basics/loose.ts";
import { type TokenUsage, tokensOf } from "../../../../domain/words/token-usage.ts";
import type { AgentEvent } from "../../adapters/agent-adapter.ts";
import { asCount, type Loose } from "../json-line.ts";

type UsageEvent = Extract<AgentEvent, { type: "usage" }>;

/** For the threads of one app-server: the ordered one, and those of helpers that it starts itself. */
export class ThreadUsage {
  readonly #totals = new Map<string, TokenUsage>();
  model: string | undefined;

  /** `counts`: it belongs to this turn; otherwise it says where an earlier one ended. */
  heard(params: Loose, counts: boolean): readonly UsageEvent[] {
    const thread = asText(params["threadId"]) ?? "";
    const usage = asMapping(params["tokenUsage"]);
    const total = partsOf(asMapping(usage["total"]));
    // A thread whose beginning was not told: its last request is what is new.
    const before = this.#totals.get(thread) ?? difference(total, partsOf(asMapping(usage["last"])));
    this.#totals.set(thread, total);
    return counts ? usageEvents(difference(total, before), this.model) : [];
  }

  /** Nothing was used in it yet. */
  begun(thread: string): void {
    this.#totals.set(thread, NOTHING);
  }
}

/** Of `exec`: one total at the end of a turn. `before`: what the session had used; its parts are not known any more. */
export function execUsage(usage: Loose, before: TokenUsage | number, model: string | null): readonly UsageEvent[] {
  const total = partsOf(usage);
  const past = typeof before === "number" ? share(total, before) : before;
  return usageEvents(difference(total, past), model ?? undefined);
}

export function partsOf(usage: Loose): TokenUsage {
  const cacheRead = asCount(usage["cachedInputTokens"] ?? usage["cached_input_tokens"]);
  const cacheWrite = asCount(usage["cacheWriteInputTokens"] ?? usage["cache_write_input_tokens"]);
  const input = asCount(usage["inputTokens"] ?? usage["input_tokens"]);
  return {
    // Its input includes what came from the cache.
    input: Math.max(0, input - cacheRead - cacheWrite),
    output: asCount(usage["outputTokens"] ?? usage["output_tokens"]),
    cacheRead,
    cacheWrite,
  };
}

export const NOTHING: TokenUsage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

function usageEvents(parts: TokenUsage, model: string | undefined): readonly UsageEvent[] {
  const tokens = tokensOf(parts);
  return tokens === 0 ? [] : [{ type: "usage", usage: { tokens }, ...(model !== undefined && { model }), parts }];
}

function difference(total: TokenUsage, before: TokenUsage): TokenUsage {
  const minus = (key: "input" | "output" | "cacheRead" | "cacheWrite") => Math.max(0, total[key] - before[key]);
  return {
    input: minus("input"),
    output: minus("output"),
    cacheRead: minus("cacheRead"),
    cacheWrite: minus("cacheWrite"),
  };
}

/** So many tokens, in the proportions of the whole; what rounding leaves over is input. */
function share(total: TokenUsage, tokens: number): TokenUsage {
  const all = tokensOf(total);
  if (all === 0) return NOTHING;
  const part = Math.min(1, tokens / all);
  const output = Math.round(total.output * part);
  const cacheRead = Math.round(total.cacheRead * part);
  const cacheWrite = Math.round(total.cacheWrite * part);
  const input = Math.max(0, Math.min(tokens, all) - output - cacheRead - cacheWrite);
  return { input, output, cacheRead, cacheWrite };
}
