/**
 * What tokens cost: the person's own price where reeve.yaml gives one, else the list price of the model, else nobody
 * knows. The list comes with its package and is never fetched. It is large: import this file only where prices are asked
 * for. A model that is not listed under its exact name has no price, only an estimate that is told as one.
 */
import { calcPrice } from "@pydantic/genai-prices";
import type { Quote, TokenPrice, TokenUsage } from "../../domain/words/token-usage.ts";
import { nearestRelative } from "./nearest-relative.ts";

/** US dollars, or null where no price is known. `at`: prices change; milliseconds since 1970. */
export function priceOf(model: string | null, usage: TokenUsage, at: number, own?: TokenPrice): number | null {
  if (!isCountable(usage)) return null;
  if (own) return ownPrice(usage, own);
  return model === null ? null : listPrice(model, usage, at);
}

/** The same, and where the model is not on the list, an estimate by its nearest relative there. */
export function quoteOf(model: string | null, usage: TokenUsage, at: number, own?: TokenPrice): Quote | null {
  const usd = priceOf(model, usage, at, own);
  if (usd !== null) return { usd };
  const like = model === null ? null : relativeOf(model);
  const estimate = like === null ? null : priceOf(like, usage, at);
  return like === null || estimate === null ? null : { usd: estimate, like };
}

/** The listed model by which one that is not listed is priced; null: nobody is like it. */
export function relativeOf(model: string): string | null {
  for (const name of modelNames(model).toReversed()) {
    const found = nearestRelative(name);
    if (found !== null) return found;
  }
  return null;
}

/** Whether a request to this model could be priced. */
export function isPriced(model: string, at: number): boolean {
  return listPrice(model, ONE_OF_EACH, at) !== null;
}

const ONE_OF_EACH: TokenUsage = { input: 1, output: 1, cacheRead: 1, cacheWrite: 1 };
const MILLION = 1_000_000;

function ownPrice({ input, output, cacheRead, cacheWrite }: TokenUsage, price: TokenPrice): number {
  const sum = input * price.input + output * price.output + cacheRead * price.cacheRead + cacheWrite * price.cacheWrite;
  return sum / MILLION;
}

function listPrice(model: string, usage: TokenUsage, at: number): number | null {
  const { input, output, cacheRead, cacheWrite, cacheWriteHour = 0 } = usage;
  const counted = {
    input_tokens: input + cacheRead + cacheWrite,
    output_tokens: output,
    cache_read_tokens: cacheRead,
    cache_write_tokens: cacheWrite,
    cache_write_1h_tokens: Math.min(cacheWriteHour, cacheWrite),
  };
  for (const name of modelNames(model)) {
    const price = calcPrice(counted, name, { timestamp: new Date(at) })?.total_price;
    if (price !== undefined && Number.isFinite(price)) return price;
  }
  return null;
}

/** What an API answered is not to be trusted: a count that is none has no price. */
function isCountable({ input, output, cacheRead, cacheWrite, cacheWriteHour = 0 }: TokenUsage): boolean {
  return [input, output, cacheRead, cacheWrite, cacheWriteHour].every((count) => Number.isFinite(count) && count >= 0);
}

/**
 * Under which names a model may be listed: as it is called, and without what agents and brokers put around the name.
 * Never a different model: a number or a word of the name itself is not dropped. Most exact first, each once.
 */
export function modelNames(called: string): readonly string[] {
  const name = called.trim().slice(0, NAME_LENGTH_MAX);
  const bare = name.replace(/\[[^\]]*\]$/, ""); // `claude-x[1m]`: the size of the window is not part of the name
  const last = bare.slice(bare.lastIndexOf("/") + 1); // `openrouter/anthropic/claude-x`, `models/gemini-x`
  return [...new Set([name, bare, last])].filter((each) => each !== "");
}

const NAME_LENGTH_MAX = 200;
