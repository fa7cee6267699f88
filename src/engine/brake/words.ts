/** Sentences about the brake. */
import { say, type Words } from "../wording/sentence.ts";
import type { BrakeEvent } from "./events.ts";

export const words: Words<BrakeEvent> = {
  release_staged: () =>
    say(null, "The brake is released: one agent at a time works until the first task is done, then all of them"),
  release_completed: () => say(null, "The first task since the brake is done: all slots are free again"),
};
