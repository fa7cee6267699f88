/** What a person says an output meant, against what Reeve took it for. Data; where it comes from and what is made of it is not decided here. */
import { FAILURE_CLASSES, type FailureClass, type RestartKind } from "../../domain/proof/failure.ts";

export interface Correction {
  /** The lines that Reeve went by; bounded and without secrets, as evidence is. */
  readonly lines: readonly string[];
  readonly tool?: string;
  readonly class: FailureClass;
  readonly restart?: RestartKind;
  readonly subject?: string;
  /** Who said it: `classify --correct`, `retry build-api in r3`. */
  readonly from: string;
  /** Who gave it, as the machine shows it; for whoever looks into the file, no part of a rule. */
  readonly given?: string;
  readonly at: number;
}

const RESTARTS: readonly RestartKind[] = ["transient", "persistent", "terminal", "unknown"];
const LINES_MAX = 8;

/** One line of the file that corrections are kept in; null where it is none. */
export function readCorrection(raw: string): Correction | null {
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const { lines, tool, class: of, restart, subject, from, given, at } = value as Readonly<Record<string, unknown>>;
  const known = FAILURE_CLASSES.find((name) => name === of);
  if (known === undefined || !Array.isArray(lines) || typeof at !== "number") return null;
  const kind = RESTARTS.find((name) => name === restart);
  return {
    lines: lines.filter((line) => typeof line === "string").slice(0, LINES_MAX),
    ...(typeof tool === "string" && { tool }),
    class: known,
    ...(kind !== undefined && { restart: kind }),
    ...(typeof subject === "string" && { subject }),
    from: typeof from === "string" ? from : "unknown",
    ...(typeof given === "string" && { given }),
    at,
  };
}
