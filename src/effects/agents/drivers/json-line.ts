/** A line of an agent's output as loose JSON: whatever is not what was hoped for reads as nothing. Never throws. */
import { asMapping } from "../../../basics/loose.ts";

export type Loose = Readonly<Record<string, unknown>>;

/** Undefined: it is no JSON object, so it was meant for people. */
export function jsonLine(line: string): Loose | undefined {
  if (!line.trimStart().startsWith("{")) return undefined;
  try {
    return asMapping(JSON.parse(line));
  } catch {
    return undefined;
  }
}

export function asNumber(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** A count of something: never below 0. */
export function asCount(value: unknown): number {
  return Math.max(0, asNumber(value) ?? 0);
}
