/** How many agents may work at once: as many as the settings say, and one while a release of the brake is on its first task. */
import type { State } from "../state.ts";

export function slotsOf({ brake, settings }: Pick<State, "brake" | "settings">): number {
  return brake.staged ? 1 : settings.maxParallel;
}
