/** Tokens of model requests by what they cost, and prices for them. Plain data; who counts and who knows is elsewhere. */

/** The four parts do not overlap: their sum is all that was read and written. */
export interface TokenUsage {
  /** Read anew, neither from a cache nor into one. */
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  /** Read, and kept in a cache. */
  readonly cacheWrite: number;
  /** The part of `cacheWrite` that is kept for an hour, where that has a price of its own. */
  readonly cacheWriteHour?: number;
}

/** US dollars per million tokens. */
export interface TokenPrice {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** What tokens cost. */
export interface Quote {
  readonly usd: number;
  /** Estimated by the list price of this model, because their own is not on the list. */
  readonly like?: string;
}

/** 2,468 tokens */
export function tokenText(tokens: number): string {
  return `${tokens.toLocaleString("en-US")} tokens`;
}

export function tokensOf({ input, output, cacheRead, cacheWrite }: TokenUsage): number {
  return input + output + cacheRead + cacheWrite;
}
