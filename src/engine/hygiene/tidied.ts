/** What one look of the hygiene monitor removed: what dead runs of the project had left. Bounded; `reeve clean` tells each thing. */
import type { CleanKind } from "../../domain/delivery/hygiene.ts";

export interface Tidied {
  readonly removed: Readonly<Partial<Record<CleanKind, number>>>;
  readonly bytes: number;
  /** What should have gone and did not, a sentence each; the first few. */
  readonly problems: readonly string[];
}
