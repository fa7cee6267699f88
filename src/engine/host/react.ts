/** What is done about hosts: one that is heard of again is given the starts that nobody could claim meanwhile. */
import { startsOwed } from "../attempt/react.ts";
import { nothing, type React } from "../tables.ts";
import type { HostEvent } from "./events.ts";

export const react: React<HostEvent> = {
  host_up: (_event, state) => startsOwed(state),
  host_silent: nothing,
  host_lost: nothing,
  host_room_changed: nothing,
};
