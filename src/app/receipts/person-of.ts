/** Who gave an order, as far as its record says. */
import { asMapping, asText } from "../../basics/loose.ts";
import type { Input } from "../../engine/input.ts";

/** Null: the record does not say. */
export function personOf(input: Input): string | null {
  const { by } = asMapping(input);
  return asText(by) ?? asText(asMapping(by)["user"]) ?? null;
}
