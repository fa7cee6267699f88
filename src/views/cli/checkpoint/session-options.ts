/** What commands about checkpoints have in common: the session, and the form of what is printed. */
import { junitText, sarifOf } from "../../../app/checkpoint/formats.ts";
import type { CheckpointResult } from "../../../app/checkpoint/run-checkpoints.ts";
import type { CommonOptions } from "../io.ts";

export interface SessionOptions extends CommonOptions {
  readonly session?: string;
  readonly checkpoints?: string;
}

export type Format = "text" | "junit" | "sarif";

/** Null: sentences are wanted. */
export function formatted(results: readonly CheckpointResult[], format: Format, place: string): string | null {
  if (format === "junit") return junitText(results);
  return format === "sarif" ? `${JSON.stringify(sarifOf(results, place), null, 2)}\n` : null;
}
