/** Sentences about the machines that run attempts. */
import { countOf } from "../../domain/words/wording.ts";
import { hush, say, type Words } from "../wording/sentence.ts";
import type { HostEvent } from "./events.ts";

export const words: Words<HostEvent> = {
  host_up: hush,
  host_silent: hush,
  host_room_changed: ({ room }) =>
    room === null
      ? say(null, "This machine has room for all agents again")
      : say(null, `This machine has room for ${countOf(room.agents, "agent")} of this run now: ${room.left}`),
  host_lost: ({ host }) => say(null, `The host ${host} is lost`),
};
