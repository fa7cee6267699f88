/** What is done about the brake: agents are held and let go; the run's own events stop and start what is to be stopped and started. */
import { nothing, type React } from "../tables.ts";
import { dueAt } from "../timer.ts";
import type { BrakeEvent } from "./events.ts";

export const react: React<BrakeEvent> = {
  brake_paused: nothing,
  attempt_paused: ({ attempt }) => [{ type: "pause_attempt", attempt }],
  attempt_woken({ attempt }, state) {
    const timer = { of: "attempt", attempt } as const;
    const at = dueAt(state, timer);
    return [{ type: "wake_attempt", attempt }, ...(at === null ? [] : [{ type: "set_timer", timer, at } as const])];
  },
  release_staged: nothing,
  release_completed: nothing,
};
