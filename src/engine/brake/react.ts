/** What is done about the brake: the run's own events stop and start what is to be stopped and started. */
import { nothing, type React } from "../tables.ts";
import type { BrakeEvent } from "./events.ts";

export const react: React<BrakeEvent> = { release_staged: nothing, release_completed: nothing };
