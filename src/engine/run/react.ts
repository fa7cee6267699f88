/** What is done about the run: a Reeve that opens it, or whose clock jumped, sets all timers anew. */
import { nothing, type React } from "../tables.ts";
import { timerEffects } from "../timer.ts";
import type { RunEvent } from "./events.ts";

export const react: React<RunEvent> = {
  run_created: nothing,
  run_opened: (_event, state) => timerEffects(state),
  run_paused: nothing,
  run_resumed: nothing,
  run_stopping: nothing,
  run_stopped: nothing,
  run_ended: nothing,
  landing_begun: nothing,
  publishing_begun: nothing,
  landing_done: nothing,
  clock_jumped: (_event, state) => timerEffects(state),
  timer_fired: nothing,
};
