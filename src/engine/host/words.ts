/** Sentences about the machines that run attempts. */
import { hush, say, type Words } from "../wording/sentence.ts";
import type { HostEvent } from "./events.ts";

export const words: Words<HostEvent> = {
  host_up: hush,
  host_silent: hush,
  host_lost: ({ host }) => say(null, `The host ${host} is lost`),
};
