/**
 * How many agents may work at once: as many as the settings say and the machine has room for, and one while a release of the brake is
 * on its first task.
 */
import type { State } from "../state.ts";

export function slotsOf({ brake, settings, run }: Pick<State, "brake" | "settings" | "run">): number {
  return brake.staged ? 1 : Math.min(settings.maxParallel, run.room?.agents ?? settings.maxParallel);
}
