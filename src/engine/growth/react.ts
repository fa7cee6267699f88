/** What is done about growth: nothing beyond what may start. */
import { nothing, type React } from "../tables.ts";
import type { GrowthEvent } from "./events.ts";

export const react: React<GrowthEvent> = { growth_allowed: nothing, growth_refused: nothing };
