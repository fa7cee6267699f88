/** A budget and a grant in words: "$5.00 and 20,000 tokens". */
import type { Budget } from "../spec/plan.ts";
import { tokenText } from "./token-usage.ts";
import { countOf } from "./wording.ts";

export function budgetText({ usd, tokens, minutes }: Budget): string {
  const parts = [
    ...(usd === undefined ? [] : [dollarText(usd)]),
    ...(tokens === undefined ? [] : [tokenText(tokens)]),
    ...(minutes === undefined ? [] : [minuteText(minutes)]),
  ];
  return parts.length < 2 ? (parts[0] ?? "nothing") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

export function minuteText(minutes: number): string {
  return countOf(minutes, "minute");
}

/** Cents where it has no finer part. */
function dollarText(usd: number): string {
  const cents = Math.round(usd * 100) / 100;
  return cents === usd ? `$${usd.toFixed(2)}` : `$${usd}`;
}
