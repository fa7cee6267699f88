/** How much a run has grown beyond its plan without a person's word. A slice of the state. */
import type { Slice } from "../slice.ts";

export interface GrowthState {
  /** Tasks that fixes and unapproved changes of the plan have added and that are not done with. */
  readonly tasks: readonly string[];
  /** Agents that were started for them and for advisors. */
  readonly agents: number;
  /** What these used. */
  readonly usd: number;
  /** How often a person has let it grow as much again. */
  readonly allowed: number;
  /** A person has said no: nothing more is added. */
  readonly refused: boolean;
}

const NONE: GrowthState = { tasks: [], agents: 0, usd: 0, allowed: 0, refused: false };

/** Snapshots were written before there was any; where there is nothing to tell they stay as they were. */
export const growthSlice: Slice<GrowthState> = {
  initial: () => NONE,
  freeze: (slice) => (JSON.stringify(slice) === JSON.stringify(NONE) ? undefined : slice),
  thaw: (frozen) => (frozen === undefined ? NONE : (frozen as GrowthState)),
};
