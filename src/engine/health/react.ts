/** What is done about the health of attempts: they are nudged. A nudge that is lost is not owed: whoever stays stuck is stopped. */
import { nothing, type React } from "../tables.ts";
import type { HealthEvent } from "./events.ts";

export const react: React<HealthEvent> = {
  health_judged: nothing,
  attempt_nudged: ({ attempt, nudge }) => [{ type: "nudge_attempt", attempt, nudge }],
};
