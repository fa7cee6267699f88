/** Sentences about the brake. */
import { workOfAttempt } from "../../domain/work/attempt.ts";
import { becauseSentence } from "../wording/because-words.ts";
import { say, type Words } from "../wording/sentence.ts";
import type { BrakeEvent } from "./events.ts";

export const words: Words<BrakeEvent> = {
  brake_paused: ({ because }) => say(null, `The brake is pulled: all agents are paused; ${becauseSentence(because)}`),
  attempt_paused: ({ attempt }) => say(workOfAttempt(attempt), "is paused"),
  attempt_woken: ({ attempt }) => say(workOfAttempt(attempt), "continues"),
  release_staged: () =>
    say(null, "The brake is released: one agent at a time works until the first task is done, then all of them"),
  release_completed: () => say(null, "The first task since the brake is done: all slots are free again"),
};
