/** What is done about advice: nothing beyond the attempts that give it. */
import { nothing, type React } from "../tables.ts";
import type { AdvisorEvent } from "./events.ts";

export const react: React<AdvisorEvent> = {
  advice_asked: nothing,
  advisor_requeued: nothing,
  advice_given: nothing,
  task_advised: nothing,
  advice_failed: nothing,
  action_refused: nothing,
};
