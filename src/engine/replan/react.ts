/** What is done about changes of the plan: nothing beyond what its tasks bring. */
import { nothing, type React } from "../tables.ts";
import type { ReplanEvent } from "./events.ts";

export const react: React<ReplanEvent> = { replan_proposed: nothing, replan_dropped: nothing, plan_changed: nothing };
