/** What work came to in tokens and dollars where not everything has a price, for all views: the figures and their words. */
import type { Usage } from "../work/outcome.ts";
import { tokenText } from "./token-usage.ts";

/** Dollars are null where the price of some of it is not known; `usdKnown` is the rest, so the least it came to. */
export interface Spent {
  readonly tokens: number;
  readonly usd: number | null;
  readonly usdKnown: number;
  /** Some of it is an estimate. */
  readonly estimated?: true;
}

export function spentOf({ tokens, usd = 0, estimated }: Usage, isUnknown: boolean): Spent {
  return { tokens, usd: isUnknown ? null : usd, usdKnown: usd, ...(estimated && { estimated }) };
}

/** Nothing where nothing was used. */
export function spentText({ tokens, usd, usdKnown, estimated }: Spent): string {
  if (tokens === 0 && usdKnown === 0) return "";
  return `${tokenText(tokens)}, ${moneyText(usd, usdKnown, estimated === true)}`;
}

/** What one attempt reported: all of it has a price, or none. */
export function usageText(usage: Usage): string {
  return spentText(spentOf(usage, usage.usd === undefined));
}

/** $1.20 · about $1.20 · at least $1.20 · price unknown */
function moneyText(usd: number | null, known: number, estimated: boolean): string {
  const about = estimated ? "about " : "";
  if (usd !== null) return `${about}$${usd.toFixed(2)}`;
  return known >= 0.005 ? `at least ${about}$${known.toFixed(2)}` : "price unknown";
}
