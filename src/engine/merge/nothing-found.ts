/** Branches before anybody has laid them side by side. */
import type { CoherenceState } from "../../domain/state.ts";

export const NOTHING_FOUND: CoherenceState = {
  fix: null,
  known: {},
  held: null,
  checker: "not_asked",
  pending: [],
  unsettled: false,
};
