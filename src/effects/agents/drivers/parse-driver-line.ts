/**
 * A line that came from a driver. Our own program prints it, but under the agent's name and beside an agent that may write
 * to the same output: no more than its shape is believed, and texts are bounded again.
 */
import { z } from "zod";
import { FAILURE_CLASSES } from "../../../domain/proof/failure.ts";
import { bounded, type DriverLine } from "./driver-lines.ts";

const count = z.number().min(0);
const usage = z.object({ tokens: count, usd: count.optional() });
const parts = z.object({ input: count, output: count, cacheRead: count, cacheWrite: count });
const failure = z.object({
  class: z.enum(FAILURE_CLASSES),
  restart: z.enum(["transient", "persistent", "terminal", "unknown"]),
  message: z.string(),
  subject: z.string().optional(),
  retryAt: z.number().optional(),
  evidence: z.array(z.string()),
});

const shape = z.discriminatedUnion("type", [
  z.object({ type: z.literal("session"), id: z.string().min(1).max(500) }),
  z.object({ type: z.enum(["text", "retry_notice", "note"]), text: z.string() }),
  z.object({ type: z.literal("tool_call"), name: z.string(), input: z.string() }),
  z.object({ type: z.literal("tool_result"), name: z.string(), ok: z.boolean(), text: z.string() }),
  z.object({ type: z.literal("usage"), usage, model: z.string().optional(), parts: parts.optional() }),
  z.object({
    type: z.literal("end"),
    how: z.enum(["done", "failed", "interrupted"]),
    text: z.string(),
    failure: failure.optional(),
    structured: z.unknown().optional(),
  }),
]);

export function parseDriverLine(line: string): DriverLine | undefined {
  if (!line.startsWith('{"type":"')) return undefined;
  try {
    const { data } = shape.safeParse(JSON.parse(line));
    return data && bounded(data as DriverLine);
  } catch {
    return undefined;
  }
}
