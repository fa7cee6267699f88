/** It is done already. */
import { nothing, type React } from "../tables.ts";
import type { HygieneEvent } from "./events.ts";

export const react: React<HygieneEvent> = { hygiene_done: nothing, run_cleaned: nothing };
