/** Running sums of what attempts used, by agent and by agent and model. Arithmetic only. */
import type { CostSum } from "../../domain/work/cost.ts";
import type { Usage } from "../../domain/work/outcome.ts";

export function costKey(agent: string, model: string): string {
  return `${agent} ${model}`;
}

/** The same sum with one attempt more; one that reported nothing tells nothing. */
export function withAttempt(sum: CostSum | undefined, { tokens, usd }: Usage): CostSum | undefined {
  if (tokens === 0 && !usd) return sum;
  const { attempts = 0, tokens: before = 0, usd: paid = 0, unpriced = 0 } = sum ?? {};
  return {
    attempts: attempts + 1,
    tokens: before + tokens,
    usd: paid + (usd ?? 0),
    unpriced: unpriced + (usd === undefined ? 1 : 0),
  };
}
