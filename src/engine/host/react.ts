/** What is done about hosts: nothing beyond what becomes of their attempts. */
import { nothing, type React } from "../tables.ts";
import type { HostEvent } from "./events.ts";

export const react: React<HostEvent> = { host_up: nothing, host_silent: nothing, host_lost: nothing };
