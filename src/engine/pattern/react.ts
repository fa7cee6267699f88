/** What is done about patterns: nothing beyond the task that fixes the cause. */
import { nothing, type React } from "../tables.ts";
import type { PatternEvent } from "./events.ts";

export const react: React<PatternEvent> = { pattern_found: nothing, pattern_joined: nothing };
