/** Who gave an order, of a record that is one. Looks only. */
import type { Giver } from "../../domain/work/giver.ts";
import type { Input } from "../../engine/input.ts";

/** Undefined: it is none, or an earlier Reeve took it. What an agent tried is told as such, not as an order. */
export function giverOf(input: Input): Giver | undefined {
  return "by" in input && input.type !== "agent_ordered" ? input.by : undefined;
}
