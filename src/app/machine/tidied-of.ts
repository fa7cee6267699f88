/** What a clean did, in few words: how many of each kind went, and what did not. Counts only. */
import { CLEAN_KINDS, type CleanItem } from "../../domain/delivery/hygiene.ts";
import type { Tidied } from "../../engine/hygiene/tidied.ts";

const PROBLEMS_MAX = 5;

/** Null: there was nothing to do. */
export function tidied(items: readonly CleanItem[]): Tidied | null {
  const gone = items.filter(({ outcome }) => outcome === "removed");
  const failed = items.filter(({ outcome }) => outcome === "failed");
  if (gone.length === 0 && failed.length === 0) return null;
  const counts = CLEAN_KINDS.map((kind) => [kind, gone.filter((item) => item.kind === kind).length] as const);
  return {
    removed: Object.fromEntries(counts.filter(([, count]) => count > 0)),
    bytes: gone.reduce((sum, { bytes }) => sum + bytes, 0),
    problems: failed.slice(0, PROBLEMS_MAX).map(({ name, problem = "" }) => `${name}: ${problem}`),
  };
}
