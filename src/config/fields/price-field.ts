/** `price:` of an agent: what a person says its tokens cost. It wins over every list. */
import { z } from "zod";
import type { TokenPrice } from "../../domain/words/token-usage.ts";
import { mapping } from "./fields.ts";

const HINT = "US dollars per million tokens, 0 or more, like 3";

const rate = z.number({ error: HINT }).min(0, { error: HINT }).max(1_000_000, { error: HINT });

export const priceField = mapping(
  {
    input: rate.meta({ description: "Tokens read." }),
    output: rate.meta({ description: "Tokens written." }),
    cache_read: rate.optional().meta({ description: "Tokens read from a cache. Default: as input." }),
    cache_write: rate.optional().meta({ description: "Tokens read and kept in a cache. Default: as input." }),
  },
  "a mapping like { input: 3, output: 15 }",
).meta({
  description: "US dollars per million tokens, if the list has no price for its model or yours differs.",
  examples: [{ input: 3, output: 15, cache_read: 0.3, cache_write: 3.75 }],
});

export function toPrice({ input, output, cache_read, cache_write }: z.output<typeof priceField>): TokenPrice {
  return { input, output, cacheRead: cache_read ?? input, cacheWrite: cache_write ?? input };
}
