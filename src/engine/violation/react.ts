/** What is done about violations: they are told. */
import { nothing, type React } from "../tables.ts";
import type { ViolationEvent } from "./events.ts";

export const react: React<ViolationEvent> = { violation_seen: nothing };
